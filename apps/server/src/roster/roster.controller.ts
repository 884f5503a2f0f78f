import { OpenText, USE_CASES, freeId, nearPlayers, playerEntry, seatOf } from '@ladder/ledger';
import type { LedgerEvent, Player } from '@ladder/ledger';
import { persons } from '@ladder/ledgers';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers.js';
import { By, Incoming, WhoMay } from '../http/caller.js';
import type { Caller, Sent } from '../http/caller.js';
import { pageOf } from '../http/paging.js';
import { Problem } from '../http/problem.js';
import { CorrectPlayerBody, EnrolBody, ExtensionBody, PlayersQuery, StartRoundBody } from './bodies.js';
import { TeamNames } from './team-names.js';

@ApiTags('roster and rounds')
@Controller('v1/tournaments/:t')
export class RosterController {
  constructor(private readonly answers: Answers) {}

  @Post('players')
  @WhoMay(USE_CASES['enrol-players'].who)
  async enrol(@Incoming() sent: Sent, @Body() body: EnrolBody) {
    const { tournament: t } = sent;
    const { position, facts } = await this.answers.record(
      sent,
      async (ledger, sealing) => {
        const teams = await TeamNames.of(ledger, this.answers.ledgers);
        const wishes = body.players.flatMap(({ id }) => (id === undefined ? [] : [[id, true] as const]));
        const taken = new Map<string, unknown>([...ledger.players, ...wishes]);
        const players = body.players.map(({ id: wished, name, team, externalId, kind = 'player' }) => {
          const id = wished ?? freeId('p', taken);
          taken.set(id, true);
          const seal = (text: string) => sealing.seal(text, [persons.player(t, id)]);
          return {
            id,
            name: seal(name),
            team: teams.refer(team, id),
            externalId: externalId === undefined ? null : seal(externalId),
            kind,
          };
        });
        return { type: 'enrol-players', newTeams: teams.sealed(t, sealing), players };
      },
      enrolledIds,
    );
    const ledger = await this.answers.ledgerOf(t);
    const players = facts.flatMap((id) => {
      const player = ledger.players.get(id);
      return player ? [playerEntry(ledger, player)] : [];
    });
    return this.answers.open(sent.caller, t, { players: players.map(({ id, name, team, kind }) => ({ id, name, team, kind })), position });
  }

  @Post('players/:p/correct')
  @HttpCode(200)
  @WhoMay(USE_CASES['correct-player'].who)
  async correct(@Incoming() sent: Sent, @Param('p') p: string, @Body() body: CorrectPlayerBody) {
    const { tournament: t } = sent;
    const { position } = await this.answers.record(
      sent,
      async (ledger, sealing) => {
        const teams = await TeamNames.of(ledger, this.answers.ledgers);
        const about = [persons.player(t, p)];
        const team = body.team === undefined ? undefined : teams.refer(body.team, p);
        return {
          type: 'correct-player',
          player: p,
          ...(body.name !== undefined && { name: sealing.seal(body.name, about) }),
          ...(team !== undefined && { team }),
          newTeams: teams.sealed(t, sealing),
          reason: sealing.seal(body.reason, about),
        };
      },
      () => null,
    );
    const ledger = await this.answers.ledgerOf(t);
    const player = ledger.players.get(p);
    return this.answers.open(sent.caller, t, { player: player ? playerEntry(ledger, player) : null, position });
  }

  @Get('players')
  @WhoMay('official')
  async list(@By() caller: Caller, @Param('t') t: string, @Query() query: PlayersQuery) {
    const ledger = await this.answers.ledgerOf(t);
    if (query.near !== undefined) {
      if (!caller.roles.some((role) => role === 'head-judge' || role === 'auditor')) {
        throw new Problem('not-granted', 'Who is near a Game Loss is for the head judge and auditors.', {
          needs: ['head-judge', 'auditor'],
        });
      }
      return this.answers.open(
        caller,
        t,
        pageOf(nearPlayers(ledger), (each) => each.player, query),
      );
    }
    const { table, q } = query;
    const seated = [...ledger.players.values()].filter(({ id }) => table === undefined || seatOf(ledger, id)?.table === Number(table));
    const entryOf = (player: Player) => ({
      ...playerEntry(ledger, player),
      // A membership number is for those who keep the roster.
      ...(keepsRoster(caller) && { externalId: new OpenText(player.externalId) }),
    });
    if (q === undefined) {
      const page = pageOf(seated, (each) => each.id, query);
      return this.answers.open(caller, t, { ...page, items: page.items.map(entryOf) });
    }
    const named = await this.answers.open(caller, t, seated.map(entryOf));
    const wanted = q.toLocaleLowerCase('en');
    const found = named.filter(({ id, name }) => id.toLowerCase().includes(wanted) || name.toLocaleLowerCase('en').includes(wanted));
    return pageOf(found, (each) => each.id, query);
  }

  @Post('rounds')
  @WhoMay(USE_CASES['start-round'].who)
  async round(@Incoming() sent: Sent, @Body() body: StartRoundBody) {
    const { number, pairings } = body;
    const { position, facts } = await this.answers.record(
      sent,
      () => ({ type: 'start-round', number, ...(pairings && { pairings: pairings.map(({ table, players }) => ({ table, players })) }) }),
      (then) => ({ number: then.currentRound, tables: then.rounds.get(then.currentRound)?.pairings.length ?? 0 }),
    );
    return { ...facts, position };
  }

  @Post('extensions')
  @WhoMay(USE_CASES['grant-extension'].who)
  async extend(@Incoming() sent: Sent, @Body() body: ExtensionBody) {
    const { round, table, minutes, cause } = body;
    const { position, facts } = await this.answers.record(
      sent,
      () => ({ type: 'grant-extension', table, minutes, cause, ...(typeof round === 'number' && { round }) }),
      (then) => then.extensions.at(-1),
    );
    return { round: facts?.round, table, minutes, cause, position };
  }
}

function keepsRoster({ roles }: Caller): boolean {
  const { who } = USE_CASES['enrol-players'];
  return who !== 'anyone' && roles.some((role) => role !== 'analyst' && who.includes(role));
}

function enrolledIds(_then: unknown, own: readonly LedgerEvent[]): string[] {
  return own.flatMap((event) => (event.type === 'PlayersEnrolled' ? event.data.players.map((each) => each.player) : []));
}
