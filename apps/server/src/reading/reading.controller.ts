import { explanationView, recordView, timeline } from '@ladder/ledger';
import type { Ledger } from '@ladder/ledger';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers.js';
import { invalid } from '../http/body.pipe.js';
import { By, WhoMay, readsWithheld } from '../http/caller.js';
import type { Caller } from '../http/caller.js';
import { PageQuery, limitOf, pageOf } from '../http/paging.js';
import { Problem } from '../http/problem.js';
import { LedgerQuery, RecordQuery } from './bodies.js';

/** What a ledger tells: records, timelines, explanations, and the events themselves. */
@ApiTags('reading')
@Controller('v1/tournaments/:t')
export class ReadingController {
  constructor(private readonly answers: Answers) {}

  @Get('players/:p/record')
  @WhoMay('official')
  async record(@By() caller: Caller, @Param('t') t: string, @Param('p') p: string, @Query() query: RecordQuery) {
    const ledger = await this.#ledgerAt(t, query);
    if (!ledger.players.has(p)) throw unknownPlayer(p);
    return this.answers.open(caller, t, recordView(ledger, p, readsWithheld(caller)));
  }

  @Get('players/:p/timeline')
  @WhoMay('official')
  async timeline(@By() caller: Caller, @Param('t') t: string, @Param('p') p: string, @Query() query: PageQuery) {
    const { ledgers } = this.answers;
    if (!(await this.answers.ledgerOf(t)).players.has(p)) throw unknownPlayer(p);
    const begun = await ledgers.begin(t);
    const items = begun ? timeline(begun, await ledgers.allEvents(t), p, readsWithheld(caller)) : [];
    return this.answers.open(
      caller,
      t,
      pageOf(items, (item) => item.position, query),
    );
  }

  @Get('penalties/:p/explanation')
  @WhoMay('official')
  async explanation(@By() caller: Caller, @Param('t') t: string, @Param('p') p: string) {
    const events = await this.answers.ledgers.allEvents(t);
    const ledger = await this.answers.ledgerOf(t);
    if (!ledger.penalties.has(p)) throw new Problem('unknown-penalty', `There is no penalty ${p} in this tournament.`);
    return this.answers.open(caller, t, explanationView(ledger, events, p));
  }

  @Get('ledger')
  @WhoMay(['head-judge', 'auditor', 'organizer'])
  async ledger(@Param('t') t: string, @Query() query: LedgerQuery) {
    const after = query.after ?? query.cursor;
    if (after !== undefined && !/^\d{1,15}$/.test(after)) throw invalid([{ path: 'cursor', message: 'cursor must be what `next` held' }]);
    const items = await this.answers.ledgers.events(t, after === undefined ? 0 : Number(after) + 1, limitOf(query));
    const last = items.at(-1)?.position;
    const { revision } = await this.answers.ledgerOf(t);
    return { items, next: last !== undefined && last < revision ? String(last) : null };
  }

  async #ledgerAt(t: string, { asOf, at }: RecordQuery): Promise<Ledger> {
    if (asOf !== undefined && at !== undefined) throw invalid([{ path: 'at', message: 'say asOf or at, not both' }]);
    if (asOf === undefined && at === undefined) return this.answers.ledgerOf(t);
    const position = asOf === undefined ? await this.#positionAt(t, new Date(at ?? '').toISOString()) : Number(asOf);
    const ledger = position < 0 ? undefined : await this.answers.ledgers.asOf(t, position);
    if (!ledger) {
      const { revision } = await this.answers.ledgerOf(t);
      throw invalid([{ path: asOf === undefined ? 'at' : 'asOf', message: `the ledger goes from position 0 to ${revision}` }]);
    }
    return ledger;
  }

  /** The last position that was recorded at that time or before it; -1 if none was. */
  async #positionAt(t: string, time: string): Promise<number> {
    const events = await this.answers.ledgers.allEvents(t);
    return events.findLast((event) => event.metadata.recordedAt <= time)?.position ?? -1;
  }
}

function unknownPlayer(id: string): Problem {
  return new Problem('unknown-player', `There is no player ${id} in this tournament.`);
}
