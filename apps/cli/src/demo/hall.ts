import type { Level } from '@ladder/editions';
import type { Format, Opened, PenaltyEntry, noticeView, pendingView } from '@ladder/ledger';
import type { Api } from '../api/api.js';
import type { PlayerRecord } from '../screen/show-record.js';
import type { OfficialPerson, Person } from './cast.js';

export const EDITION = 'riftbound-2026-10-16';

/** How long a hall waits until its ledger shows what must follow, in milliseconds. */
const PATIENCE = 10_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export interface Setting {
  readonly id: string;
  readonly name: string;
  readonly level: Level;
  readonly format: Format;
  /** How many rounds are played on each day. */
  readonly days: readonly number[];
}

/** What a judge sends about one player: the category, and what else matters. */
export interface Infraction {
  readonly player: string;
  readonly category: string;
  readonly conditions?: readonly string[];
  readonly penalty?: string;
}

/** How a ruling was made; the round and the table are the player's own unless told. */
export interface Circumstances {
  readonly by?: string;
  /** Minutes into the round: the judge's claim of when it was. */
  readonly minute?: number;
  readonly round?: number;
  readonly table?: number;
  readonly game?: number;
  readonly gameState?: string;
  readonly account?: string;
  readonly durationSeconds?: number;
  readonly offline?: boolean;
  readonly refer?: boolean;
}

export interface RulingAnswer {
  readonly ruling: string;
  readonly position: number;
  readonly penalties: readonly PenaltyEntry[];
  readonly review: string | null;
}

/** One tournament of the demo: its officials with their devices, its players with their seats. All of it goes through the HTTP API. */
export class Hall {
  readonly #path: string;
  readonly #devices = new Map<string, { api: Api; token: string }>();
  readonly #names = new Map<string, string>();
  readonly #seats = new Map<string, number>();
  round = 0;

  private constructor(
    readonly setting: Setting,
    private readonly admin: Api,
    /** Midnight (UTC) of the first day; the last day is yesterday, so that no judge's claim lies in the future. */
    private readonly midnight: number,
  ) {
    this.#path = `/v1/tournaments/${setting.id}`;
  }

  /** Opens a tournament, pairs a device with each official and enrols the players. */
  static async open(admin: Api, setting: Setting, officials: readonly OfficialPerson[], players: readonly Person[]): Promise<Hall> {
    const { id, name, level, format, days } = setting;
    await admin.post('/v1/tournaments', { id, name, level, format, edition: EDITION });
    const hall = new Hall(setting, admin, Math.floor(Date.now() / DAY) * DAY - days.length * DAY);
    for (const official of officials) {
      hall.#names.set(official.id, official.name);
      const code = await hall.appoint(official);
      const { token } = await admin.post<{ token: string }>('/v1/pairings', { code });
      hall.#devices.set(official.id, { api: admin.as(token), token });
    }
    await hall.by('desk').post(`${hall.#path}/players`, { players });
    for (const player of players) hall.#names.set(player.id, player.name);
    return hall;
  }

  /** Appoints an official and tells the code that pairs a device, once. */
  async appoint({ id, name, roles }: OfficialPerson): Promise<string> {
    const { pairing } = await this.admin.post<{ pairing: { code: string } }>(`${this.#path}/officials`, { id, name, roles });
    return pairing.code;
  }

  /** An official's device. */
  by(official: string): Api {
    return this.#device(official).api;
  }

  tokenOf(official: string): string {
    return this.#device(official).token;
  }

  /** The name of a player or an official. */
  nameOf(id: string): string {
    return this.#names.get(id) ?? id;
  }

  tableOf(player: string): number | undefined {
    return this.#seats.get(player);
  }

  /** "Harbour Open, day 2, round 7, table 12" */
  placeOf(player: string): string {
    const table = this.tableOf(player);
    return `${this.setting.name}, day ${this.#day(this.round)}, round ${this.round}${table === undefined ? '' : `, table ${table}`}`;
  }

  async startRound(tables: readonly (readonly string[])[]): Promise<void> {
    this.round += 1;
    const pairings = tables.map((players, index) => ({ table: index + 1, players }));
    await this.by('desk').post(`${this.#path}/rounds`, { number: this.round, pairings });
    this.#seats.clear();
    for (const { table, players } of pairings) for (const player of players) this.#seats.set(player, table);
  }

  /** A tap on "Warning". */
  async warn({ penalty: _, ...infraction }: Infraction, circumstances: Circumstances = {}): Promise<RulingAnswer> {
    const { by, ...at } = this.#at(infraction.player, circumstances);
    return this.by(by).post<RulingAnswer>(`${this.#path}/warnings`, { ...infraction, ...at });
  }

  /** A ruling with everything that may belong to one. */
  async rule(infractions: readonly [Infraction, ...Infraction[]], circumstances: Circumstances = {}): Promise<RulingAnswer> {
    const { by, ...at } = this.#at(infractions[0].player, circumstances);
    return this.by(by).post<RulingAnswer>(`${this.#path}/rulings`, { infractions, ...at });
  }

  async post<T>(by: string, path: string, body: unknown): Promise<T> {
    return this.by(by).post<T>(`${this.#path}/${path}`, body);
  }

  async get<T>(by: string, path: string): Promise<T> {
    return this.by(by).get<T>(`${this.#path}/${path}`);
  }

  /** A player's record as soon as it shows what must follow. @throws if it never does. */
  async recordOnce(player: string, holds: (record: PlayerRecord) => boolean): Promise<PlayerRecord> {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const record = await this.get<PlayerRecord>('head', `players/${player}/record`);
      if (holds(record)) return record;
      if (Date.now() > deadline) throw new Error(`The record of ${player} in ${this.setting.id} never showed what must follow.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The scorekeeper records the losses that are for this moment as conceded: `now` at a round's end, `next` when the next one has begun. */
  async serve(when: 'now' | 'next'): Promise<void> {
    type Pending = Opened<ReturnType<typeof pendingView>>;
    const { losses } = await this.get<Pending>('desk', 'pending');
    for (const { penalty, appliesTo, seat } of losses) {
      if (!seat || (appliesTo?.when.startsWith('next') ?? false) !== (when === 'next')) continue;
      const game = appliesTo && 'game' in appliesTo && appliesTo.game !== null ? appliesTo.game : 1;
      await this.post('desk', `penalties/${penalty}/serve`, { round: this.round, table: seat.table, game });
    }
  }

  /** The head judge has read what is open. */
  async acknowledge(): Promise<void> {
    type Notice = Opened<ReturnType<typeof noticeView>>;
    const { items } = await this.get<{ items: Notice[] }>('head', 'notices?status=open&limit=500');
    for (const { id } of items.toReversed()) await this.post('head', `notices/${id}/acknowledge`, {});
  }

  #at(player: string, { by, minute = 20, round = this.round, table = this.tableOf(player), ...more }: Circumstances) {
    const ruledAt = new Date(this.#startOf(round) + minute * MINUTE).toISOString();
    return { by: by ?? this.#judgeAt(table), round, ruledAt, ...(table !== undefined && { table }), ...more };
  }

  /** Each floor judge has a part of the hall. */
  #judgeAt(table = 1): string {
    const floor = [...this.#devices.keys()].filter((id) => !['head', 'appeals', 'desk'].includes(id));
    return floor[Math.min(Math.floor((table - 1) / 11), floor.length - 1)] ?? 'head';
  }

  /** Rounds begin at 10:00 UTC and every 70 minutes; deck checks (round 0) are an hour before the first. */
  #startOf(round: number): number {
    if (round === 0) return this.midnight + 9 * 60 * MINUTE;
    const day = this.#day(round);
    const earlier = this.setting.days.slice(0, day - 1).reduce((sum, each) => sum + each, 0);
    return this.midnight + (day - 1) * DAY + 10 * 60 * MINUTE + (round - earlier - 1) * 70 * MINUTE;
  }

  /** The day of a round, from 1. */
  #day(round: number): number {
    let left = round;
    const before = this.setting.days.findIndex((rounds) => (left -= rounds) <= 0);
    return before + 1;
  }

  #device(official: string): { api: Api; token: string } {
    const device = this.#devices.get(official);
    if (!device) throw new Error(`${official} has no device in ${this.setting.id}`);
    return device;
  }
}
