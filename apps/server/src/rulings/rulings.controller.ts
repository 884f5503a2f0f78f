import { USE_CASES, isRefusal, previewAnswer, rulingAnswer, rulingFacts, rulingView, rulingsLike } from '@ladder/ledger';
import type { Opened, RulingAnswer } from '@ladder/ledger';
import type { Build } from '@ladder/ledgers';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers.js';
import { By, Incoming, WhoMay } from '../http/caller.js';
import type { Caller, Sent } from '../http/caller.js';
import { pageOf } from '../http/paging.js';
import { Problem } from '../http/problem.js';
import { aboutPlayers } from '../http/whom.js';
import { RulingBody, RulingsQuery, WarningBody } from './bodies.js';
import type { CircumstancesBody } from './bodies.js';

@ApiTags('rulings')
@Controller('v1/tournaments/:t')
export class RulingsController {
  constructor(private readonly answers: Answers) {}

  @Post('warnings')
  @WhoMay(USE_CASES['issue-warning'].who)
  async warn(@Incoming() sent: Sent, @Body() body: WarningBody) {
    const { tournament: t } = sent;
    return this.#issue(sent, (_ledger, sealing) => {
      const { player, category, conditions, account } = body;
      return {
        type: 'issue-warning',
        player,
        category,
        conditions: conditions ?? [],
        account: account ? sealing.seal(account, aboutPlayers(t, [player])) : null,
        ...circumstances(body),
      };
    });
  }

  @Post('rulings')
  @WhoMay(USE_CASES['issue-ruling'].who)
  async rule(@Incoming() sent: Sent, @Body() body: RulingBody) {
    return this.#issue(sent, rulingCommand(sent.tournament, body));
  }

  @Post('rulings/preview')
  @HttpCode(200)
  @WhoMay(USE_CASES['issue-ruling'].who)
  async preview(@By() caller: Caller, @Param('t') t: string, @Body() body: RulingBody) {
    const request = { tournament: t, by: caller.by, key: null, fingerprint: null };
    const answer = await this.answers.ledgers.preview(request, rulingCommand(t, body), (then, own, later) =>
      previewAnswer(later, rulingFacts(then, own)),
    );
    if (isRefusal(answer)) throw Problem.of(answer);
    return this.answers.open(caller, t, answer);
  }

  @Get('rulings')
  @WhoMay('official')
  async list(@By() caller: Caller, @Param('t') t: string, @Query() query: RulingsQuery) {
    const ledger = await this.answers.ledgerOf(t);
    const { player, category, round, judge, penalty } = query;
    const page = pageOf(
      rulingsLike(ledger, {
        ...(player && { player }),
        ...(category && { category }),
        ...(round && { round: Number(round) }),
        ...(judge && { judge }),
        ...(penalty && { penalty }),
      }),
      (each) => each.ruling,
      query,
    );
    return this.answers.open(caller, t, { ...page, items: page.items.map((each) => rulingView(ledger, each.ruling)) });
  }

  @Get('rulings/:r')
  @WhoMay('official')
  async show(@By() caller: Caller, @Param('t') t: string, @Param('r') r: string) {
    const ledger = await this.answers.ledgerOf(t);
    if (!ledger.rulings.has(r)) throw new Problem('unknown-ruling', `There is no ruling ${r} in this tournament.`);
    return this.answers.open(caller, t, rulingView(ledger, r));
  }

  async #issue(sent: Sent, build: Build): Promise<Opened<RulingAnswer>> {
    const { facts } = await this.answers.record(sent, build, rulingFacts);
    const now = await this.answers.afterSaga(sent.tournament);
    return this.answers.open(sent.caller, sent.tournament, rulingAnswer(now, facts));
  }
}

function rulingCommand(t: string, body: RulingBody): Build {
  return (_ledger, sealing) => {
    const { infractions, account, remedy, extensionMinutes, refer = false, origin } = body;
    const everyone = aboutPlayers(
      t,
      infractions.map((each) => each.player),
    );
    return {
      type: 'issue-ruling',
      infractions: infractions.map(({ player, category, conditions, penalty, deviation }) => ({
        player,
        category,
        conditions: conditions ?? [],
        ...(penalty && { penalty }),
        deviation: deviation ? sealing.seal(deviation.reason, aboutPlayers(t, [player])) : null,
      })),
      account: account ? sealing.seal(account, everyone) : null,
      remedy: remedy ? sealing.seal(remedy, everyone) : null,
      ...(typeof extensionMinutes === 'number' && { extensionMinutes }),
      refer,
      ...(origin && { origin }),
      ...circumstances(body),
    };
  };
}

function circumstances({ round, table, game, gameState, ruledAt, durationSeconds, offline, distinct }: CircumstancesBody) {
  return {
    ...(typeof round === 'number' && { round }),
    table: table ?? null,
    game: game ?? null,
    ...(gameState && { gameState }),
    ruledAt: ruledAt ? new Date(ruledAt).toISOString() : null,
    durationSeconds: durationSeconds ?? null,
    offline: offline ?? false,
    distinct: distinct ?? false,
  };
}
