import { hash } from 'node:crypto';
import { EDITIONS } from '@ladder/editions';
import type { Edition, Level, Penalty } from '@ladder/editions';
import { decide, emptyLedger, encode, fold, isRefusal, isSettled, owed, SAGA, stamp } from '@ladder/ledger';
import type { Command, CommandOf, Draft, Escalation, Format, Ledger, LedgerEvent, Role, Sealed } from '@ladder/ledger';
import { makePack, MerkleTree, leafHash, originOf, signCheckpoint, verifierKeyFor } from '../src/index.js';
import type { AuditPack, OpenedText, Signer } from '../src/index.js';
import { signer } from './keys.js';

export const RIFTBOUND = editionOf('riftbound-2026-10-16');

/** Who works in the hall; each id says what the person does. */
const OFFICIALS: readonly (readonly [string, Role])[] = [
  ['head', 'head-judge'],
  ['appeals', 'appeals-judge'],
  ['floor', 'floor-judge'],
  ['scorekeeper', 'scorekeeper'],
];

interface Setting {
  readonly level?: Level;
  readonly format?: Format;
  readonly escalation?: Escalation;
  readonly edition?: Edition;
  readonly players?: readonly string[];
}

/**
 * A tournament in memory, as a server would record it: commands are decided, stamped and folded, texts sealed with a salt, and the saga
 * appends what is owed after each command unless it sleeps. One minute passes a command.
 */
export class Hall {
  readonly ledger: Ledger;
  readonly events: LedgerEvent[] = [];
  readonly texts = new Map<string, OpenedText>();
  now = '2026-11-07T09:00:00.000Z';
  sagaAwake = true;
  #commands = 0;

  constructor({
    level = 'competitive',
    format = 'individual',
    escalation = 'automatic',
    edition = RIFTBOUND,
    players = PLAYERS,
  }: Setting = {}) {
    this.ledger = emptyLedger(edition);
    this.does('admin', { type: 'open-tournament', tournament: 'spring', name: this.seal('The Spring Open'), level, format, escalation });
    for (const [official, role] of OFFICIALS) {
      this.does('admin', {
        type: 'appoint-official',
        official,
        name: this.seal(`${official} Smith`),
        roles: [role],
        codeHash: hash('sha256', official),
      });
    }
    const names = players.map((id, index) => ({
      id,
      name: this.seal(`${id} Jones`),
      team: format === '2v2' ? { fresh: Math.floor(index / 2) } : null,
      externalId: null,
      kind: 'player' as const,
    }));
    const newTeams = format === '2v2' ? players.filter((_, index) => index % 2 === 0).map((id) => this.seal(`Team ${id}`)) : [];
    this.does('head', { type: 'enrol-players', newTeams, players: names });
    this.round(1);
  }

  round(number: number): this {
    return this.does('scorekeeper', { type: 'start-round', number });
  }

  /** "Ana missed-trigger +advantageous": a Warning by the floor judge. */
  warn(...errors: readonly string[]): this {
    for (const error of errors) this.rule(error, { penalty: 'warning' });
    return this;
  }

  /** A ruling; by the floor judge at table 7 unless told. */
  rule(error: string, { by = 'floor', penalty, because, ...more }: Ruled = {}): this {
    const [player = '', category = '', ...conditions] = error.split(' ');
    return this.does(by, {
      type: 'issue-ruling',
      infractions: [
        {
          player,
          category,
          conditions: conditions.map((each) => each.slice(1)),
          ...(penalty && { penalty }),
          deviation: because === undefined ? null : this.seal(because),
        },
      ],
      table: 7,
      game: 1,
      account: this.seal(`what happened to ${player} at table 7`),
      remedy: null,
      ruledAt: null,
      durationSeconds: null,
      offline: false,
      distinct: true,
      refer: false,
      ...more,
    });
  }

  /** Sends a command that must be accepted. */
  does(by: string, command: Command): this {
    const refusal = this.tries(by, command);
    if (refusal !== undefined) throw new Error(refusal);
    return this;
  }

  /** Sends a command; answers why it was refused, or undefined if it was not. */
  tries(by: string, command: Command): string | undefined {
    this.now = new Date(Date.parse(this.now) + 60_000).toISOString();
    const decision = decide(this.ledger, command, { by, now: this.now });
    if (isRefusal(decision)) return `${decision.refused}: ${decision.detail}`;
    this.#commands += 1;
    this.record(decision, by, `c-${this.#commands}`);
    if (this.sagaAwake) this.settle();
    return undefined;
  }

  settle(): this {
    while (!isSettled(this.ledger)) this.record(owed(this.ledger), SAGA, null);
    return this;
  }

  /** Appends events whatever the rules say. */
  record(drafts: readonly Draft[], by: string, key: string | null = null): this {
    for (const event of this.#stamped(drafts, by, key)) {
      fold(this.ledger, event);
      this.events.push(event);
    }
    return this;
  }

  /** Appends, as the last one, an event that no ledger takes. */
  recordUnfoldable(draft: Draft, by: string): this {
    this.events.push(...this.#stamped([draft], by, null));
    return this;
  }

  #stamped(drafts: readonly Draft[], by: string, key: string | null): LedgerEvent[] {
    const ids = drafts.map((_, index) => `e-${this.events.length + index}`);
    return stamp(this.ledger, drafts, { by, now: this.now, key, fingerprint: key && hash('sha256', key), ids });
  }

  seal(text: string): Sealed {
    const ref = `t-${this.texts.size}`;
    const salt = hash('sha256', `salt of ${ref}`);
    this.texts.set(ref, { text, salt });
    return { ref, commitment: hash('sha256', Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(text)])) };
  }

  /** Ids of the player's penalties, in the order in which they were given. */
  penalties(player: string): readonly string[] {
    return this.ledger.players.get(player)?.penalties ?? [];
  }

  /** The review that is open about a player. */
  openReview(player: string): string {
    const review = [...this.ledger.reviews.values()].find((each) => each.status === 'open' && each.players.includes(player));
    if (!review) throw new Error(`nothing is asked about ${player}`);
    return review.id;
  }

  /** The audit pack as it stands, every text opened. */
  pack(): AuditPack {
    const envelopes = this.events.map(encode);
    const bytes = envelopes.join('');
    const recorded = [...this.texts].filter(([ref]) => bytes.includes(`"ref":"${ref}"`));
    return signedPack(envelopes, { edition: this.ledger.edition, texts: Object.fromEntries(recorded) });
  }
}

type Ruled = { readonly by?: string; readonly penalty?: Penalty; readonly because?: string } & Partial<
  Omit<CommandOf<'issue-ruling'>, 'type' | 'infractions'>
>;

/** A pack over these envelopes as whoever holds the key would sign it. */
export function signedPack(
  envelopes: readonly string[],
  { edition = RIFTBOUND, texts = {}, by = signer }: { edition?: Edition; texts?: AuditPack['texts']; by?: Signer } = {},
): AuditPack {
  const root = MerkleTree.over(envelopes.map((each) => leafHash(each))).root();
  const checkpoint = signCheckpoint({ origin: originOf(by.name, 'spring'), size: envelopes.length, root }, by);
  return makePack({ tournament: 'spring', edition, checkpoint, key: verifierKeyFor(by), envelopes, texts });
}

export function editionOf(id: string): Edition {
  const edition = EDITIONS.get(id);
  if (!edition) throw new Error(`there is no edition ${id}`);
  return edition;
}

const PLAYERS = ['ana', 'ben', 'cleo', 'dov'];
