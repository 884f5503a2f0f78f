import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ladder } from '../spec/terminal.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ladder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const COMMANDS = [
  'serve',
  'demo',
  'tournaments',
  'replay',
  'what-if',
  'record',
  'explain',
  'report',
  'watch',
  'import',
  'analytics',
  'rebuild',
  'backup',
  'restore',
  'erase',
];
const SUBCOMMANDS = ['import roster', 'import penalties', 'audit pack', 'audit key'];

describe('the help', () => {
  it('lists every command, on a screen as narrow as a phone', async () => {
    const { code, out } = await ladder('--help');
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(out).toContain(`\n  ${command} `);
    expect(out.split('\n').filter((line) => line.length > 60)).toEqual([]);
  });

  it.each([...COMMANDS.filter((each) => each !== 'import'), ...SUBCOMMANDS])(
    'of %s names its options and gives an example',
    async (command) => {
      const { code, out } = await ladder(...command.split(' '), '--help');
      expect(code).toBe(0);
      expect(out).toContain('--data <folder>');
      expect(out).toContain('--json');
      expect(out).toContain(`Example:\n  ladder ${command}`);
      expect((await ladder('help', ...command.split(' '))).out).toBe(out);
    },
  );
});

describe('a command line that cannot be carried out', () => {
  it.each([
    [['sevre'], "ladder: unknown command 'sevre' (Did you mean serve?)\n"],
    [['replay'], "ladder: missing required argument 'tournament'\n"],
    [
      ['replay', 'open', '--as-of', '-1'],
      "ladder: option '--as-of <position>' argument '-1' is invalid. A position is a number from 0 on.\n",
    ],
    [['serve', '--port', '70000'], "ladder: option '--port <number>' argument '70000' is invalid. A port is a number from 0 to 65535.\n"],
    [['import', 'roster', 'players.csv'], "ladder: required option '--tournament <tournament>' not specified\n"],
    [
      ['import', 'rosters', 'players.csv', '--tournament', 'open'],
      'ladder: Say what the file holds: ladder import roster players.csv --tournament …, or ladder import penalties players.csv ….\n',
    ],
    [
      ['import', 'players.csv', '--tournament', 'open'],
      'ladder: Say what the file holds: ladder import roster players.csv --tournament …, or ladder import penalties players.csv ….\n',
    ],
  ])('%j is told in one line', async (words, line) => {
    expect(await ladder(...words)).toEqual({ code: 1, out: '', err: line });
  });

  it.each(
    [['tournaments'], ['replay', 'open'], ['record', 'p-1', '--tournament', 'open'], ['explain', 'gl-1'], ['rebuild'], ['backup', 'x']].map(
      (words) => [words],
    ),
  )('%j of a folder without data makes nothing there', async (words) => {
    const missing = join(folder, 'missing');
    const line = `ladder: The folder ${missing} cannot be used: there is no event store in it.\n`;
    expect(await ladder(...words, '--data', missing)).toEqual({ code: 1, out: '', err: line });
    expect(existsSync(missing)).toBe(false);
  });

  it('a misspelt folder is not copied as if it were empty, and not made', async () => {
    const missing = join(folder, 'missing');
    expect(await ladder('copy', '--from', missing, '--to', join(folder, 'copy'))).toEqual({
      code: 1,
      out: '',
      err: `ladder: The folder ${missing} cannot be used: there is no event store in it.\n`,
    });
    expect([missing, join(folder, 'copy')].filter((each) => existsSync(each))).toEqual([]);
  });

  it('watching a folder on which no server runs is told what to do', async () => {
    const { code, err } = await ladder('watch', 'open', '--data', folder);
    expect([code, err]).toEqual([1, `ladder: No server runs on ${folder}: start one with "ladder serve".\n`]);
  });

  it('a backup that is none is not restored', async () => {
    const file = join(folder, 'friday.db');
    writeFileSync(file, 'not a database, but quite long enough to be taken for the header of one'.repeat(20));
    const { code, err } = await ladder('restore', file, '--data', join(folder, 'restored'));
    expect(code).toBe(1);
    expect(err).toMatch(/^ladder: The backup file .*friday\.db cannot be used: .*\n$/);
  });

  it('a roster that cannot be read names file, line and column', async () => {
    const file = join(folder, 'players.csv');
    writeFileSync(file, 'name,id\nAna Lind,p-1\nBen Okafor,p-1\n');
    expect(await ladder('import', 'roster', file, '--tournament', 'open', '--data', folder)).toEqual({
      code: 1,
      out: '',
      err: `ladder: ${file}: Line 3, column 2: the id p-1 stands on line 2 already.\n`,
    });
  });
});
