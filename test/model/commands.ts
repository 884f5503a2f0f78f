import { recordView } from '@ladder/ledger';
import type { Command, Ledger, LedgerEvent, Role, Sealed } from '@ladder/ledger';
import { rosterOf, ROLES } from './acts.js';
import type { Act, PenaltyName, Setup } from './acts.js';
import type { Known } from './hall.js';

const TOLD: Sealed = { ref: 'told', commitment: '0'.repeat(64) };

/** What opens a random tournament: its staff and its players. */
export function openingOf({ level, format, escalation }: Setup, tournament: string): Command[] {
  const roster = rosterOf({ level, format, escalation });
  const teams = [...new Set(roster.map(({ team }) => team).filter((team) => team !== null))];
  return [
    { type: 'open-tournament', tournament, name: TOLD, level, format, escalation },
    ...Object.entries(ROLES).map(([official, role]) => ({
      type: 'appoint-official' as const,
      official,
      name: TOLD,
      roles: [role as Role],
      codeHash: official,
    })),
    {
      type: 'enrol-players',
      newTeams: teams.map(() => TOLD),
      players: roster.map(({ id, team, kind }) => ({
        id,
        name: TOLD,
        team: team === null ? null : { fresh: teams.indexOf(team) },
        externalId: null,
        kind,
      })),
    },
  ];
}

/** An act as the command that the core takes. */
export function commandFor(act: Act, ledger: Ledger, known: Known): Command {
  const penaltyId = (name: PenaltyName) => known.penaltyIn(recordView(ledger, name.player, true), name);
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
        ...(act.imported && { origin: 'import' as const }),
        ...circumstances(act),
      };
    case 'void':
      return { type: 'void-ruling', ruling: known.ruling(act.ruling), reason };
    case 'reassign':
      return { type: 'reassign-ruling', ruling: known.ruling(act.ruling), from: act.from, to: act.to, reason };
    case 'recategorise': {
      const { player, category, conditions } = act;
      return { type: 'recategorise-ruling', ruling: known.ruling(act.ruling), player, category, conditions, reason };
    }
    case 'appeal':
      return {
        type: 'file-appeal',
        ruling: known.ruling(act.ruling),
        player: act.player,
        appellant: act.appellant,
        grounds: TOLD,
      };
    case 'decide': {
      const { category, conditions, penalty } = act.instead ?? {};
      return {
        type: 'decide-appeal',
        appeal: known.appeals[act.appeal] ?? 'none',
        decision: act.decision,
        ...(category !== undefined && { category }),
        ...(conditions !== undefined && { conditions }),
        ...(penalty !== undefined && penalty !== null && { penalty }),
        reason,
      };
    }
    case 'serve':
      return { type: 'serve-penalty', penalty: penaltyId(act.penalty), round: act.round, table: act.table, game: act.game };
    case 'unserve':
      return { type: 'unserve-penalty', penalty: penaltyId(act.penalty), reason };
    case 'separate':
      return { type: 'separate-penalty', penalty: penaltyId(act.penalty), reason };
    case 'retarget': {
      const { when, ...at } = act.appliesTo;
      const appliesTo = { when, ...Object.fromEntries(Object.entries(at).filter(([, value]) => value !== null)) };
      return { type: 'retarget-penalty', penalty: penaltyId(act.penalty), appliesTo, reason };
    }
    case 'replace':
      return { type: 'replace-penalty', penalty: penaltyId(act.penalty), by: act.with, reason };
    case 'answer': {
      const review = known.reviewIn(recordView(ledger, act.review.player, true), act.review);
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

function circumstances({ round, table, game, gameState, offline, distinct }: Extract<Act, { do: 'rule' | 'warn' }>) {
  return { round, table, game, gameState, account: null, ruledAt: null, durationSeconds: null, offline, distinct };
}

/** Numbers what an act's events brought: a ruling, an appeal. */
export function remember(known: Known, events: readonly LedgerEvent[]): void {
  const [first] = events;
  if (first === undefined) return;
  const { type, data } = first;
  if (type === 'AppealFiled') known.appeals.push(data.appeal);
  const isRuling = RULING_EVENTS.includes(type) && first.metadata.by !== 'saga';
  if (isRuling && 'ruling' in data && data.ruling !== null) known.rulings.push(data.ruling);
}

const RULING_EVENTS = ['InfractionNoted', 'WarningIssued', 'GameLossApplied', 'MatchLossApplied', 'PlayerDisqualified', 'RulingReferred'];
