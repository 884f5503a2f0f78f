import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openKeys } from '@ladder/access';
import { EDITIONS } from '@ladder/editions';
import { openSqliteStore } from '@ladder/event-store';
import { player as nameOf } from '@ladder/ledger';
import { Terminal, answerOf, ladder } from '../../spec/terminal.js';
import { makeSeason } from '../demo/season/season.js';
import type { SeasonMade } from '../demo/season/season.js';
import { Files } from '../folder/files.js';
import type { WhatIfTold } from '../screen/show-what-if.js';
import type { Sweep, SweptVariant } from './sweep.js';

const GAME_PLAY = 'game-play-error/same-category';
const UNSPORTING = 'unsporting-conduct/same-category';

let home: string;
let folder: string;
let made: SeasonMade;
let swept: Sweep;

const whatIf = <T = Sweep>(...words: string[]) => answerOf<T>('what-if', ...words, '--data', folder);
const refusal = async (...words: string[]) => (await ladder('what-if', ...words, '--data', folder)).err;

const changes = (answers: readonly WhatIfTold[]) => {
  const { falls, appears, asked } = together(answers);
  return falls + appears + asked;
};

/** Of single tournaments, what they come to together. */
function together(answers: readonly WhatIfTold[]) {
  const sum = (of: 'falls' | 'appears' | 'asked') =>
    answers.reduce((total, { players }) => total + players.reduce((all, each) => all + each[of].length, 0), 0);
  const stays = answers.reduce((total, each) => total + each.stays, 0);
  return {
    before: stays + sum('falls'),
    after: stays + sum('appears'),
    falls: sum('falls'),
    appears: sum('appears'),
    asked: sum('asked'),
  };
}

/** A player for whom the strictest ladder would have given a Game Loss. */
async function firstConcerned(): Promise<{ tournament: string; player: string }> {
  for (const tournament of made.tournaments) {
    const { players } = await whatIf<WhatIfTold>(tournament, '--threshold', `${GAME_PLAY}=2`);
    const one = players.find(({ appears }) => appears.length > 0);
    if (one) return { tournament, player: one.player };
  }
  throw new Error('a season in which nobody had two Warnings');
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'ladder-what-if-'));
  folder = join(home, 'data');
  const wish = { folder, masterKey: undefined, tournaments: 6, seed: 5 };
  made = await makeSeason(wish, () => undefined, new AbortController().signal);
  swept = await whatIf('--threshold', `${GAME_PLAY}=2..4`);
}, 60_000);
afterAll(() => rmSync(home, { recursive: true }));

describe('ladder what-if over a season', () => {
  it('tells of each ladder what the tournaments tell one by one', async () => {
    for (const [index, count] of [2, 3, 4].entries()) {
      const single = [];
      for (const id of made.tournaments) single.push(await whatIf<WhatIfTold>(id, '--threshold', `${GAME_PLAY}=${count}`));
      const { thresholds, changed, persons, suppressed, unlike, edition, ...numbers } = swept.variants[index] as SweptVariant;
      expect({ edition, thresholds, unlike }).toEqual({ edition: null, thresholds: [{ rule: GAME_PLAY, count }], unlike: [] });
      expect(numbers).toEqual(together(single));
      const concerned = single.flatMap(({ players }) => players).length;
      expect(persons).toBeLessThanOrEqual(concerned);
      expect(changed.length + suppressed).toBe(persons);
      expect(changed.length === 0 || changed.length >= 5).toBe(true);
      expect(new Set(changed.map(({ person }) => person)).size).toBe(changed.length);
      if (suppressed === 0) expect(changed.reduce((sum, each) => sum + each.falls + each.appears + each.asked, 0)).toBe(changes(single));
    }
  });

  it('changes nothing under the thresholds that the season was played with', () => {
    const [stricter, own, milder] = swept.variants;
    expect(own).toMatchObject({ falls: 0, appears: 0, asked: 0, persons: 0, changed: [] });
    expect(stricter?.after).toBeGreaterThan(own?.after ?? 0);
    expect(milder?.after).toBeLessThan(own?.after ?? 0);
  });

  it('counts in its record the Game Losses of the ladder that stand', async () => {
    const standing = await Files.reading(folder, {}, async (files) => {
      let losses = 0;
      for (const id of made.tournaments) {
        for (const { earned, status, annulled } of (await files.ledger(id))?.penalties.values() ?? []) {
          if (earned && !annulled && (status === 'pending' || status === 'served')) losses += 1;
        }
      }
      return losses;
    });
    expect(swept.variants.map(({ before }) => before)).toEqual([standing, standing, standing]);
  });

  it('reads only the tournaments that are named, or of a level, or opened within some days', async () => {
    const all = new Map<string, { level: string; day: string }>();
    await Files.reading(folder, {}, async (files) => {
      for (const id of made.tournaments) {
        const event = await files.opening(id);
        if (event?.type === 'TournamentOpened') all.set(id, { level: event.data.level, day: event.metadata.recordedAt.slice(0, 10) });
      }
    });
    const [first = '', second = ''] = made.tournaments;
    const threshold = ['--threshold', `${GAME_PLAY}=2`, '--threshold', `${UNSPORTING}=3`];
    expect((await whatIf(first, second, first, ...threshold)).tournaments).toBe(2);
    const casual = [...all.values()].filter(({ level }) => level === 'casual').length;
    expect((await whatIf('--level', 'casual', ...threshold)).tournaments).toBe(casual);
    const day = all.get(second)?.day ?? '';
    const within = [...all.values()].filter((each) => each.day <= day).length;
    expect((await whatIf('--to', day, ...threshold)).tournaments).toBe(within);
    expect((await whatIf('--from', day, '--to', day, ...threshold)).tournaments).toBe(
      [...all.values()].filter((each) => each.day === day).length,
    );
  });

  it('sweeps every combination of editions and thresholds, and says which tournaments an edition cannot be asked about', async () => {
    const riftbound = EDITIONS.get('riftbound-2026-10-16')!;
    const file = join(home, 'poorer.json');
    const categories = riftbound.categories.filter(({ id }) => id !== 'general-error');
    writeFileSync(file, JSON.stringify({ ...riftbound, id: 'poorer', categories }));
    const words = ['--edition', riftbound.id, '--edition', file, '--threshold', `${GAME_PLAY}=3..4`, '--threshold', `${UNSPORTING}=2`];
    const { variants } = await whatIf(...words);
    expect(variants.map(({ edition, thresholds }) => [edition, ...thresholds.map(({ count }) => count)])).toEqual([
      [riftbound.id, 3, 2],
      [riftbound.id, 4, 2],
      ['poorer', 3, 2],
      ['poorer', 4, 2],
    ]);
    expect(variants[0]?.changed).toEqual([]);
    expect(variants[1]).toMatchObject({ after: swept.variants[2]?.after });
    expect(variants[2]?.unlike.map(({ unknownCategories }) => unknownCategories)).toContainEqual(['general-error']);
    const { out } = await ladder('what-if', ...words, '--data', folder);
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /leaves out \d tournaments, where general-error was ruled on: the edition has no such category\./,
    );
  });

  it('fits a screen as narrow as a phone, with a table and a chart whose numbers are the same', async () => {
    const { code, out, err } = await ladder('what-if', '--threshold', `${GAME_PLAY}=2..4`, '--data', folder);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n').filter((line) => line.length > 60)).toEqual([]);
    for (const { before, after, falls, appears, asked, persons } of swept.variants) {
      const row = [before, after, falls, appears, asked, persons];
      expect(out).toContain(row.map((number, index) => ` ${String(number).padStart(index === 5 ? 7 : 5)}`).join(''));
      const change = after === before ? 'as now' : `${after > before ? '+' : '−'}${Math.abs(after - before)}`;
      expect(out).toMatch(new RegExp(`█ ${after} ${change.replace('+', '\\+')}\n`));
    }
  });

  it('names nobody: not on the screen, not in JSON, not in the file for a browser', async () => {
    const names = await Files.reading(folder, {}, async (files) => {
      const all: string[] = [];
      for (const id of made.tournaments) {
        const ledger = await files.ledger(id);
        if (ledger) all.push(...(await files.open([...ledger.players.keys()].map(nameOf), ledger)));
      }
      return all;
    });
    expect(names.length).toBe(made.players);
    const file = join(home, 'season.html');
    const { out } = await ladder('what-if', '--threshold', `${GAME_PLAY}=2..4`, '--out', file, '--data', folder);
    const page = readFileSync(file, 'utf8');
    for (const told of [out, page, JSON.stringify(swept)]) expect(names.filter((name) => told.includes(name))).toEqual([]);
    for (const { person } of swept.variants[0]?.changed ?? []) expect(page).toContain(person);
    expect(page).toContain("default-src 'none'");
    expect(await refusal('--threshold', `${GAME_PLAY}=2`, '--out', file)).toBe(`ladder: ${file} exists already: name a new file.\n`);
  });

  it('tells persons one by one only where they are five or more, in no tournament, and nobody who was erased', async () => {
    const [stricter, , milder] = swept.variants as [SweptVariant, SweptVariant, SweptVariant];
    const told = { person: expect.stringMatching(/^[0-9a-f]{24}$/), falls: 0, appears: expect.any(Number), asked: expect.any(Number) };
    expect(stricter.changed).toEqual(stricter.changed.map(() => told));
    expect([stricter.changed.length, stricter.suppressed]).toEqual([stricter.persons, 0]);
    expect(milder.persons).toBeGreaterThan(0);
    expect(milder.persons).toBeLessThan(5);
    expect([milder.changed, milder.suppressed]).toEqual([[], milder.persons]);

    const forgetful = join(home, 'forgetful');
    cpSync(folder, forgetful, { recursive: true });
    const erased = await firstConcerned();
    const forget = ['erase', erased.player, '--tournament', erased.tournament, '--force', '--reason', 'asked for it'];
    expect(await ladder(...forget, '--data', forgetful)).toMatchObject({ code: 0, err: '' });
    const words = ['what-if', '--threshold', `${GAME_PLAY}=2`, '--data', forgetful] as const;
    const [after] = (await answerOf<Sweep>(...words)).variants as [SweptVariant];
    expect([after.after, after.appears, after.changed.length, after.suppressed]).toEqual([
      stricter.after,
      stricter.appears,
      stricter.changed.length - 1,
      1,
    ]);
    const before = stricter.changed.map(({ person }) => person);
    expect(before).toEqual(expect.arrayContaining(after.changed.map(({ person }) => person)));
    expect((await ladder(...words)).out).toContain('1 erased: not told');
  });

  it('leaves nothing half done when Ctrl-C ends it', async () => {
    const file = join(home, 'never.html');
    const terminal = new Terminal(['what-if', '--threshold', `${GAME_PLAY}=2..4`, '--out', file, '--data', folder]);
    expect(await terminal.interrupt()).toBe(1);
    expect([terminal.out, terminal.err]).toEqual(['', 'ladder: Stopped before the end: nothing was written.\n']);
    expect(existsSync(file)).toBe(false);
  });
});

describe('ladder what-if of one tournament', () => {
  it('tells by name for whom a threshold would have changed something, and why', async () => {
    const { tournament } = await firstConcerned();
    const { out } = await ladder('what-if', tournament, '--threshold', `${GAME_PLAY}=2`, '--data', folder);
    expect(out.replace(/\s+/g, ' ')).toContain(
      `The same rulings under ${GAME_PLAY} 2 Recorded under riftbound-2026-10-16. Nothing is written.`,
    );
    expect(out.replace(/\s+/g, ' ')).toContain('would be given: Warning 2 under game-play-error/same-category, a Game Loss from 2 on');
  });
});

describe('a what-if that cannot be asked', () => {
  it.each([
    [[], 'Say what would be different: --edition, or --threshold such as game-play-error/same-category=2..5.'],
    [
      ['--threshold', 'slow-play=3'],
      '--threshold: slow-play=3 is no <rule>=<count> or <rule>=<from>..<to>, such as game-play-error/same-category=2..5.',
    ],
    [
      ['--threshold', 'game-play-error/any=3'],
      '--threshold: riftbound-2026-10-16: there is no ladder rule game-play-error/any; there are game-play-error/same-category, game-play-error/any-category, tournament-error/same-category, tournament-error/any-category, unsporting-conduct/same-category.',
    ],
    [
      ['--threshold', `${GAME_PLAY}=5..2`],
      `--threshold: ${GAME_PLAY}=5..2 is no <rule>=<count> or <rule>=<from>..<to>, such as game-play-error/same-category=2..5.`,
    ],
    [
      ['--threshold', `${GAME_PLAY}=1..3`],
      `--threshold: ${GAME_PLAY}=1..3: the first Warning is never a Game Loss, so that a count is 2 or more.`,
    ],
    [['--threshold', `${GAME_PLAY}=2..500`], `--threshold: ${GAME_PLAY}=2..500 are 499 ladders: sweep fewer at once, at most 100.`],
    [
      ['--threshold', `${GAME_PLAY}=2..21`, '--threshold', `${UNSPORTING}=2..21`],
      'These are 400 ladders: sweep fewer at once, at most 100.',
    ],
    [
      ['--threshold', `${GAME_PLAY}=2`, '--threshold', `${GAME_PLAY}=3`],
      `--threshold: ${GAME_PLAY} is there twice: give all its counts at once, as in ${GAME_PLAY}=2..5.`,
    ],
    [
      ['--threshold', `${GAME_PLAY}=2`, '--player', 'Ana'],
      '--player and --as-of are for one tournament under one ladder: name both, and leave out --out.',
    ],
    [
      ['--threshold', `${GAME_PLAY}=2`, '--from', '2026-02-01', '--to', '2026-01-01'],
      '--from 2026-02-01 is after --to 2026-01-01: no day lies between.',
    ],
    [
      ['--threshold', `${GAME_PLAY}=2`, '--from', '2030-01-01'],
      'No tournament here is of that level and from these days: there is nothing to compare.',
    ],
    [
      ['--threshold', `${GAME_PLAY}=2`, '--from', '2026-02-30'],
      "option '--from <day>' argument '2026-02-30' is invalid. A day is written as in 2026-11-07.",
    ],
  ])('%j is told in a sentence', async (words, sentence) => {
    expect(await refusal(...words)).toBe(`ladder: ${sentence}\n`);
  });

  it('a folder in which no tournament was opened yet is told so', async () => {
    const empty = join(home, 'empty');
    await openSqliteStore({
      folder: empty,
      masterKey: openKeys({ folder: empty, masterKey: undefined, adminKey: 'nobody-presents-this-key' }).master,
    }).store.close();
    const { code, err } = await ladder('what-if', '--threshold', `${GAME_PLAY}=2`, '--data', empty);
    expect([code, err]).toEqual([1, 'ladder: There is no tournament here yet.\n']);
  });

  it('a tournament that is not there is told with those that are', async () => {
    expect(await refusal('nowhere', made.tournaments[0] ?? '', '--threshold', `${GAME_PLAY}=2`)).toMatch(
      /^ladder: There is no tournament nowhere here: choose /,
    );
  });
});
