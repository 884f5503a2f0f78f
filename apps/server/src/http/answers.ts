import { fingerprint } from '@ladder/access';
import type { Keys } from '@ladder/access';
import { canonicalJson, correctionAnswer, correctionFacts } from '@ladder/ledger';
import type { CorrectionAnswer, Ledger, LedgerEvent, Opened, Refusal } from '@ladder/ledger';
import { isRecorded } from '@ladder/ledgers';
import type { Build, Ledgers, Unexecuted } from '@ladder/ledgers';
import { Injectable } from '@nestjs/common';
import { readsTexts } from './caller.js';
import type { Caller, Sent } from './caller.js';
import { Problem } from './problem.js';

/** How long an answer waits for what the saga makes of it (R27). */
const SAGA_MS = 500;
/** Events that may follow from one correction, as far as its answer tells them. */
const FOLLOWED = 200;

/** Carries out commands for the controllers: idempotency, refusals as problems, the wait for the saga, the opening of names and texts. */
@Injectable()
export class Answers {
  constructor(
    readonly ledgers: Ledgers,
    private readonly keys: Keys,
  ) {}

  /** Carries out a command; `facts` is what its answer keeps of the ledger right after it. A refusal is thrown as a {@link Problem}. */
  async record<Facts>(
    { caller, tournament, key, path, body, reply }: Sent,
    build: Build,
    facts: (then: Ledger, own: readonly LedgerEvent[]) => Facts,
    options: { edition?: string; settleFirst?: boolean } = {},
  ): Promise<{ position: number; facts: Facts }> {
    const request = { tournament, by: caller.by, key, fingerprint: fingerprint(this.keys, canonicalJson({ path, body })) };
    const outcome = await this.ledgers.execute(request, build, facts, options);
    if (!isRecorded(outcome)) throw refusalOf(outcome);
    if (outcome.replayed) void reply.header('idempotency-replayed', 'true');
    return outcome;
  }

  /** Carries out what is recorded anew each time it is asked for, so that no key says which one it is. */
  async recordOnce(caller: Caller, tournament: string, build: Build): Promise<void> {
    const outcome = await this.ledgers.execute({ tournament, by: caller.by, key: null, fingerprint: null }, build, () => null);
    if (!isRecorded(outcome)) throw refusalOf(outcome);
  }

  /** The ledger once the saga has been waited for: what is shown of it is read at once. */
  async afterSaga(tournament: string): Promise<Ledger> {
    await this.ledgers.settled(tournament, SAGA_MS);
    return this.ledgerOf(tournament);
  }

  /** A correction or decision, with what it moved and what followed. */
  async correct(sent: Sent, build: Build): Promise<Opened<CorrectionAnswer>> {
    const { facts } = await this.record(sent, build, correctionFacts);
    const now = await this.afterSaga(sent.tournament);
    const later = await this.ledgers.events(sent.tournament, facts.position + 1, FOLLOWED);
    return this.open(sent.caller, sent.tournament, correctionAnswer(now, facts, later));
  }

  /** A ledger to be read at once, of a tournament that the guard has found. */
  async ledgerOf(tournament: string): Promise<Ledger> {
    const ledger = await this.ledgers.read(tournament);
    if (!ledger) throw new Problem('unknown-tournament', 'There is no such tournament.');
    return ledger;
  }

  /** Fills in the names, and the texts that this caller may read. */
  async open<T>(caller: Caller, tournament: string, view: T): Promise<Opened<T>> {
    return this.ledgers.open(tournament, view, readsTexts(caller));
  }
}

/** A refusal as the problem that answers it. */
export function refusalOf(outcome: Refusal | Unexecuted): Problem {
  if (isUnexecuted(outcome))
    return new Problem(outcome.refused, outcome.detail, {}, outcome.refused === 'busy' ? { 'retry-after': '1' } : {});
  return Problem.of(outcome);
}

function isUnexecuted(outcome: Refusal | Unexecuted): outcome is Unexecuted {
  return outcome.refused === 'busy' || outcome.refused === 'command-in-progress' || outcome.refused === 'idempotency-key-reused';
}
