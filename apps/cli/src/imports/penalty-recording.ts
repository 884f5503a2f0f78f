import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../api/api.js';
import { Refused } from '../api/refused.js';
import type { PlannedRow } from './penalty-plan.js';
import { askWhetherAnother } from './penalty-plan.js';
import type { Reference } from './reference.js';
import { bodyFor } from './rehearsal.js';

/** How often a busy server is asked again, a second apart. */
const PATIENCE = 30;

/** So many rows are on their way at once: the store takes what waits in one go. */
const LANES = 16;

/**
 * Records rows, each as one command under a key of its own: ended anywhere, what is recorded is whole, and the same file again goes on from
 * there (R36). The rows of one player go one after the other, because their order counts (R25); those of others go beside them.
 *
 * @throws Complaint when the server is gone; the rows know how far it came.
 */
export async function recorded(
  api: Api,
  tournament: string,
  ready: readonly PlannedRow[],
  { reference, stopping, progress }: { reference: Reference; stopping: AbortSignal; progress: (rows: number) => void },
): Promise<void> {
  const path = `/v1/tournaments/${encodeURIComponent(tournament)}/rulings`;
  for (const each of ready) each.status = 'not reached';
  let done = 0;
  let isCut = false;
  const recordAll = async (lane: readonly PlannedRow[]) => {
    for (const each of lane) {
      if (stopping.aborted || isCut) return;
      try {
        await record(api, path, each, reference);
      } catch (error) {
        isCut = true;
        throw error;
      }
      progress((done += 1));
    }
  };
  // All lanes are at their end before the first failure is told: nothing goes on behind its back.
  const ends = await Promise.allSettled(lanesOf(ready).map(recordAll));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

function lanesOf(ready: readonly PlannedRow[]): PlannedRow[][] {
  const lanes = Array.from({ length: LANES }, (): PlannedRow[] => []);
  const players = new Map<string, number>();
  for (const each of ready) {
    const player = each.command?.ruling.player ?? '';
    const lane = players.get(player) ?? players.size % LANES;
    players.set(player, lane);
    lanes[lane]?.push(each);
  }
  return lanes;
}

async function record(api: Api, path: string, each: PlannedRow, reference: Reference): Promise<void> {
  const { command } = each;
  if (!command) return;
  const { ruling, distinct, key } = command;
  try {
    each.ruling = (await patiently(() => api.post<{ ruling: string }>(path, bodyFor(ruling, distinct), key))).ruling;
    each.status = 'recorded';
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    afterRefusal(each, key, error, reference);
  }
}

/** The ledger went on meanwhile: what was clear when it was rehearsed may be recorded, refused, or a question by now. */
function afterRefusal(each: PlannedRow, key: string, { code, message, ruling }: Refused, reference: Reference): void {
  if (code === 'idempotency-key-reused') {
    each.status = 'already there';
  } else if (code === 'possible-duplicate' && ruling !== undefined) {
    const answer = askWhetherAnother(each, key, { ruling }, reference);
    // The answer is heard by the next run, which reads the ledger anew.
    each.status = answer === 'same' ? 'left out' : answer === 'another' ? 'not reached' : 'needs an answer';
  } else {
    each.status = 'refused';
    each.why = `Line ${each.line}: ${message}`;
  }
}

async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Refused) || ![429, 503].includes(error.status) || tries === PATIENCE) throw error;
      await pause(1_000);
    }
  }
}
