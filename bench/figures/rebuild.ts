import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '@ladder/event-store';
import { warningMoves } from '@ladder/ledger';
import type { LedgerEvent } from '@ladder/ledger';
import { tournamentIn } from '@ladder/ledgers';
import { openProjections } from '@ladder/projections';
import { MASTER_KEY } from '../material/master-key.ts';
import { fill, recordTournament, writeAll } from '../material/recorded-tournament.ts';
import { compared, runsOf } from '../measure/figure.ts';
import type { Figure } from '../measure/figure.ts';
import { inScratch } from '../measure/scratch.ts';

const EVENTS_A_TOURNAMENT = 2_000;
/** Fixed, because a replay is the faster the fewer players there are. */
const PLAYERS = 500;
const PAGE = 1_000;
const PATIENCE_MS = 600_000;

/**
 * How fast a read model is built anew from the whole log, beside the live one and into its file, against reading the same rows and counting
 * the same Warnings into a map in memory.
 */
export async function figure(quick: boolean): Promise<Figure[]> {
  const events = quick ? 20_000 : 1_000_000;
  return inScratch(async (folder) => {
    const { store } = openSqliteStore({ folder, masterKey: MASTER_KEY });
    const tournaments = Array.from({ length: events / EVENTS_A_TOURNAMENT }, (_, number) => `t-${number}`);
    await fill(store, writeAll(recordTournament('t-0', EVENTS_A_TOURNAMENT, PLAYERS)), tournaments);
    const end = await store.lastPosition();
    const failed = (what: string, error: unknown): void => {
      throw new Error(what, { cause: error });
    };
    const projections = await openProjections({ folder, store, besides: [], tournamentIn, report: failed });
    if (!(await projections.reaches(end, PATIENCE_MS))) throw new Error('the read models did not come up to date');
    const runs = await runsOf(quick, async () => {
      const byHand = replayByHand(join(folder, 'events.db'));
      const begin = performance.now();
      await projections.rebuild('warning-counters');
      const ours = events / ((performance.now() - begin) / 1_000);
      const counted = projections.counters.countersOf('t-1').length;
      if (counted !== byHand.counters / tournaments.length) throw new Error(`${counted} counters a tournament, by hand ${byHand.counters}`);
      return { ours, against: events / byHand.seconds };
    });
    await projections.stop();
    await store.close();
    const name = `replay of ${events.toLocaleString('en-US')} events into warning-counters (rebuild), against reading and counting by hand (events/s)`;
    return [compared(name, { atLeast: 0.8 }, runs)];
  });
}

/** The least that counts the Warnings: every row read, those that matter parsed, nothing written. */
function replayByHand(file: string): { seconds: number; counters: number } {
  const db = new DatabaseSync(file, { readOnly: true });
  const page = db.prepare('SELECT position, stream, type, body FROM events WHERE position > ? ORDER BY position LIMIT ?', {
    returnArrays: true,
  });
  const counters = new Map<string, number>();
  const begin = performance.now();
  for (let last = 0; ;) {
    const rows = page.all(last, PAGE) as unknown as [number, number, string, string][];
    for (const [position, stream, type, body] of rows) {
      last = position;
      if (type !== 'WarningIssued') continue;
      for (const { player, category, by } of warningMoves(JSON.parse(body) as LedgerEvent)) {
        const counter = `${stream} ${player} ${category}`;
        counters.set(counter, (counters.get(counter) ?? 0) + by);
      }
    }
    if (rows.length < PAGE) break;
  }
  const seconds = (performance.now() - begin) / 1_000;
  db.close();
  return { seconds, counters: counters.size };
}
