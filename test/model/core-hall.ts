import {
  ADMIN,
  decide,
  decode,
  encode,
  fold,
  fork,
  isRefusal,
  isSettled,
  ledgerUnder,
  owed,
  recordView,
  SAGA,
  stamp,
} from '@ladder/ledger';
import type { Command, Draft, Ledger, LedgerEvent, Role, Sealed } from '@ladder/ledger';
import { rosterOf, ROLES } from './acts.js';
import type { Act, Mishap, Setup } from './acts.js';
import { Known } from './hall.js';
import type { Answer, Hall } from './hall.js';
import type { RecordLines } from './record.js';

const NOW = '2026-11-07T09:00:00.000Z';
const TOLD: Sealed = { ref: 'told', commitment: '0'.repeat(64) };
/** Longer than any history needs: a ledger that owes still then would owe for ever. */
const MOST_SETTLEMENTS = 50;

/** The pure core in memory: decide, fold, owe, and nothing of the machine around it. */
export class CoreHall implements Hall {
  #ledger = emptyLedger();
  readonly #stored: string[] = [];
  readonly #known = new Known();

  async open({ level, format, escalation }: Setup): Promise<void> {
    this.#must({ type: 'open-tournament', tournament: 't', name: TOLD, level, format, escalation });
    for (const [official, role] of Object.entries(ROLES)) {
      this.#must({ type: 'appoint-official', official, name: TOLD, roles: [role as Role], codeHash: official });
    }
    const roster = rosterOf({ level, format, escalation });
    const teams = [...new Set(roster.map(({ team }) => team).filter((team) => team !== null))];
    this.#must({
      type: 'enrol-players',
      newTeams: teams.map(() => TOLD),
      players: roster.map(({ id, team, kind }) => ({
        id,
        name: TOLD,
        team: team === null ? null : { fresh: teams.indexOf(team) },
        externalId: null,
        kind,
      })),
    });
  }

  async act(act: Act): Promise<Answer> {
    const before = this.#stored.length;
    const refused = this.#send(this.#commandOf(act), act.by);
    if (refused !== null) return { done: false, status: null, code: refused };
    for (const { type, data } of this.#stored.slice(before).map(decode)) {
      if (type === 'AppealFiled') this.#known.appeals.push(data.appeal);
    }
    if (act.do === 'rule' || act.do === 'warn') this.#known.rulings.push(rulingIn(decode(this.#stored[before]!)));
    this.#settle();
    return { done: true };
  }

  async mishap(mishap: Mishap): Promise<void> {
    switch (mishap) {
      case 'restart':
        this.#ledger = this.#stored.map(decode).reduce(fold, emptyLedger());
        break;
      case 'second saga':
        this.#settle();
        break;
      case 'same command again':
        break;
    }
  }

  async lines(player: string): Promise<RecordLines> {
    return this.#known.linesOf(recordView(this.#ledger, player, true));
  }

  async close(): Promise<void> {
    return Promise.resolve();
  }

  #must(command: Command): void {
    const refused = this.#send(command, ADMIN);
    if (refused !== null) throw new Error(`${command.type} was refused: ${refused}`);
  }

  #send(command: Command, by: string): string | null {
    const decision = decide(this.#ledger, command, { by, now: NOW });
    if (isRefusal(decision)) return decision.refused;
    this.#append(decision, by);
    return null;
  }

  #settle(): void {
    for (let times = 0; !isSettled(this.#ledger); times++) {
      if (times > MOST_SETTLEMENTS) throw new Error('the ledger owes for ever');
      this.#append(owed(this.#ledger), SAGA);
    }
  }

  #append(drafts: readonly Draft[], by: string): void {
    const ids = drafts.map((_, i) => `${this.#stored.length + i}`);
    const events = stamp(this.#ledger, drafts, { by, now: NOW, key: null, fingerprint: null, ids });
    for (const event of events) {
      this.#stored.push(encode(event));
      this.#ledger = fold(this.#ledger, event);
    }
  }

  #penalty(name: Parameters<Known['penaltyIn']>[1]): string {
    return this.#known.penaltyIn(recordView(this.#ledger, name.player, true), name);
  }

  #commandOf(act: Act): Command {
    const reason = TOLD;
    switch (act.do) {
      case 'warn': {
        const [{ player, category, conditions }] = act.infractions as [(typeof act.infractions)[0]];
        return { type: 'issue-warning', player, category, conditions, ...circumstances(act) };
      }
      case 'rule':
        return {
          type: 'issue-ruling',
          infractions: act.infractions.map(({ player, category, conditions, penalty, deviationReason }) => ({
            player,
            category,
            conditions,
            ...(penalty !== null && { penalty }),
            deviation: deviationReason === null ? null : TOLD,
          })),
          remedy: null,
          refer: act.refer,
          ...circumstances(act),
        };
      case 'void':
        return { type: 'void-ruling', ruling: this.#known.ruling(act.ruling), reason };
      case 'reassign':
        return { type: 'reassign-ruling', ruling: this.#known.ruling(act.ruling), from: act.from, to: act.to, reason };
      case 'recategorise': {
        const { player, category, conditions } = act;
        return { type: 'recategorise-ruling', ruling: this.#known.ruling(act.ruling), player, category, conditions, reason };
      }
      case 'appeal':
        return {
          type: 'file-appeal',
          ruling: this.#known.ruling(act.ruling),
          player: act.player,
          appellant: act.appellant,
          grounds: TOLD,
        };
      case 'decide': {
        const { category, conditions, penalty } = act.instead ?? {};
        return {
          type: 'decide-appeal',
          appeal: this.#known.appeals[act.appeal] ?? 'none',
          decision: act.decision,
          ...(category !== undefined && { category }),
          ...(conditions !== undefined && { conditions }),
          ...(penalty !== undefined && penalty !== null && { penalty }),
          reason,
        };
      }
      case 'serve':
        return { type: 'serve-penalty', penalty: this.#penalty(act.penalty), round: act.round, table: act.table, game: act.game };
      case 'unserve':
        return { type: 'unserve-penalty', penalty: this.#penalty(act.penalty), reason };
      case 'separate':
        return { type: 'separate-penalty', penalty: this.#penalty(act.penalty), reason };
      case 'retarget': {
        const { when, ...at } = act.appliesTo;
        const appliesTo = { when, ...Object.fromEntries(Object.entries(at).filter(([, value]) => value !== null)) };
        return { type: 'retarget-penalty', penalty: this.#penalty(act.penalty), appliesTo, reason };
      }
      case 'replace':
        return { type: 'replace-penalty', penalty: this.#penalty(act.penalty), by: act.with, reason };
      case 'answer': {
        const review = this.#known.reviewIn(recordView(this.#ledger, act.review.player, true), act.review);
        return { type: 'answer-review', review, decision: act.decision, reason };
      }
      case 'drop':
        return { type: 'drop-player', player: act.player, reason };
      case 'reinstate':
        return { type: 'reinstate-player', player: act.player, reason };
      case 'round':
        return { type: 'start-round', number: act.number, pairings: [] };
      case 'close':
        return { type: 'close-tournament' };
      case 'reopen':
        return { type: 'reopen-tournament', reason };
    }
  }
}

function emptyLedger(): Ledger {
  return fork(ledgerUnder('riftbound-2026-10-16')!);
}

function circumstances({ round, table, game, gameState, offline, distinct }: Extract<Act, { do: 'rule' | 'warn' }>) {
  return { round, table, game, gameState, account: null, ruledAt: null, durationSeconds: null, offline, distinct };
}

function rulingIn({ data }: LedgerEvent): string {
  if (!('ruling' in data) || data.ruling === null) throw new Error('a ruling begins with an event that names it');
  return data.ruling;
}
