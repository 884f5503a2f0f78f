import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength, ValidateBy } from 'class-validator';
import { invalid } from './body.pipe.js';

/** A whole number in a query, where everything is text. */
export function QueryWhole({ min, max }: { min: number; max: number }): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    ValidateBy({
      name: 'isWhole',
      validator: {
        validate: (value) => typeof value === 'string' && /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max,
        defaultMessage: () => `$property must be a whole number from ${min} to ${max}`,
      },
    }),
    ApiProperty({ type: 'integer', minimum: min, maximum: max, required: false }),
  );
}

/** A word in a query. */
export function QueryText(maxLength = 200): PropertyDecorator {
  return applyDecorators(IsOptional(), IsString(), MaxLength(maxLength), ApiProperty({ type: String, maxLength, required: false }));
}

/** What every list can be asked with. */
export class PageQuery {
  @QueryText()
  cursor?: string;

  @QueryWhole({ min: 1, max: 500 })
  limit?: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Opaque; null at the end. */
  readonly next: string | null;
}

const DEFAULT_LIMIT = 100;

export function limitOf({ limit }: Pick<PageQuery, 'limit'>): number {
  return limit === undefined ? DEFAULT_LIMIT : Number(limit);
}

/** A page of a list whose items have a key that stays theirs: the next page begins after the last one seen, wherever that stands by then. */
export function pageOf<T>(items: readonly T[], keyOf: (item: T) => string | number, query: PageQuery): Page<T> {
  const after = query.cursor === undefined ? undefined : Buffer.from(query.cursor, 'base64url').toString('utf8');
  const start = after === undefined ? 0 : items.findIndex((item) => String(keyOf(item)) === after) + 1;
  if (after !== undefined && start === 0) throw invalid([{ path: 'cursor', message: 'this cursor is of another list' }]);
  const page = items.slice(start, start + limitOf(query));
  const last = page.at(-1);
  const more = last !== undefined && start + page.length < items.length;
  return { items: page, next: more ? Buffer.from(String(keyOf(last))).toString('base64url') : null };
}
