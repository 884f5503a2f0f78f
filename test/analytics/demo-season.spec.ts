import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openKeys } from '@ladder/access';
import { openSqliteStore } from '@ladder/event-store';
import type { SqliteStore } from '@ladder/event-store';
import { fold } from '@ladder/ledger';
import { TOURNAMENT_STREAMS, beginningWith, eventsOf, tournamentIn } from '@ladder/ledgers';
import { ANALYTICS, withAnalytics } from '@ladder/projections';
import type { Pseudonym } from '@ladder/projections';
import { makeSeason } from '../../apps/cli/src/demo/season/season.js';
import { counted } from './naive.js';
import type { Played } from './naive.js';

const TOURNAMENTS = 40;
const MASTER_KEY = '5'.repeat(64);
const pseudonym: Pseudonym = (kind, ...texts) => [kind, ...texts].join('|');

let folder: string;
let opened: SqliteStore;
let season: readonly Played[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ladder-season-of-analytics-'));
  await makeSeason({ folder, masterKey: MASTER_KEY, tournaments: TOURNAMENTS, seed: 1 }, () => undefined, new AbortController().signal);
  opened = openSqliteStore({ folder, masterKey: openKeys({ folder, masterKey: MASTER_KEY, adminKey: 'nobody-presents-this-key' }).master });
  const streams = await opened.store.streams(TOURNAMENT_STREAMS, '', 500);
  season = await Promise.all(streams.map((stream) => playedOut(tournamentIn(stream) ?? '')));
});
afterAll(async () => {
  await opened.store.close();
  rmSync(folder, { recursive: true });
});

/** A tournament as its ledger holds it, with the external ids that the vault has. */
async function playedOut(id: string): Promise<Played> {
  const events = [];
  for await (const event of eventsOf(opened.store, id)) events.push(event);
  const ledger = events.reduce(fold, beginningWith(events[0]!));
  const players = [...ledger.players.values()].filter(({ externalId }) => externalId !== null);
  const texts = await opened.vault.open(players.map(({ externalId }) => externalId!.ref));
  return { id, events, ledger, externalIds: new Map(players.map((each) => [each.id, texts.get(each.externalId!.ref)!.text])) };
}

describe('the season of the demo', () => {
  it('is told by every analytics projection as a naive fold of its ledgers tells it', async () => {
    expect(season).toHaveLength(TOURNAMENTS);
    const refused: unknown[] = [];
    const settings = { ...opened, pseudonym, tournamentIn, report: (...what: unknown[]) => refused.push(what) };
    await withAnalytics(settings, (analytics) => {
      for (const projection of ANALYTICS) {
        for (const group of [undefined, ...projection.groups]) {
          const { rows, suppressed } = counted(projection.name, season, { group });
          expect([projection.name, group, ...analytics.rows(projection, { group })]).toEqual([projection.name, group, ...rows]);
          expect(analytics.suppressed(projection, { group })).toBe(suppressed);
          if (group === undefined) expect(rows.some((row) => row['suppressed'] === false)).toBe(true);
        }
      }
    });
    expect(refused).toEqual([]);
  });
});
