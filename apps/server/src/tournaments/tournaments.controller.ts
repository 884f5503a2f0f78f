import { Keys } from '@ladder/access';
import {
  USE_CASES, appealView, investigationView, noticeView, openAppeals, openInvestigations, openNotices, openReviews, pendingLosses, penaltyView,
  reviewView, tournamentView,
} from '@ladder/ledger'; // prettier-ignore
import type { Ledger } from '@ladder/ledger';
import { persons } from '@ladder/ledgers';
import type { Projections } from '@ladder/projections';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers.js';
import { invalid } from '../http/body.pipe.js';
import { NothingBody, ReasonBody } from '../http/bodies.js';
import { By, Incoming, WhoMay, readsWithheld } from '../http/caller.js';
import type { Caller, Sent } from '../http/caller.js';
import { limitOf } from '../http/paging.js';
import { READ_MODELS } from '../read-models.js';
import { OpenTournamentBody, TournamentsQuery } from './bodies.js';

/** How long the list waits for a tournament that was opened just now. */
const CATCH_UP_MS = 500;

@ApiTags('tournaments')
@Controller('v1/tournaments')
export class TournamentsController {
  constructor(
    private readonly answers: Answers,
    private readonly keys: Keys,
    @Inject(READ_MODELS) private readonly projections: Projections,
  ) {}

  @Post()
  @WhoMay('admin')
  async open(@Incoming() incoming: Sent, @Body() body: OpenTournamentBody) {
    const { name, level, format, edition, escalation = 'automatic' } = body;
    // An id that nobody chose is derived from the key, so that a repeat finds the same tournament.
    const id = body.id ?? `t-${this.keys.hmac('tournament id', incoming.key).toString('hex').slice(0, 10)}`;
    const sent = { ...incoming, tournament: id };
    const { position, facts } = await this.answers.record(
      sent,
      (_ledger, sealing) => ({
        type: 'open-tournament',
        tournament: id,
        name: sealing.seal(name, [persons.nobody(id)]),
        level,
        format,
        escalation,
      }),
      tournamentView,
      { edition },
    );
    return this.answers.open(sent.caller, id, { ...facts, position });
  }

  @Get()
  @WhoMay('admin')
  async list(@By() caller: Caller, @Query() query: TournamentsQuery) {
    const { status, cursor } = query;
    if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw invalid([{ path: 'cursor', message: 'this cursor is of another list' }]);
    await this.projections.catchUp(CATCH_UP_MS);
    const { items, next } = this.projections.tournaments.page({
      limit: limitOf(query),
      ...(status && { status }),
      ...(cursor !== undefined && { before: BigInt(cursor) }),
    });
    const shown = [];
    for (const { id } of items) shown.push(await this.show(caller, id));
    return { items: shown, next: next === null ? null : String(next) };
  }

  @Get(':t')
  @WhoMay('official')
  async show(@By() caller: Caller, @Param('t') t: string) {
    return this.answers.open(caller, t, tournamentView(await this.answers.ledgerOf(t)));
  }

  @Post(':t/close')
  @HttpCode(200)
  @WhoMay(USE_CASES['close-tournament'].who)
  async close(@Incoming() sent: Sent, @Body() _body: NothingBody) {
    const { tournament: t } = sent;
    const { position, facts } = await this.answers.record(
      sent,
      () => ({ type: 'close-tournament' }),
      (then) => stillOpen(then, readsWithheld(sent.caller)),
      { settleFirst: true },
    );
    return this.answers.open(sent.caller, t, { position, ...facts });
  }

  @Post(':t/reopen')
  @HttpCode(200)
  @WhoMay(USE_CASES['reopen-tournament'].who)
  async reopen(@Incoming() sent: Sent, @Body() body: ReasonBody) {
    const { tournament: t } = sent;
    const { position, facts } = await this.answers.record(
      sent,
      (_ledger, sealing) => ({ type: 'reopen-tournament', reason: sealing.seal(body.reason, [persons.nobody(t)]) }),
      tournamentView,
    );
    return this.answers.open(sent.caller, t, { ...facts, position });
  }
}

/** R37: what closing leaves open. Of what is withheld from an organizer it is told that it is open, and no more. */
function stillOpen(ledger: Ledger, mayReadWithheld: boolean) {
  const investigations: (Investigation | Pick<Investigation, 'investigation' | 'status'>)[] = openInvestigations(ledger).map((each) => {
    const { investigation, status, ...withheld } = investigationView(each);
    return { investigation, status, ...(mayReadWithheld && withheld) };
  });
  const notices: (Notice | Pick<Notice, 'id' | 'status'>)[] = openNotices(ledger).map((each) => {
    const { id, status, ...withheld } = noticeView(ledger, each);
    return { id, status, ...(mayReadWithheld && withheld) };
  });
  return {
    unserved: pendingLosses(ledger).map((each) => ({ ...penaltyView(ledger, each), player: each.player })),
    reviews: openReviews(ledger).map((each) => reviewView(ledger, each)),
    appeals: openAppeals(ledger).map(appealView),
    investigations,
    notices,
  };
}

type Investigation = ReturnType<typeof investigationView>;
type Notice = ReturnType<typeof noticeView>;
