import { randomUUID } from 'node:crypto';
import type { Role } from '@ladder/ledger';
import { Device } from '../support/device.js';
import { EDITION, pair } from '../support/hall.js';
import type { Served } from '../support/served.js';
import { rosterOf, ROLES } from './acts.js';
import type { Act, Mishap, Official, Setup } from './acts.js';
import { Known } from './hall.js';
import type { Answer, Hall, RecordView } from './hall.js';
import type { RecordLines } from './record.js';

/** One POST, as it was sent. */
interface Sent {
  readonly by: Official;
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
}

/** The whole product, as it is met from outside: a server of its own, over HTTP. */
export class HttpHall implements Hall {
  /** The saga comes to it soon, not at once. */
  readonly patienceMs = 10_000;
  readonly #tournament = `t-${randomUUID()}`;
  readonly #tokens = new Map<Official, string | null>();
  readonly #known = new Known();
  #position = 0;
  #last: { readonly sent: Sent; readonly position: number } | null = null;

  constructor(private readonly served: Served) {}

  async open({ level, format, escalation }: Setup): Promise<void> {
    const { admin } = this.served;
    await admin.post('/v1/tournaments', { id: this.#tournament, name: 'A hall', level, format, edition: EDITION, escalation });
    for (const [official, role] of Object.entries(ROLES)) {
      this.#tokens.set(official as Official, (await pair(admin, this.#tournament, official, [role as Role])).token);
    }
    const players = rosterOf({ level, format, escalation }).map(({ id, team, kind }) => ({ id, name: id, kind, ...(team && { team }) }));
    await admin.post(this.#path('players'), { players });
  }

  async act(act: Act): Promise<Answer> {
    const sent = { by: act.by, ...(await this.#requestFor(act)), key: randomUUID() };
    const { status, body } = await this.#send(sent);
    if (status >= 300) return { done: false, status, code: (body as { code: string }).code };
    const { position, ruling, appeal } = body as { position: number; ruling?: string; appeal?: string };
    this.#position = position;
    this.#last = { sent, position };
    if (act.do === 'rule' || act.do === 'warn') this.#known.rulings.push(ruling!);
    if (act.do === 'appeal') this.#known.appeals.push(appeal!);
    return { done: true };
  }

  async mishap(mishap: Mishap): Promise<void> {
    switch (mishap) {
      case 'restart':
        await this.served.stop();
        await this.served.startAgain();
        return;
      case 'same command again':
        return this.#again();
      case 'second saga':
      case 'the saga sleeps':
      case 'the saga wakes':
        throw new Error('a server runs one saga, and always');
    }
  }

  async lines(player: string): Promise<RecordLines> {
    return this.#known.linesOf(await this.#record(player));
  }

  /** R36: it is answered with the same position, and records nothing. */
  async #again(): Promise<void> {
    if (this.#last === null) return;
    const { status, headers, body } = await this.#send(this.#last.sent);
    const { position } = body as { position: number };
    if (status >= 300 || headers.get('idempotency-replayed') !== 'true' || position !== this.#last.position) {
      throw new Error(`${JSON.stringify(this.#last)} was answered ${status} ${JSON.stringify(body)} when it was sent again`);
    }
  }

  async #record(player: string): Promise<RecordView> {
    const device = this.#device('head');
    return device.get<RecordView>(this.#path(`players/${player}/record`), { 'at-least': String(this.#position) });
  }

  #send({ by, path, body, key }: Sent) {
    return this.#device(by).ask<unknown>('POST', this.#path(path), { body, key });
  }

  #device(by: Official): Device {
    return new Device(this.served.url, this.#tokens.get(by) ?? null);
  }

  #path(path: string): string {
    return `/v1/tournaments/${this.#tournament}/${path}`;
  }

  async #penalty(name: Parameters<Known['penaltyIn']>[1]): Promise<string> {
    return `penalties/${this.#known.penaltyIn(await this.#record(name.player), name)}`;
  }

  async #requestFor(act: Act): Promise<{ path: string; body: Record<string, unknown> }> {
    const reason = 'told';
    const ruling = (number: number) => `rulings/${this.#known.ruling(number)}`;
    switch (act.do) {
      case 'warn': {
        const [{ player, category, conditions }] = act.infractions as [(typeof act.infractions)[0]];
        return { path: 'warnings', body: { player, category, conditions, ...circumstances(act) } };
      }
      case 'rule': {
        const infractions = act.infractions.map(({ player, category, conditions, penalty, deviationReason }) => ({
          player,
          category,
          conditions,
          ...(penalty !== null && { penalty }),
          ...(deviationReason !== null && { deviation: { reason: deviationReason } }),
        }));
        return {
          path: 'rulings',
          body: { infractions, refer: act.refer, ...(act.imported && { origin: 'import' }), ...circumstances(act) },
        };
      }
      case 'void':
        return { path: `${ruling(act.ruling)}/void`, body: { reason } };
      case 'reassign':
        return { path: `${ruling(act.ruling)}/reassign`, body: { from: act.from, to: act.to, reason } };
      case 'recategorise': {
        const { player, category, conditions } = act;
        return { path: `${ruling(act.ruling)}/recategorise`, body: { player, category, conditions, reason } };
      }
      case 'appeal':
        return { path: `${ruling(act.ruling)}/appeal`, body: { player: act.player, appellant: act.appellant, grounds: reason } };
      case 'decide': {
        const { decision, instead } = act;
        const path = `appeals/${this.#known.appeals[act.appeal] ?? 'none'}/decision`;
        return { path, body: { decision, ...(instead && told({ ...instead })), reason } };
      }
      case 'serve': {
        const { round, table, game } = act;
        return { path: `${await this.#penalty(act.penalty)}/serve`, body: told({ round, table, game }) };
      }
      case 'unserve':
      case 'separate':
        return { path: `${await this.#penalty(act.penalty)}/${act.do}`, body: { reason } };
      case 'retarget':
        return { path: `${await this.#penalty(act.penalty)}/retarget`, body: { appliesTo: told({ ...act.appliesTo }), reason } };
      case 'replace':
        return { path: `${await this.#penalty(act.penalty)}/replace`, body: { penalty: act.with, reason } };
      case 'answer': {
        const review = this.#known.reviewIn(await this.#record(act.review.player), act.review);
        return { path: `reviews/${review}/answer`, body: { decision: act.decision, reason } };
      }
      case 'drop':
      case 'reinstate':
        return { path: `players/${act.player}/${act.do}`, body: { reason } };
      case 'round':
        return { path: 'rounds', body: { number: act.number, pairings: [] } };
      case 'close':
        return { path: 'close', body: {} };
      case 'reopen':
        return { path: 'reopen', body: { reason } };
    }
  }
}

function circumstances({ round, table, game, gameState, offline, distinct }: Extract<Act, { do: 'rule' | 'warn' }>) {
  return told({ round, table, game, gameState, offline, distinct });
}

/** A body without the fields that are not named. */
function told(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
