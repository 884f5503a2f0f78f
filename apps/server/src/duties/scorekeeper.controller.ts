import { USE_CASES, pendingView } from '@ladder/ledger';
import type { LedgerEvent } from '@ladder/ledger';
import { correctionAnswer, correctionFacts } from '@ladder/ledger';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers.js';
import { ReasonBody } from '../http/bodies.js';
import { By, Incoming, WhoMay } from '../http/caller.js';
import type { Caller, Sent } from '../http/caller.js';
import { aboutPlayers } from '../http/whom.js';

/** What waits for the scorekeeper: losses to concede, time owed, players who leave and return. */
@ApiTags('scorekeeper')
@Controller('v1/tournaments/:t')
export class ScorekeeperController {
  constructor(private readonly answers: Answers) {}

  @Get('pending')
  @WhoMay('official')
  async pending(@By() caller: Caller, @Param('t') t: string) {
    return this.answers.open(caller, t, pendingView(await this.answers.ledgerOf(t)));
  }

  @Post('players/:p/drop')
  @HttpCode(200)
  @WhoMay(USE_CASES['drop-player'].who)
  async drop(@Incoming() sent: Sent, @Param('p') player: string, @Body() { reason }: ReasonBody) {
    return this.answers.correct(sent, (_ledger, sealing) => ({
      type: 'drop-player',
      player,
      reason: sealing.seal(reason, aboutPlayers(sent.tournament, [player])),
    }));
  }

  /** Lists, besides what every correction does, the rounds that were missed: they cannot be brought back. */
  @Post('players/:p/reinstate')
  @HttpCode(200)
  @WhoMay(USE_CASES['reinstate-player'].who)
  async reinstate(@Incoming() sent: Sent, @Param('p') player: string, @Body() { reason }: ReasonBody) {
    const { facts } = await this.answers.record(
      sent,
      (_ledger, sealing) => ({ type: 'reinstate-player', player, reason: sealing.seal(reason, aboutPlayers(sent.tournament, [player])) }),
      correctionFacts,
    );
    const answer = correctionAnswer(await this.answers.afterSaga(sent.tournament), facts, []);
    return this.answers.open(sent.caller, sent.tournament, { ...answer, missedRounds: missedRounds(facts.own) });
  }
}

function missedRounds(own: readonly LedgerEvent[]): readonly number[] {
  return own.flatMap((event) => (event.type === 'PlayerReinstated' ? event.data.missedRounds : []));
}
