import { pairingHash, pairingSecret } from '@ladder/access';
import type { Keys } from '@ladder/access';
import type { Ledger, LedgerEvent, Role } from '@ladder/ledger';
import { isRecorded, persons } from '@ladder/ledgers';
import type { Build, Ledgers, Sealing } from '@ladder/ledgers';
import type { Dice } from '../dice.js';
import { EDITION } from '../hall.js';
import { Agenda } from './agenda.js';
import type { Plan } from './calendar.js';
import type { Community, Judge, Regular } from './community.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A round takes fifty minutes, what is left over at the end of time, and the way to the next table. */
const ROUND_MINUTES = 70;
/** From so many players on somebody else than the head judge keeps the score. */
const OWN_SCOREKEEPER_FROM = 40;

/** What time it is for the ledgers of a season: the time of what is being played, never the machine's. */
export class SeasonClock {
  #now = 0;

  readonly now = (): Date => new Date(this.#now);

  /** It is never set back. */
  set(at: number): void {
    this.#now = Math.max(this.#now, at);
  }

  begin(at: number): void {
    this.#now = at;
  }

  tick(): void {
    this.#now += 1_000;
  }
}

/** What a season's tournaments are played with. */
export interface Season {
  readonly ledgers: Ledgers;
  readonly clock: SeasonClock;
  readonly keys: Keys;
  readonly community: Community;
}

/** One tournament while it is played: its agenda, who is there, and the way of every command through `decide` into the ledger. */
export class SeasonHall {
  readonly agenda = new Agenda();
  readonly players: ReadonlyMap<string, Regular>;
  readonly head: Judge;
  /** At high level somebody beside the head judge hears appeals. */
  readonly appeals: Judge | null;
  readonly floor: readonly Judge[];
  readonly scorekeeper: Judge;

  constructor(
    private readonly season: Season,
    readonly plan: Plan,
    readonly dice: Dice,
  ) {
    const { community } = season;
    this.players = new Map(community.players(plan.players).map((regular, index) => [`p-${String(index + 1).padStart(3, '0')}`, regular]));
    const [head, second, third, ...floor] = community.judges(3 + plan.floorJudges);
    if (!head || !second || !third) throw new Error('a community has judges for every tournament');
    this.head = head;
    this.scorekeeper = plan.players >= OWN_SCOREKEEPER_FROM ? second : head;
    this.appeals = plan.level === 'professional' ? third : null;
    this.floor = floor;
  }

  get rounds(): number {
    return this.plan.days.reduce((sum, each) => sum + each, 0);
  }

  /** Rounds begin at 10:00 UTC; deck checks (round 0) are an hour before the first. @returns milliseconds since 1970. */
  timeIn(round: number, minute: number): number {
    let day = 0;
    let ofDay = Math.max(round - 1, 0);
    for (const rounds of this.plan.days) {
      if (ofDay < rounds) break;
      ofDay -= rounds;
      day += 1;
    }
    const start = this.plan.midnight + day * DAY + (round === 0 ? 9 * 60 : 10 * 60 + ofDay * ROUND_MINUTES) * MINUTE;
    return start + minute * MINUTE;
  }

  /** Puts something on the agenda of a round, some minutes after its beginning. */
  note(round: number, minute: number, act: () => Promise<void>): void {
    this.agenda.note(this.timeIn(round, minute), act);
  }

  /** Plays what is on the agenda, and what comes onto it. */
  async play(): Promise<void> {
    this.season.clock.begin(this.plan.midnight);
    await this.agenda.run((at) => this.season.clock.set(at));
  }

  get now(): number {
    return this.season.clock.now().getTime();
  }

  /** The ledger as it is, to be read at once. */
  async ledger(): Promise<Ledger> {
    const ledger = await this.season.ledgers.read(this.plan.id);
    if (!ledger) throw new Error(`${this.plan.id} was not opened`);
    return ledger;
  }

  /** Sends a command that has to be recorded, and lets the saga settle what follows from it. @returns the command's own events. */
  async does(by: string, build: Build, more: { edition?: string; settleFirst?: boolean } = {}): Promise<readonly LedgerEvent[]> {
    const { ledgers, clock } = this.season;
    clock.tick();
    // Nobody will send it again, so it needs no key to be known by.
    const request = { tournament: this.plan.id, by, key: null, fingerprint: null };
    const outcome = await ledgers.execute(request, build, (_then, own) => own, more);
    if (!isRecorded(outcome)) throw new Error(`${this.plan.id}: ${outcome.refused}: ${outcome.detail}`);
    await ledgers.settle(this.plan.id);
    return outcome.facts;
  }

  open(): Promise<unknown> {
    const { id, name, level, format, escalation } = this.plan;
    return this.does(
      'admin',
      (_, sealing) => ({
        type: 'open-tournament',
        tournament: id,
        name: sealing.seal(name, [persons.nobody(id)]),
        level,
        format,
        escalation,
      }),
      { edition: EDITION },
    );
  }

  /** Appoints an official, whose device takes the code at once. */
  async appoint({ id: official, name }: Judge, roles: readonly Role[]): Promise<void> {
    const { id } = this.plan;
    const codeHash = pairingHash(this.season.keys, id, pairingSecret(this.season.keys, id, official));
    await this.does('admin', (_, sealing) => ({
      type: 'appoint-official',
      official,
      name: sealing.seal(name, [persons.official(id, official)]),
      roles,
      codeHash,
    }));
    await this.does(official, () => ({ type: 'pair-official', codeHash }));
  }

  /** Whom a text about these players concerns, as the vault knows them. */
  about(sealing: Sealing, text: string, players: readonly string[]) {
    return sealing.seal(
      text,
      players.map((player) => persons.player(this.plan.id, player)),
    );
  }
}
