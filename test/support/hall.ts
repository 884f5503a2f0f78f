import { randomUUID } from 'node:crypto';
import type { Opened, PenaltyEntry, RulingAnswer, TimelineItem, noticeView, pendingView, recordView, tournamentView } from '@ladder/ledger';
import type { LedgerEvent, Role } from '@ladder/ledger';
import { Device } from './device.js';
import type { Page } from './device.js';

export const EDITION = 'riftbound-2026-10-16';

export type Ruled = Opened<RulingAnswer>;
export type Entry = Opened<PenaltyEntry>;
export type RecordBody = Opened<ReturnType<typeof recordView>>;
export type Notice = Opened<ReturnType<typeof noticeView>>;
export type Pending = Opened<ReturnType<typeof pendingView>>;
export type Tournament = Opened<ReturnType<typeof tournamentView>>;
export type Timeline = Opened<TimelineItem>;

/** The staff of a test hall: each of them holds one role, and is called by it. */
export const STAFF: Readonly<Record<string, Role>> = {
  head: 'head-judge',
  appeals: 'appeals-judge',
  floor: 'floor-judge',
  scorekeeper: 'scorekeeper',
  organizer: 'organizer',
  auditor: 'auditor',
};
export type Staff = 'head' | 'appeals' | 'floor' | 'scorekeeper' | 'organizer' | 'auditor';

export interface Opening {
  readonly id?: string;
  readonly level?: string;
  readonly format?: string;
  readonly escalation?: string;
  /** By id and name, or with a team. */
  readonly players?: readonly { readonly id: string; readonly name: string; readonly team?: string }[];
  /** Whether the first round is under way. */
  readonly started?: boolean;
}

const ANA_BEN_CLEO = [
  { id: 'ana', name: 'Ana Lindqvist' },
  { id: 'ben', name: 'Ben Okafor' },
  { id: 'cleo', name: 'Cleo Marchetti' },
];

/** A server that is named to the specs keeps the halls of earlier runs. */
const RUN = randomUUID().slice(0, 8);
let halls = 0;

/** One tournament on a server, with its staff at their devices. */
export class Hall {
  readonly path: string;
  readonly #devices: ReadonlyMap<string, Device>;

  private constructor(
    readonly id: string,
    readonly admin: Device,
    devices: ReadonlyMap<string, Device>,
  ) {
    this.path = `/v1/tournaments/${id}`;
    this.#devices = devices;
  }

  /** Opens a tournament, pairs the staff, enrols players and starts the first round. */
  static async open(admin: Device, opening: Opening = {}): Promise<Hall> {
    const { id = `hall-${RUN}-${++halls}`, level = 'competitive', format = 'individual', escalation = 'automatic' } = opening;
    const { players = ANA_BEN_CLEO, started = true } = opening;
    await admin.post('/v1/tournaments', { id, name: `Hall ${id}`, level, format, edition: EDITION, escalation });
    const paired = Object.entries(STAFF).map(async ([name, role]) => [name, await pair(admin, id, name, [role])] as const);
    const hall = new Hall(id, admin, new Map(await Promise.all(paired)));
    if (players.length > 0) await hall.post('organizer', 'players', { players });
    if (started) await hall.post('scorekeeper', 'rounds', { number: 1 });
    return hall;
  }

  /** The device of one of the staff. */
  by(who: Staff): Device {
    const device = this.#devices.get(who);
    if (!device) throw new Error(`${who} has no device`);
    return device;
  }

  /** The same hall on a server that was started again. */
  at(url: string): Hall {
    const moved = [...this.#devices].map(([name, { token }]) => [name, new Device(url, token)] as const);
    return new Hall(this.id, new Device(url, this.admin.token), new Map(moved));
  }

  async get<T>(who: Staff, path: string): Promise<T> {
    return this.by(who).get<T>(`${this.path}/${path}`);
  }

  async post<T>(who: Staff, path: string, body: unknown = {}, key?: string): Promise<T> {
    return this.by(who).post<T>(`${this.path}/${path}`, body, key);
  }

  /** A Warning for another error each time, by the floor judge. */
  async warn(player: string, category: string, circumstances: Readonly<Record<string, unknown>> = {}, key?: string): Promise<Ruled> {
    return this.post<Ruled>('floor', 'warnings', { player, category, distinct: true, ...circumstances }, key);
  }

  async record(player: string, query = ''): Promise<RecordBody> {
    return this.get<RecordBody>('head', `players/${player}/record${query}`);
  }

  async notices(): Promise<readonly Notice[]> {
    return (await this.get<Page<Notice>>('head', 'notices?limit=500')).items;
  }

  /** The whole ledger, page by page. */
  async ledger(): Promise<LedgerEvent[]> {
    const events: LedgerEvent[] = [];
    for (let after: string | null = ''; after !== null;) {
      const query = after === '' ? '' : `&after=${after}`;
      const page: Page<LedgerEvent> = await this.get<Page<LedgerEvent>>('auditor', `ledger?limit=500${query}`);
      events.push(...page.items);
      after = page.next;
    }
    return events;
  }

  /** The position of the last event. */
  async end(): Promise<number> {
    return (await this.admin.get<Tournament>(this.path)).position;
  }
}

/** Appoints an official and pairs a device. */
export async function pair(admin: Device, tournament: string, official: string, roles: readonly Role[]): Promise<Device> {
  const { pairing } = await admin.post<{ pairing: { code: string } }>(`/v1/tournaments/${tournament}/officials`, {
    id: official,
    name: `Official ${official}`,
    roles,
  });
  const { token } = await admin.as(null).post<{ token: string }>('/v1/pairings', { code: pairing.code });
  return admin.as(token);
}
