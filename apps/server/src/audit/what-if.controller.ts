import { whatIf } from '@ladder/audit';
import { changedThresholds, EDITIONS } from '@ladder/editions';
import type { Edition } from '@ladder/editions';
import { player as nameOf } from '@ladder/ledger';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { Answers } from '../http/answers.js';
import { invalid } from '../http/body.pipe.js';
import { By, WhoMay } from '../http/caller.js';
import type { Caller } from '../http/caller.js';
import { QueryText } from '../http/paging.js';
import { Problem } from '../http/problem.js';

/** `<rule id>:<count>`. */
const THRESHOLD = /^([a-z0-9-]+\/[a-z0-9-]+):(\d{1,9})$/;
const RULES_AT_MOST = 20;

class WhatIfQuery {
  @QueryText(100)
  edition?: string;

  @IsOptional()
  @ValidateBy({
    name: 'isThresholds',
    validator: {
      validate: (value) => listOf(value).length <= RULES_AT_MOST && listOf(value).every((each) => THRESHOLD.test(each)),
      defaultMessage: () => '$property must be <rule id>:<count>, such as game-play-error/same-category:4; give it again for another rule',
    },
  })
  @ApiProperty({ type: String, isArray: true, pattern: THRESHOLD.source, required: false })
  threshold?: string | string[];
}

/** What other rules would have made of the same rulings. */
@ApiTags('audit')
@Controller('v1/tournaments/:t')
export class WhatIfController {
  constructor(private readonly answers: Answers) {}

  /** Which Game Losses of the ladder would fall under another edition or changed thresholds, and which would appear. Nothing is recorded. */
  @Get('what-if')
  @WhoMay(['head-judge', 'auditor'])
  async whatIf(@By() caller: Caller, @Param('t') t: string, @Query() { edition: id, threshold }: WhatIfQuery) {
    if (id === undefined && threshold === undefined)
      throw invalid([{ path: 'edition', message: 'say what would be different: another edition, or a threshold' }]);
    const { edition: own } = await this.answers.ledgerOf(t);
    const thresholds = countsIn(listOf(threshold));
    const answer = whatIf(await this.answers.ledgers.allEvents(t), otherEdition(id ?? own.id, thresholds));
    if ('unknownCategories' in answer) {
      const ruledOn = answer.unknownCategories.join(', ');
      throw invalid([{ path: 'edition', message: `it has no ${ruledOn}, which was ruled on here: choose another edition` }]);
    }
    const { edition, stays } = answer;
    const changed = [...thresholds].map(([rule, count]) => ({ rule, count }));
    const players = answer.players.map((each) => ({ ...each, name: nameOf(each.player) }));
    return this.answers.open(caller, t, { edition, thresholds: changed, players, stays });
  }
}

function otherEdition(id: string, thresholds: ReadonlyMap<string, number>): Edition {
  const edition = EDITIONS.get(id);
  if (!edition) throw new Problem('unknown-edition', `There is no edition ${id}: see GET /v1/editions.`);
  const changed = changedThresholds(edition, thresholds);
  // A place ends with a full stop where it is a sentence of its own.
  if (!changed.ok) throw invalid(changed.complaints.map((each) => ({ path: 'threshold', message: each.replace(/\.$/, '') })));
  return changed.edition;
}

function countsIn(thresholds: readonly string[]): Map<string, number> {
  return new Map(
    thresholds.map((each) => {
      const [, rule = '', count = ''] = THRESHOLD.exec(each) ?? [];
      return [rule, Number(count)];
    }),
  );
}

/** A field of a query that may be given several times. */
function listOf(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.map(String);
}
