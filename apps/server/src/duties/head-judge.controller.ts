import { USE_CASES, newestFirst, noticeView, openInvestigationOf, reviewView } from '@ladder/ledger';
import { persons } from '@ladder/ledgers';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers.js';
import { NothingBody, ReasonBody } from '../http/bodies.js';
import { By, Incoming, WhoMay } from '../http/caller.js';
import type { Caller, Sent } from '../http/caller.js';
import { pageOf } from '../http/paging.js';
import { aboutPlayers, aboutReview } from '../http/whom.js';
import { AnswerBody, ConcludeBody, NoticesQuery, ReviewsQuery } from './bodies.js';

/** What only the head judge is told, asked, and decides. */
@ApiTags('head judge')
@Controller('v1/tournaments/:t')
export class HeadJudgeController {
  constructor(private readonly answers: Answers) {}

  @Get('reviews')
  @WhoMay(USE_CASES['answer-review'].who)
  async reviews(@By() caller: Caller, @Param('t') t: string, @Query() query: ReviewsQuery) {
    const ledger = await this.answers.ledgerOf(t);
    const wanted = newestFirst(ledger.reviews).filter((each) => query.status === undefined || each.status === query.status);
    const page = pageOf(wanted, (each) => each.id, query);
    return this.answers.open(caller, t, { ...page, items: page.items.map((each) => reviewView(ledger, each)) });
  }

  @Post('reviews/:v/answer')
  @HttpCode(200)
  @WhoMay(USE_CASES['answer-review'].who)
  async answer(@Incoming() sent: Sent, @Param('v') review: string, @Body() { decision, reason }: AnswerBody) {
    return this.answers.correct(sent, (ledger, sealing) => ({
      type: 'answer-review',
      review,
      decision,
      reason: sealing.seal(reason, aboutReview(sent.tournament, ledger, review)),
    }));
  }

  @Get('notices')
  @WhoMay(USE_CASES['acknowledge-notice'].who)
  async notices(@By() caller: Caller, @Param('t') t: string, @Query() query: NoticesQuery) {
    const ledger = await this.answers.ledgerOf(t);
    const wanted = newestFirst(ledger.notices).filter(
      (each) => query.status === undefined || each.acknowledged === (query.status === 'acknowledged'),
    );
    const page = pageOf(wanted, (each) => each.id, query);
    return this.answers.open(caller, t, { ...page, items: page.items.map((each) => noticeView(ledger, each)) });
  }

  @Post('notices/:n/acknowledge')
  @HttpCode(200)
  @WhoMay(USE_CASES['acknowledge-notice'].who)
  async acknowledge(@Incoming() sent: Sent, @Param('n') notice: string, @Body() _body: NothingBody) {
    const { position } = await this.answers.record(
      sent,
      () => ({ type: 'acknowledge-notice', notice }),
      () => null,
    );
    return { id: notice, status: 'acknowledged' as const, position };
  }

  @Post('players/:p/investigations')
  @ApiCreatedResponse()
  @ApiOkResponse({ description: 'The one that is open already' })
  @WhoMay(USE_CASES['open-investigation'].who)
  async investigate(@Incoming() sent: Sent, @Param('p') player: string, @Body() { reason }: ReasonBody) {
    const { position, facts } = await this.answers.record(
      sent,
      (_ledger, sealing) => ({ type: 'open-investigation', player, reason: sealing.seal(reason, aboutPlayers(sent.tournament, [player])) }),
      (then, own) => ({ investigation: openInvestigationOf(then, player)?.id, opened: own.length > 0 }),
    );
    if (!facts.opened) void sent.reply.status(200);
    return { investigation: facts.investigation, position };
  }

  @Post('investigations/:i/conclude')
  @HttpCode(200)
  @WhoMay(USE_CASES['conclude-investigation'].who)
  async conclude(@Incoming() sent: Sent, @Param('i') investigation: string, @Body() { finding, reason }: ConcludeBody) {
    return this.answers.correct(sent, (ledger, sealing) => {
      const player = ledger.investigations.get(investigation)?.player;
      const about = player === undefined ? [persons.nobody(sent.tournament)] : aboutPlayers(sent.tournament, [player]);
      return { type: 'conclude-investigation', investigation, finding, reason: sealing.seal(reason, about) };
    });
  }
}
