import { describe, expect, it } from '@jest/globals';
import { Moves } from './moves.js';

describe('waiting for a ledger to move', () => {
  it('everyone who waits for it is woken, and nobody else', async () => {
    const moves = new Moves();
    const woken: string[] = [];
    const wait = async (name: string, tournament: string, ms: number) => {
      await moves.next(tournament, ms);
      woken.push(name);
    };
    const waiting = [wait('one', 'a', 10_000), wait('other', 'a', 10_000), wait('elsewhere', 'b', 50)];
    moves.announce('a');
    await Promise.all(waiting.slice(0, 2));
    expect(woken).toEqual(['one', 'other']);
    await Promise.all(waiting);
  });

  it('nobody waits longer than was said', async () => {
    const moves = new Moves();
    const before = performance.now();
    await moves.next('a', 20);
    expect(performance.now() - before).toBeGreaterThanOrEqual(19);
  });

  it('nothing is remembered of who was woken or waited in vain', async () => {
    const moves = new Moves();
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
    const before = timers();
    const waiting = Array.from({ length: 100 }, (_, index) => moves.next(`woken-${index % 10}`, 60_000));
    const vainly = Array.from({ length: 100 }, (_, index) => moves.next(`waits-${index % 10}`, 5));
    expect(moves.size).toBe(20);
    for (let index = 0; index < 10; index += 1) moves.announce(`woken-${index}`);
    await Promise.all([...waiting, ...vainly]);
    expect(moves.size).toBe(0);
    expect(timers()).toBe(before);
  });

  it('who waits again while being woken waits for the next move', async () => {
    const moves = new Moves();
    let times = 0;
    const waiting = (async () => {
      for (; times < 3; times += 1) await moves.next('a', 10_000);
    })();
    for (let expected = 0; expected < 3; expected += 1) {
      expect(times).toBe(expected);
      moves.announce('a');
      await Promise.resolve();
      await Promise.resolve();
    }
    await waiting;
    expect(moves.size).toBe(0);
  });
});
