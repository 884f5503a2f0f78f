import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventStore } from '@ladder/event-store';
import type { EventType } from '@ladder/ledger';
import fc from 'fast-check';
import { Hall, MOVES, OFFICIALS } from '../spec/hall.js';
import { newFolder, openLog, removeFolders, tournamentIn } from '../spec/log.js';
import { rowHash } from '../spec/rows.js';
import { Feed } from './feed.js';
import { openProjections } from './index.js';
import type { Projections, WarningCounter } from './index.js';
import { openReadDatabase } from './read-database.js';
import { readyTables } from './table-sets.js';
import { WarningCounters, warningCounters } from './warning-counters.js';

const move = fc.record({
  what: fc.constantFrom(...MOVES),
  by: fc.constantFrom(...OFFICIALS),
  one: fc.nat(30),
  other: fc.nat(30),
});

/** Real logs on a disk that others may be using. */
jest.setTimeout(60_000);

describe('the Warning counters', () => {
  let folder: string;
  let store: EventStore;
  let projections: Projections;
  const reported: string[] = [];

  beforeAll(async () => {
    folder = newFolder();
    store = openLog(folder);
    projections = await openProjections({ folder, store, besides: [], tournamentIn, report: (what) => reported.push(what) });
  });
  afterAll(async () => {
    await projections.stop();
    await store.close();
    removeFolders();
  });

  it('equal the tallies of the ledger at any time, whatever is ruled and corrected (R19, G11)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 40 }), async (moves) => {
        const hall = await Hall.opened(store);
        for (const each of moves) {
          await hall.makes(each);
          await caughtUpWith(hall);
          expect(bareCounters(hall.tournament)).toEqual(hall.tallies);
        }
        for (const player of hall.ledger.players.keys()) {
          expect(familiesIn(projections.counters.countersOf(hall.tournament, player))).toEqual(hall.familiesOf(player));
        }
      }),
      { numRuns: 25 },
    );
    const live = rowHash(folder);
    await projections.rebuild('warning-counters');
    expect(rowHash(folder)).toBe(live);
    expect([projections.failing, reported]).toEqual([[], []]);
  });

  it.each([
    ['voided', ['void'], 'RulingVoided'],
    ['reassigned', ['reassign'], 'RulingReassigned'],
    ['recategorised', ['recategorise'], 'RulingRecategorised'],
    ['replaced', ['replace'], 'PenaltyReplaced'],
    ['overturned on appeal', ['appeal', 'decide'], 'AppealDecided'],
  ] as const)('would be seen to differ if they did not notice that a Warning was %s', async (_, corrected, type) => {
    const hall = await Hall.opened(store);
    await hall.warns('p-1');
    for (const what of corrected)
      await hall.makes({ what, by: 'admin', one: 0, other: what === 'reassign' || what === 'recategorise' ? 1 : 0 });
    expect(await countedWithout(type, hall)).not.toEqual(hall.tallies);
    expect(await countedWithout('HeadJudgeNotified', hall)).toEqual(hall.tallies);
  });

  it('hold no row for a player whose last Warning was voided', async () => {
    const hall = await Hall.opened(store);
    await hall.warns('p-1');
    await hall.makes({ what: 'void', by: 'admin', one: 0, other: 0 });
    await caughtUpWith(hall);
    expect(projections.counters.countersOf(hall.tournament)).toEqual([]);
  });

  it('tell one player of a tournament apart from the others, and each tournament from the others', async () => {
    const [one, other] = [await Hall.opened(store), await Hall.opened(store)];
    await one.warns('p-1');
    await one.warns('p-2', 'slow-play');
    await other.warns('p-1');
    await other.warns('p-1');
    await caughtUpWith(other);
    expect(projections.counters.countersOf(one.tournament, 'p-2')).toEqual([
      { player: 'p-2', category: 'slow-play', family: 'tournament-error', warnings: 1 },
    ]);
    expect(projections.counters.countersOf(other.tournament).map(({ player, warnings }) => [player, warnings])).toEqual([['p-1', 2]]);
    expect(projections.counters.countersOf('no-such-tournament')).toEqual([]);
  });

  async function caughtUpWith({ position }: Hall): Promise<void> {
    expect(await projections.reaches(position, 10_000)).toBe(true);
  }

  function bareCounters(tournament: string) {
    return bare(projections.counters.countersOf(tournament));
  }

  /** What counters that pass over one type of event say of a hall. */
  async function countedWithout(type: EventType, { tournament }: Hall) {
    const db = openReadDatabase(newFolder(), () => undefined);
    const deaf = { ...warningCounters, types: warningCounters.types.filter((each) => each !== type) };
    readyTables(db, [deaf]);
    const feed = new Feed(db, deaf, 'live', tournamentIn, () => undefined);
    while (await feed.advance(store));
    const counted = bare(new WarningCounters(db).countersOf(tournament));
    db.close();
    return counted;
  }
});

function bare(counters: readonly WarningCounter[]) {
  return counters.map(({ player, category, warnings }) => ({ player, category, warnings }));
}

function familiesIn(counters: readonly WarningCounter[]): Map<string, number> {
  const families = new Map<string, number>();
  for (const { family, warnings } of counters) families.set(family, (families.get(family) ?? 0) + warnings);
  return families;
}
