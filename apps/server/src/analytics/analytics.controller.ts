import { ANALYTICS, Analytics, keysOf } from '@ladder/projections';
import type { AnalyticsProjection, AnalyticsQuestion } from '@ladder/projections';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { invalid } from '../http/body.pipe.js';
import { WhoMay } from '../http/caller.js';
import { limitOf } from '../http/paging.js';
import { Problem } from '../http/problem.js';
import { AnalyticsQuery } from './bodies.js';

type Keys = readonly (string | number)[];

/** What all tournaments together show, for analysts: pseudonyms only, and nothing of fewer than five persons. */
@ApiTags('analytics')
@Controller('v1/analytics')
export class AnalyticsController {
  constructor(private readonly analytics: Analytics) {}

  /** Every analytics projection, with what it counts and what its rows may be told apart by. */
  @Get()
  @WhoMay('analyst')
  list() {
    return { items: ANALYTICS.map(({ name, counts, keys, groups }) => ({ projection: name, counts, keys, groups })), next: null };
  }

  @Get(':projection')
  @WhoMay('analyst')
  async read(@Param('projection') name: string, @Query() query: AnalyticsQuery) {
    const projection = ANALYTICS.find((each) => each.name === name);
    if (!projection) {
      throw new Problem('not-found', `There is no such projection: there are ${ANALYTICS.map((each) => each.name).join(', ')}.`);
    }
    const { from, to, level, group } = query;
    const question = { from, to, level, group };
    if (from !== undefined && to !== undefined && from > to) {
      throw invalid([{ path: 'from', message: `from is ${from}, which is after to: there is no day between them` }]);
    }
    if (group !== undefined && !projection.groups.includes(group)) throw invalid([{ path: 'group', message: mayGroup(projection) }]);
    const { items, suppressed, next } = await this.analytics.page(
      projection,
      question,
      afterOf(projection, question, query),
      limitOf(query),
    );
    const { counts, groups } = projection;
    return { projection: name, counts, groups, items, suppressed, next: next && cursorOf(next) };
  }
}

function mayGroup({ name, groups }: AnalyticsProjection): string {
  return groups.length === 0 ? `${name} has no groups: leave group out` : `group must be one of ${groups.join(', ')} for ${name}`;
}

/** The place of a row among others: its keys. */
function cursorOf(keys: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

function afterOf(projection: AnalyticsProjection, question: AnalyticsQuestion, { cursor }: AnalyticsQuery): Keys | null {
  if (cursor === undefined) return null;
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(keys) && keys.length === keysOf(projection, question).length && keys.every(isKey)) return keys;
  } catch {
    // It is none of ours.
  }
  throw invalid([{ path: 'cursor', message: 'this cursor is of another list' }]);
}

function isKey(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
