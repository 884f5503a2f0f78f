import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { keepOnce, readKept } from './kept-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ladder-kept-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('what is kept once is never replaced', () => {
  expect(readKept(folder, 'key')).toBeNull();
  expect(keepOnce(folder, 'key', () => 'first')).toEqual({ text: 'first', made: true });
  expect(keepOnce(folder, 'key', () => 'second')).toEqual({ text: 'first', made: false });
  expect(readKept(folder, 'key')).toBe('first');
});

it('of two that start at once one wins, and both work with what it wrote', () => {
  // The rival writes after we saw that there is nothing yet, and before we write.
  const late = keepOnce(folder, 'key', () => {
    keepOnce(folder, 'key', () => 'the rival’s');
    return 'ours';
  });
  expect(late).toEqual({ text: 'the rival’s', made: false });
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('the rival’s');
  expect(readdirSync(folder)).toEqual(['key']);
});
