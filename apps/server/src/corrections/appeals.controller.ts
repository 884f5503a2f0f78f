import { JUDGES, USE_CASES, appealView, newestFirst } from '@ladder/ledger';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers.js';
import { By, Incoming, WhoMay } from '../http/caller.js';
import type { Caller, Sent } from '../http/caller.js';
import { pageOf } from '../http/paging.js';
import { aboutAppeal, aboutRuling } from '../http/whom.js';
import { AppealBody, AppealsQuery, DecisionBody } from './bodies.js';

@ApiTags('appeals')
@Controller('v1/tournaments/:t')
export class AppealsController {
  constructor(private readonly answers: Answers) {}

  @Post('rulings/:r/appeal')
  @WhoMay(USE_CASES['file-appeal'].who)
  async file(@Incoming() sent: Sent, @Param('r') ruling: string, @Body() { player, appellant, grounds }: AppealBody) {
    const { tournament } = sent;
    const { position, facts } = await this.answers.record(
      sent,
      (ledger, sealing) => ({
        type: 'file-appeal',
        ruling,
        player,
        ...(appellant && { appellant }),
        grounds: sealing.seal(grounds, aboutRuling(tournament, ledger, ruling, player, appellant ?? player)),
      }),
      (then) => newestFirst(then.appeals)[0]?.id,
    );
    return { appeal: facts, position };
  }

  @Get('appeals')
  @WhoMay([...JUDGES, 'auditor'])
  async list(@By() caller: Caller, @Param('t') t: string, @Query() query: AppealsQuery) {
    const { status } = query;
    const appeals = newestFirst((await this.answers.ledgerOf(t)).appeals).map(appealView);
    const wanted = appeals.filter((each) => status === undefined || each.status === status);
    return this.answers.open(
      caller,
      t,
      pageOf(wanted, (each) => each.appeal, query),
    );
  }

  @Post('appeals/:a/decision')
  @HttpCode(200)
  @WhoMay(USE_CASES['decide-appeal'].who)
  async decide(
    @Incoming() sent: Sent,
    @Param('a') appeal: string,
    @Body() { decision, category, conditions, penalty, reason }: DecisionBody,
  ) {
    return this.answers.correct(sent, (ledger, sealing) => ({
      type: 'decide-appeal',
      appeal,
      decision,
      ...(category && { category }),
      ...(conditions && { conditions }),
      ...(penalty && { penalty }),
      reason: sealing.seal(reason, aboutAppeal(sent.tournament, ledger, appeal)),
    }));
  }
}
