import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { besideBackup, ErasedList, restoreErasedList } from './erased-list.js';

let folder: string;
let list: ErasedList;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ladder-erased-'));
  list = new ErasedList(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const ANA = 'spring/player/ana';
const BEN = 'spring/player/ben';

describe('the list of who was erased', () => {
  test('is empty where nobody was', () => {
    expect([list.all(), list.begun()]).toEqual([[], []]);
  });

  test('names each once, whoever opens the folder, and is readable for its owner alone', () => {
    for (const person of [ANA, BEN, ANA]) list.add(person);
    expect(new ErasedList(folder).all()).toEqual([ANA, BEN]);
    expect(statSync(join(folder, 'erased.list')).mode & 0o077).toBe(0);
  });

  test('lies beside every backup, with those who were erased before it and after it', () => {
    const [one, two] = [backup('one.db'), backup('two.db')];
    list.noteBackup(one);
    erased(ANA);
    list.noteBackup(two);
    erased(BEN);
    expect([linesOf(besideBackup(one)), linesOf(besideBackup(two))]).toEqual([
      [ANA, BEN],
      [ANA, BEN],
    ]);
  });

  test('is not left in the place of a backup that is gone', () => {
    const gone = backup('gone.db');
    list.noteBackup(gone);
    rmSync(gone);
    erased(ANA);
    expect(() => statSync(besideBackup(gone))).toThrow('no such file');
  });

  test('says beside which backups nothing can be noted, and notes it beside the others', () => {
    const [unreached, reached] = [backup('unreached.db'), backup('reached.db')];
    for (const file of [unreached, reached]) list.noteBackup(file);
    // A folder in the place of the list cannot be written to, whoever tries.
    mkdirSync(besideBackup(unreached));
    expect(list.addBesideBackups(ANA)).toEqual([unreached]);
    expect(linesOf(besideBackup(reached))).toEqual([ANA]);
  });

  test('comes along with a restored backup, and tells how many are to be forgotten again', () => {
    const file = backup('friday.db');
    list.noteBackup(file);
    erased(ANA);
    const restored = mkdtempSync(join(tmpdir(), 'ladder-erased-'));
    expect(restoreErasedList(file, restored)).toBe(1);
    expect(new ErasedList(restored).all()).toEqual([ANA]);
    expect(restoreErasedList(backup('alone.db'), restored)).toBe(0);
    rmSync(restored, { recursive: true });
  });

  test('tells an erasure that was begun from one that was carried out', () => {
    list.begin(ANA);
    expect([list.begun(), list.all()]).toEqual([[ANA], []]);
    list.settleBegun();
    list.settleBegun();
    expect(list.begun()).toEqual([]);
  });
});

function erased(person: string): void {
  list.add(person);
  expect(list.addBesideBackups(person)).toEqual([]);
}

function backup(name: string): string {
  const file = join(folder, name);
  writeFileSync(file, 'a backup');
  return file;
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}
