import type { Draft, EventData, PlayerKind, Sealed } from '../events.js';
import { tournamentOf } from '../ledger.js';
import type { Ledger } from '../ledger.js';
import { refuse } from '../refusal.js';
import { freeId } from './appoint-official.js';
import { OFFICE } from './use-case.js';
import type { UseCase } from './use-case.js';

/** A team by its id here, or as one of the command's `newTeams` by its index: names are compared outside, where they can be read. */
export type TeamReference = { readonly existing: string } | { readonly fresh: number };

export interface EnrolPlayers {
  readonly type: 'enrol-players';
  readonly newTeams: readonly Sealed[];
  readonly players: readonly {
    readonly id: string;
    readonly name: Sealed;
    readonly team: TeamReference | null;
    readonly externalId: Sealed | null;
    readonly kind: PlayerKind;
  }[];
}

/** One event holds at most this many, so that it stays far under the size that any store takes. */
const PLAYERS_PER_EVENT = 400;

export const enrolPlayers: UseCase<EnrolPlayers> = {
  who: OFFICE,
  decide(ledger, { newTeams, players }) {
    if (tournamentOf(ledger).status === 'closed')
      return refuse('tournament-closed', 'The tournament is closed: reopen it to enrol players.');
    const teams = newTeamIds(ledger, newTeams.length);
    const taken = new Set(ledger.players.keys());
    const enrolled: EventData['PlayersEnrolled']['players'][number][] = [];
    for (const { id, name, team, externalId, kind } of players) {
      if (taken.has(id)) return refuse('already-enrolled', `There is a player ${id} already: correct that player, or choose another id.`);
      if (kind === 'attendee' && team) return refuse('invalid-request', `${id} is an attendee: who does not play has no team.`);
      taken.add(id);
      enrolled.push({ player: id, name, team: teamId(team, teams), externalId, kind });
    }
    const names = new Map(teams.map((team, index) => [team, newTeams[index] as Sealed]));
    const drafts: Draft[] = [];
    for (let from = 0; from < enrolled.length; from += PLAYERS_PER_EVENT) {
      const part = enrolled.slice(from, from + PLAYERS_PER_EVENT);
      // A team stands in the event of its first member.
      const named = [...new Set(part.map((each) => each.team))].flatMap((team) => {
        const name = team === null ? undefined : names.get(team);
        if (team === null || !name) return [];
        names.delete(team);
        return [{ team, name }];
      });
      drafts.push({ type: 'PlayersEnrolled', data: { teams: named, players: part } });
    }
    return drafts;
  },
};

export interface CorrectPlayer {
  readonly type: 'correct-player';
  readonly player: string;
  /** What is absent stays. */
  readonly name?: Sealed;
  readonly team?: TeamReference | null;
  readonly newTeams: readonly Sealed[];
  readonly reason: Sealed;
}

export const correctPlayer: UseCase<CorrectPlayer> = {
  who: OFFICE,
  decide(ledger, { player, name, team, newTeams, reason }) {
    const known = ledger.players.get(player);
    if (!known) return refuse('unknown-player', `There is no player ${player} in this tournament.`);
    // A name that came after the erasure could never be erased again.
    if (known.erased && name) return refuse('already-erased', `${player} was erased: there is no name to correct any more.`);
    if (!name && team === undefined) return refuse('invalid-request', 'Say what to correct: name, team, or both.');
    if (known.kind === 'attendee' && team) return refuse('invalid-request', `${player} is an attendee: who does not play has no team.`);
    const teams = newTeamIds(ledger, newTeams.length);
    const [fresh] = newTeams;
    return [
      {
        type: 'PlayerCorrected',
        data: {
          player,
          ...(name && { name }),
          ...(team !== undefined && { team: teamId(team, teams) }),
          ...(fresh && teams[0] !== undefined && { newTeam: { team: teams[0], name: fresh } }),
          reason,
        },
      },
    ];
  },
};

/** The ids that teams get which are new in a command. */
export function newTeamIds(ledger: Ledger, count: number): string[] {
  const taken = new Map<string, unknown>(ledger.teams);
  return Array.from({ length: count }, () => {
    const id = freeId('team', taken);
    taken.set(id, true);
    return id;
  });
}

function teamId(team: TeamReference | null, fresh: readonly string[]): string | null {
  if (team === null) return null;
  return 'existing' in team ? team.existing : (fresh[team.fresh] ?? null);
}
