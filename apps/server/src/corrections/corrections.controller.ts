import { USE_CASES } from '@ladder/ledger';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers.js';
import { ReasonBody } from '../http/bodies.js';
import { Incoming, WhoMay } from '../http/caller.js';
import type { Sent } from '../http/caller.js';
import { aboutPenalty, aboutRuling } from '../http/whom.js';
import { ReassignBody, RecategoriseBody, ReplaceBody, RetargetBody, ServeBody } from './bodies.js';

/** Corrections of rulings, and what becomes of penalties: always a further event (R29–R33). */
@ApiTags('corrections')
@Controller('v1/tournaments/:t')
export class CorrectionsController {
  constructor(private readonly answers: Answers) {}

  @Post('rulings/:r/void')
  @HttpCode(200)
  @WhoMay(USE_CASES['void-ruling'].who)
  async void(@Incoming() sent: Sent, @Param('r') ruling: string, @Body() { reason }: ReasonBody) {
    return this.answers.correct(sent, (ledger, sealing) => ({
      type: 'void-ruling',
      ruling,
      reason: sealing.seal(reason, aboutRuling(sent.tournament, ledger, ruling)),
    }));
  }

  @Post('rulings/:r/reassign')
  @HttpCode(200)
  @WhoMay(USE_CASES['reassign-ruling'].who)
  async reassign(@Incoming() sent: Sent, @Param('r') ruling: string, @Body() { from, to, reason }: ReassignBody) {
    return this.answers.correct(sent, (ledger, sealing) => ({
      type: 'reassign-ruling',
      ruling,
      from,
      to,
      reason: sealing.seal(reason, aboutRuling(sent.tournament, ledger, ruling, from, to)),
    }));
  }

  @Post('rulings/:r/recategorise')
  @HttpCode(200)
  @WhoMay(USE_CASES['recategorise-ruling'].who)
  async recategorise(
    @Incoming() sent: Sent,
    @Param('r') ruling: string,
    @Body() { player, category, conditions, reason }: RecategoriseBody,
  ) {
    return this.answers.correct(sent, (ledger, sealing) => ({
      type: 'recategorise-ruling',
      ruling,
      player,
      category,
      conditions: conditions ?? [],
      reason: sealing.seal(reason, aboutRuling(sent.tournament, ledger, ruling)),
    }));
  }

  @Post('penalties/:p/replace')
  @HttpCode(200)
  @WhoMay(USE_CASES['replace-penalty'].who)
  async replace(@Incoming() sent: Sent, @Param('p') penalty: string, @Body() { penalty: by, reason }: ReplaceBody) {
    return this.answers.correct(sent, (ledger, sealing) => ({
      type: 'replace-penalty',
      penalty,
      by,
      reason: sealing.seal(reason, aboutPenalty(sent.tournament, ledger, penalty)),
    }));
  }

  @Post('penalties/:p/separate')
  @HttpCode(200)
  @WhoMay(USE_CASES['separate-penalty'].who)
  async separate(@Incoming() sent: Sent, @Param('p') penalty: string, @Body() { reason }: ReasonBody) {
    return this.answers.correct(sent, (ledger, sealing) => ({
      type: 'separate-penalty',
      penalty,
      reason: sealing.seal(reason, aboutPenalty(sent.tournament, ledger, penalty)),
    }));
  }

  @Post('penalties/:p/serve')
  @HttpCode(200)
  @WhoMay(USE_CASES['serve-penalty'].who)
  async serve(@Incoming() sent: Sent, @Param('p') penalty: string, @Body() { round, table, game }: ServeBody) {
    return this.answers.correct(sent, () => ({ type: 'serve-penalty', penalty, round, table: table ?? null, game: game ?? null }));
  }

  @Post('penalties/:p/unserve')
  @HttpCode(200)
  @WhoMay(USE_CASES['unserve-penalty'].who)
  async unserve(@Incoming() sent: Sent, @Param('p') penalty: string, @Body() { reason }: ReasonBody) {
    return this.answers.correct(sent, (ledger, sealing) => ({
      type: 'unserve-penalty',
      penalty,
      reason: sealing.seal(reason, aboutPenalty(sent.tournament, ledger, penalty)),
    }));
  }

  @Post('penalties/:p/retarget')
  @HttpCode(200)
  @WhoMay(USE_CASES['retarget-penalty'].who)
  async retarget(@Incoming() sent: Sent, @Param('p') penalty: string, @Body() { appliesTo, reason }: RetargetBody) {
    const { when, round, table, game } = appliesTo;
    return this.answers.correct(sent, (ledger, sealing) => ({
      type: 'retarget-penalty',
      penalty,
      appliesTo: {
        when,
        ...(typeof round === 'number' && { round }),
        ...(typeof table === 'number' && { table }),
        ...(typeof game === 'number' && { game }),
      },
      reason: sealing.seal(reason, aboutPenalty(sent.tournament, ledger, penalty)),
    }));
  }
}
