import { Injectable } from '@nestjs/common';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { validateSync } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { nestedOf } from './fields.js';
import { Problem } from './problem.js';

/** Bodies and queries become instances of their class, field by field as they came, and are refused with every place that is wrong. */
@Injectable()
export class BodyPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object) return value;
    if (!isObject(value)) throw invalid([{ path: '', message: 'the body must be a JSON object' }]);
    const instance = instanceOf(metatype as new () => object, value);
    const errors = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
    if (errors.length > 0) throw invalid(errors.flatMap((error) => placesOf(error, '')));
    return instance;
  }
}

export interface Place {
  readonly path: string;
  readonly message: string;
}

export function invalid(errors: readonly Place[]): Problem {
  const [first] = errors;
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
  return new Problem('invalid-request', first ? `${first.message}${more}: correct it and send it again.` : 'Correct the request.', {
    errors,
  });
}

/** An instance with the fields as they came, so that the validator sees them all. A field that is null says as much as one that is absent. */
function instanceOf(type: new () => object, value: Record<string, unknown>): object {
  const instance = new type() as Record<string, unknown>;
  const nested = nestedOf(type);
  for (const [field, each] of Object.entries(value)) {
    // No field is named as what every object has; the validator would take `constructor` for the class to go by.
    if (field in Object.prototype) throw invalid([{ path: field, message: `property ${field} should not exist` }]);
    const of = nested[field];
    instance[field] = each === null ? undefined : of ? nestedIn(each, of()) : each;
  }
  return instance;
}

function nestedIn(value: unknown, type: new () => object): unknown {
  if (Array.isArray(value)) return value.map((each) => (isObject(each) ? instanceOf(type, each) : null));
  return isObject(value) ? instanceOf(type, value) : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function placesOf({ property, constraints, children }: ValidationError, parent: string): Place[] {
  const path = parent === '' ? property : /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
  const own = Object.values(constraints ?? {}).map((message) => ({ path, message }));
  return [...own, ...(children ?? []).flatMap((child) => placesOf(child, path))];
}
