import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { OneAtATime } from './one-at-a-time.js';

describe('one at a time', () => {
  it('work on the same key runs in the order in which it was asked for, each after the end of the one before', async () => {
    const queue = new OneAtATime();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await turn();
      log.push(`${name} ends`);
      return name;
    };
    expect(await Promise.all(['a', 'b', 'c'].map((name) => queue.run('key', work(name))))).toEqual(['a', 'b', 'c']);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('work on another key does not wait', async () => {
    const queue = new OneAtATime();
    let release = (): void => undefined;
    const long = queue.run('one', () => new Promise<void>((resolve) => (release = resolve)));
    expect(await queue.run('other', () => Promise.resolve('done'))).toBe('done');
    release();
    await long;
  });

  it('work that fails tells only the one who asked for it', async () => {
    const queue = new OneAtATime();
    const failing = queue.run('key', () => Promise.reject(new Error('a page is corrupt')));
    const next = queue.run('key', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('a page is corrupt');
    expect(await next).toBe('done');
  });
});
