/** What chance decides is tried so many times as often: once, and ten times in `npm run test:long`. */
export const TIMES = Number(process.env['TIMES'] ?? 1);

/** How often something is tried that is tried `times` times in every run. */
export function often(times: number): number {
  return times * TIMES;
}
