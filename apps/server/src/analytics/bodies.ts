import { LEVELS } from '@ladder/editions';
import type { Level } from '@ladder/editions';
import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { IsOptional, ValidateBy } from 'class-validator';
import { Id, OneOf, PersonName } from '../http/fields.js';
import { PageQuery, QueryText } from '../http/paging.js';

export class AppointAnalystBody {
  @Id({ optional: true })
  id?: string;

  @PersonName()
  name!: string;
}

/** A day of the calendar, as UTC has it. */
function QueryDay(description: string): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    ValidateBy({
      name: 'isDay',
      validator: { validate: isDay, defaultMessage: () => '$property must be a day such as 2026-11-07' },
    }),
    ApiProperty({ type: String, format: 'date', required: false, description }),
  );
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

export class AnalyticsQuery extends PageQuery {
  @QueryDay('The first day (UTC) that counts; without it, from the beginning')
  from?: string;

  @QueryDay('The last day (UTC) that counts; without it, up to now')
  to?: string;

  @OneOf(LEVELS, { optional: true })
  level?: Level;

  @QueryText(40)
  group?: string;
}
