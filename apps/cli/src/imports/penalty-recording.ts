import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../api/api.js';
import { Refused } from '../api/refused.js';
import type { PlannedRow } from './penalty-plan.js';
import { askWhetherAnother } from './penalty-plan.js';
import type { Reference } from './penalty-reading.js';
import { bodyFor } from './rehearsal.js';

/** How often a busy server is asked again, a second apart. */
const PATIENCE = 30;

/**
 * Records rows one after the other, each as one command under a key of its own: ended anywhere, what is recorded is whole, and the same file
 * again goes on from there (R36).
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
  for (const [index, each] of ready.entries()) {
    if (stopping.aborted) return;
    progress(index);
    const { command } = each;
    if (!command) continue;
    const { ruling, distinct, key } = command;
    try {
      each.ruling = (await patiently(() => api.post<{ ruling: string }>(path, bodyFor(ruling, distinct), key))).ruling;
      each.status = 'recorded';
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      afterRefusal(each, key, error, reference);
    }
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
