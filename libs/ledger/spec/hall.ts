import { EDITIONS } from '@ladder/editions';
import type { Edition } from '@ladder/editions';
import {
  decide,
  emptyLedger,
  fold,
  isRefusal,
  isSettled,
  mergedInto,
  open,
  openNotices,
  openReviews,
  owed,
  penaltyOf,
  playerOf,
  playerStatus,
  recordView,
  stamp,
  talliesOf,
} from '../src/index.js';
import type { Command, Draft, LedgerEvent, Ledger, Opened, PenaltyState, Refusal, Sealed } from '../src/index.js';

/** One thing that happens in the hall. */
export type Step = (hall: Hall) => void;

/** A step that was refused, where the story did not expect it. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(`${refusal.refused}: ${refusal.detail}`);
  }
}

/** A text as it would lie in the vault; here the reference is the text itself. */
export function sealed(text: string): Sealed {
  return { ref: text, commitment: '5ea1'.repeat(16) };
}

export function editionOf(id: string): Edition {
  const edition = EDITIONS.get(id);
  if (!edition) throw new Error(`there is no edition ${id}`);
  return edition;
}

/** Longer than any story needs: a ledger that owes still then would owe for ever. */
const MOST_SETTLEMENTS = 100;

/**
 * A tournament in memory: what a server does with a command (decide, stamp, fold) and after it the saga (append what is owed until nothing
 * is), with a clock that goes on one minute a command.
 */
export class Hall {
  ledger: Ledger = emptyLedger(editionOf('riftbound-2026-10-16'));
  readonly events: LedgerEvent[] = [];
  /** What a story calls its rulings and appeals. */
  readonly kept = new Map<string, string>();
  now = '2026-11-07T09:00:00.000Z';
  sagaAwake = true;

  under(edition: Edition): void {
    this.ledger = emptyLedger(edition);
  }

  /** What happens next; each step has to succeed. */
  when(...steps: readonly Step[]): this {
    for (const step of steps) {
      step(this);
      if (this.sagaAwake) this.settle();
    }
    return this;
  }

  /** Why a step is refused, or undefined if it is not: then it happens. */
  refuses(step: Step): Refusal | undefined {
    const before = this.events.length;
    try {
      step(this);
      return undefined;
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      if (this.events.length > before) throw new Error('a refused step was recorded', { cause: refused });
      return refused.refusal;
    }
  }

  /** Sends a command and answers its events. */
  send(command: Command, by: string): readonly LedgerEvent[] {
    this.pass(1);
    const decision = decide(this.ledger, command, { by, now: this.now });
    if (isRefusal(decision)) throw new Refused(decision);
    return this.record(decision, by);
  }

  /** Lets the saga append until nothing is owed. */
  settle(): void {
    for (let round = 0; !isSettled(this.ledger); round += 1) {
      if (round === MOST_SETTLEMENTS) throw new Error(`still owed: ${[...this.ledger.due.keys()].join(', ')}`);
      this.record(owed(this.ledger), 'saga');
    }
  }

  record(drafts: readonly Draft[], by: string): readonly LedgerEvent[] {
    const ids = drafts.map((_, index) => `e-${this.events.length + index}`);
    const events = stamp(this.ledger, drafts, { by, now: this.now, key: null, fingerprint: null, ids });
    for (const event of events) {
      fold(this.ledger, event);
      this.events.push(event);
    }
    return events;
  }

  pass(minutes: number): void {
    this.now = new Date(Date.parse(this.now) + minutes * 60_000).toISOString();
  }

  id(name: string): string {
    const id = this.kept.get(name);
    if (id === undefined) throw new Error(`nothing in this story is called ${name}`);
    return id;
  }

  // ── What is seen ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Every tally of a player that is not zero, by category and family. */
  warnings(player: string): Record<string, number> {
    const { categories, families } = talliesOf(this.ledger, player);
    return Object.fromEntries([
      ...categories.map((row) => [row.category, row.warnings] as const),
      ...families.map((row) => [row.family, row.warnings] as const),
    ]);
  }

  penalties(player: string): PenaltyState[] {
    return playerOf(this.ledger, player).penalties.map((id) => penaltyOf(this.ledger, id));
  }

  /** Every Game Loss and worse, e.g. `game-loss pending next-game merged`, `game-loss voided now conceded annulled`. */
  losses(player: string): string[] {
    return this.penalties(player)
      .filter((each) => !each.absorbed && each.kind !== 'none' && each.kind !== 'warning')
      .map((each) =>
        [
          each.kind,
          each.status,
          each.appliesTo?.when,
          mergedInto(this.ledger, each) !== null && 'merged',
          each.served && each.status !== 'served' && 'conceded',
          each.annulled && 'annulled',
        ]
          .filter(Boolean)
          .join(' '),
      );
  }

  /** The questions about a player that the head judge has not answered, oldest first. */
  asked(player: string): string[] {
    return openReviews(this.ledger)
      .filter((each) => each.players.includes(player))
      .map((each) => each.question)
      .reverse();
  }

  /** What the head judge was told and has not acknowledged, oldest first, e.g. `penalty Ana`. */
  told(): string[] {
    return openNotices(this.ledger)
      .map(({ about, player }) => `${about} ${player}`)
      .reverse();
  }

  status(player: string): string {
    return playerStatus(this.ledger, playerOf(this.ledger, player)).status;
  }

  recordOf(player: string): Opened<ReturnType<typeof recordView>> {
    return this.opened(recordView(this.ledger, player, true));
  }

  /** A view as it goes out, with every name and text filled in. */
  opened<T>(view: T): Opened<T> {
    const texts = { get: (ref: string) => ref } as ReadonlyMap<string, string>;
    return open(view, this.ledger, texts, true);
  }

  /** The types of the events since a position, in order. */
  types(from = 0): string[] {
    return this.events.slice(from).map((event) => event.type);
  }
}
