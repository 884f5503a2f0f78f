import { describe, expect, it } from '@jest/globals';
import { LEVELS } from '@ladder/editions';
import { tournamentIn } from '@ladder/ledgers';
import { ANALYTICS, columnsOf, withAnalytics } from '@ladder/projections';
import type { AnalyticsReader, Pseudonym } from '@ladder/projections';
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { counted } from './naive.js';
import type { Played, Question } from './naive.js';
import { DAYS, logOf, seasons } from './season.js';

const HISTORIES = Number(process.env['HISTORIES'] ?? 40);

/** Readable here, so that a spec sees whose it is. */
const pseudonym: Pseudonym = (kind, ...texts) => [kind, ...texts].join('|');

function reading<T>(season: readonly Played[], read: (analytics: AnalyticsReader) => T, vault?: 'before erasures'): Promise<T> {
  const refused: unknown[] = [];
  return withAnalytics({ ...logOf(season, vault), pseudonym, tournamentIn, report: (...what) => refused.push(what) }, (analytics) => {
    expect(refused).toEqual([]);
    return read(analytics);
  });
}

/** Mostly about everything: what is narrowed down is soon of too few persons. */
const seldom = <T>(arbitrary: Arbitrary<T>) => fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const questions = fc.record<Question>({
  from: seldom(fc.constantFrom(...DAYS)),
  to: seldom(fc.constantFrom(...DAYS)),
  level: seldom(fc.constantFrom(...LEVELS)),
});

describe('every analytics projection', () => {
  it('tells what a naive fold of the same ledgers tells, whatever was ruled, corrected and erased, and however it is grouped', async () => {
    const told = new Set<string>();
    await fc.assert(
      fc.asyncProperty(seasons, questions, async (season, asked) => {
        await reading(season, (analytics) => {
          for (const projection of ANALYTICS) {
            for (const group of [undefined, ...projection.groups]) {
              const question = { ...asked, group };
              const { rows, suppressed } = counted(projection.name, season, question);
              expect([projection.name, group, ...analytics.rows(projection, question)]).toEqual([projection.name, group, ...rows]);
              expect(analytics.suppressed(projection, question)).toBe(suppressed);
              if (rows.some((row) => row['suppressed'] === false)) told.add(projection.name);
            }
          }
        });
      }),
      { numRuns: HISTORIES },
    );
    // Else it would have been about suppressed rows only.
    expect([...told].sort()).toEqual(ANALYTICS.map(({ name }) => name).sort());
  });

  it('tells the same whether it was there before an erasure or is built after it, and of the erased no pseudonym at all', async () => {
    const everything = (analytics: AnalyticsReader) => ANALYTICS.map((each) => [...analytics.rows(each)]);
    await fc.assert(
      fc.asyncProperty(seasons, async (season) => {
        const built = await reading(season, everything);
        expect(await reading(season, everything, 'before erasures')).toEqual(built);
        const remembered = season.flatMap(({ ledger, externalIds }) =>
          [...externalIds].flatMap(([player, externalId]) => (ledger.players.get(player)!.erased ? [] : [externalId])),
        );
        const gone = season.flatMap(({ externalIds }) => [...externalIds.values()]).filter((each) => !remembered.includes(each));
        for (const externalId of gone) expect(JSON.stringify(built)).not.toContain(`"person|${externalId}"`);
      }),
      { numRuns: HISTORIES },
    );
  });

  it('tells its columns in the order in which it names them', async () => {
    await fc.assert(
      fc.asyncProperty(seasons, async (season) => {
        await reading(season, (analytics) => {
          for (const projection of ANALYTICS) {
            for (const row of analytics.rows(projection)) expect(Object.keys(row)).toEqual(columnsOf(projection, {}));
          }
        });
      }),
      { numRuns: 5 },
    );
  });
});
