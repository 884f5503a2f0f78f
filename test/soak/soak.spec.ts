import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { WireDouble } from '../wire-double/wire-double.js';
import type { Told } from './soaked-node.js';

/** How long, in seconds: ten minutes are SOAK_SECONDS=600. In every run of the house a short one shows that the long one can be trusted to run. */
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 20);
const CUT_EVERY = 5_000;

/** By so much memory may grow over the whole run, in bytes, once what is bounded is full: the end of the log that is kept. */
const MOST_GROWTH = 6 * 1024 * 1024;
/** For that a run has to be long enough; a short one may grow by what is bounded. */
const LONG = 300;
const MOST_GROWTH_OF_SHORT = 32 * 1024 * 1024;

it(
  `for ${SECONDS} s with a cut every 5 s nothing acknowledged is lost or doubled, a follower sees the log, and memory is flat`,
  async () => {
    const double = await WireDouble.start();
    const door = await double.door();
    const acknowledged: string[] = [];
    const followed: string[] = [];
    const memory: number[] = [];
    const ended = Promise.withResolvers<undefined>();
    const node = fork(join(import.meta.dirname, 'soaked-node.ts'), [`esdb://127.0.0.1:${door.port}?tls=false`, String(SECONDS)], {
      execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    });
    node.on('message', (message) => {
      const told = message as Told;
      if ('acknowledged' in told) acknowledged.push(...told.acknowledged);
      else if ('followed' in told) followed.push(...told.followed);
      else if ('memory' in told) memory.push(told.memory);
      else ended.resolve(undefined);
    });
    const exited = once(node, 'exit');
    exited.then(([code]) => ended.reject(new Error(`The node has ended with ${String(code)}.`)), ended.reject);

    let cuts = 0;
    const cutting = setInterval(() => {
      door.cut();
      cuts += 1;
    }, CUT_EVERY);
    await ended.promise.finally(() => clearInterval(cutting));

    const log = double.log.all.filter(({ stream }) => stream.startsWith('log-')).map(({ id }) => id);
    for (let tries = 0; tries < 400 && followed.length < log.length; tries += 1) await pause(50);
    node.send('end');
    expect(await exited).toEqual([0, null]);
    await double.stop();

    const recorded = new Set(log);
    expect(recorded.size).toBe(log.length);
    expect(acknowledged.filter((id) => !recorded.has(id))).toEqual([]);
    expect(followed).toEqual(log);
    expect(acknowledged.length).toBeGreaterThan(SECONDS * 5);
    expect(cuts).toBeGreaterThanOrEqual(Math.floor(SECONDS / 5) - 1);
    // What is bounded has filled by then.
    const settled = memory.slice(Math.ceil(memory.length / 5));
    const growth = slopeOf(settled) * memory.length;
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
    console.log(
      `${acknowledged.length} events acknowledged, ${cuts} cuts; memory from ${megabytes(Math.min(...settled))} to ` +
        `${megabytes(Math.max(...settled))} MB, by its slope ${megabytes(growth)} MB more in the whole run`,
    );
    expect(growth).toBeLessThan(SECONDS < LONG ? MOST_GROWTH_OF_SHORT : MOST_GROWTH);
  },
  (SECONDS + 120) * 1_000,
);

/** By how much a value grows from one measurement to the next: the slope of the line of least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [covariance, variance] = values.reduce(
    ([above, below], value, index) => [above + (index - middle) * (value - mean), below + (index - middle) ** 2],
    [0, 0],
  );
  return variance === 0 ? 0 : covariance / variance;
}
