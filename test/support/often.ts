/** `npm run test:long` repeats what chance decides ten times as often. */
const LONG = process.env['LADDER_TEST_LONG'] === '1';

/** How often something is tried: `times` in every run, ten times that in a long one. */
export function often(times: number): number {
  return LONG ? times * 10 : times;
}
