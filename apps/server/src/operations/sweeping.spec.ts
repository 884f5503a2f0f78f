import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Sweeping } from './sweeping.js';

describe('sweeping the vault', () => {
  it('is done at the start and again and again, also after a pass that failed, and tells what came of it', async () => {
    const [swept, failed]: [number[], unknown[]] = [[], []];
    const passes = [3, 0, new Error('away'), 2];
    const sweeping = new Sweeping(
      () => {
        const next = passes.shift() ?? 0;
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
      },
      logTo(swept, failed),
      1,
    );
    sweeping.start();
    while (passes.length > 0) await pause(1);
    await sweeping.stop();
    expect([swept, failed]).toEqual([[3, 2], [new Error('away')]]);
  });

  it('ends with the node, in the middle of a pass, and says nothing of that', async () => {
    const failed: unknown[] = [];
    const sweeping = new Sweeping(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
      logTo([], failed),
    );
    sweeping.start();
    await sweeping.stop();
    expect(failed).toEqual([]);
  });

  it('does nothing before it is started', async () => {
    let passes = 0;
    const sweeping = new Sweeping(() => Promise.resolve((passes += 1)), logTo([], []));
    await sweeping.stop();
    expect(passes).toBe(0);
  });
});

/** A log of which the numbers and the errors are kept. */
function logTo(swept: unknown[], failed: unknown[]) {
  return {
    info: ({ texts }: { texts: unknown }) => void swept.push(texts),
    warn: ({ err }: { err: unknown }) => void failed.push(err),
  };
}
