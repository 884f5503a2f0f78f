import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, Matches, Max, MaxLength, Min, MinLength, ValidateBy,
  ValidateNested,
} from 'class-validator'; // prettier-ignore

/** The kinds of field that bodies consist of: each says at once how it is validated and how it is documented. */

interface Optional {
  readonly optional?: boolean;
}

const NAME_LENGTH = 200;
const TEXT_LENGTH = 4_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
export const ID = /^[A-Za-z0-9._-]{1,64}$/;

const presence = ({ optional = false }: Optional): PropertyDecorator[] => (optional ? [IsOptional()] : []);

/** 1 to 64 of letters, digits, `.`, `_`, `-`; never a name: ids cannot be erased. */
export function Id(options: Optional = {}): PropertyDecorator {
  return applyDecorators(
    ...presence(options),
    Matches(ID, { message: '$property must be 1 to 64 letters, digits, ".", "_" or "-"' }),
    ApiProperty({ type: String, pattern: ID.source, required: !options.optional }),
  );
}

/** An id of the edition: a slug. */
export function Slug(options: Optional = {}): PropertyDecorator {
  return applyDecorators(
    ...presence(options),
    IsString(),
    MaxLength(100),
    Readable(),
    ApiProperty({ type: String, maxLength: 100, required: !options.optional }),
  );
}

/** A name of a person, a team or a tournament; kept in the vault. */
export function PersonName(options: Optional = {}): PropertyDecorator {
  return textOf(NAME_LENGTH, options);
}

/** A free text; kept in the vault. */
export function FreeWords(options: Optional = {}): PropertyDecorator {
  return textOf(TEXT_LENGTH, options);
}

function textOf(maxLength: number, options: Optional): PropertyDecorator {
  return applyDecorators(
    ...presence(options),
    IsString(),
    MinLength(1),
    MaxLength(maxLength),
    Readable(),
    ApiProperty({ type: String, minLength: 1, maxLength, required: !options.optional }),
  );
}

/** What lies in the vault is UTF-8, and what is fingerprinted is JSON of RFC 8785: neither has a form for a lone surrogate. */
function Readable(): PropertyDecorator {
  return ValidateBy({
    name: 'isReadable',
    validator: {
      validate: (value) => typeof value === 'string' && value.isWellFormed() && value.trim() !== '',
      defaultMessage: () => '$property must be readable text: not blank, and without lone surrogates',
    },
  });
}

/** A whole number in a range. */
export function Whole(options: Optional & { min: number; max: number }): PropertyDecorator {
  const { min, max } = options;
  return applyDecorators(
    ...presence(options),
    IsInt(),
    Min(min),
    Max(max),
    ApiProperty({ type: 'integer', minimum: min, maximum: max, required: !options.optional }),
  );
}

export const Round = (options: Optional = {}): PropertyDecorator => Whole({ min: 0, max: 1_000, ...options });
export const Table = (options: Optional = {}): PropertyDecorator => Whole({ min: 1, max: 100_000, ...options });
export const Game = (options: Optional = {}): PropertyDecorator => Whole({ min: 1, max: 100, ...options });

export function Flag(): PropertyDecorator {
  return applyDecorators(IsOptional(), IsBoolean(), ApiProperty({ type: Boolean, required: false, default: false }));
}

/** One of a few words. */
export function OneOf(words: readonly string[], options: Optional = {}): PropertyDecorator {
  return applyDecorators(...presence(options), IsIn(words), ApiProperty({ type: String, enum: [...words], required: !options.optional }));
}

/** Several of a few words, each once. */
export function SomeOf(words: readonly string[]): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ArrayMinSize(1),
    ArrayUnique(),
    IsIn(words, { each: true }),
    ApiProperty({ type: String, enum: [...words], isArray: true, minItems: 1 }),
  );
}

/** Ids or slugs in a list. */
export function Ids(options: Optional & { min?: number; max: number }): PropertyDecorator {
  const { min = 0, max } = options;
  return applyDecorators(
    ...presence(options),
    IsArray(),
    ArrayMinSize(min),
    ArrayMaxSize(max),
    Matches(ID, { each: true, message: 'each of $property must be 1 to 64 letters, digits, ".", "_" or "-"' }),
    ApiProperty({ type: String, isArray: true, minItems: min, maxItems: max, required: !options.optional }),
  );
}

/** ISO 8601 UTC, to the millisecond. */
export function Instant(options: Optional = {}): PropertyDecorator {
  return applyDecorators(
    ...presence(options),
    ValidateBy({
      name: 'isInstant',
      validator: {
        validate: (value) => typeof value === 'string' && INSTANT.test(value) && isOnTheCalendar(value),
        defaultMessage: () => '$property must be a time in ISO 8601 UTC, such as 2026-11-07T10:41:00.000Z',
      },
    }),
    ApiProperty({ type: String, format: 'date-time', required: !options.optional }),
  );
}

/** `Date.parse` takes the 30th of February for the 2nd of March. */
function isOnTheCalendar(instant: string): boolean {
  const time = new Date(instant);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(instant.slice(0, 19));
}

const NESTED = 'ladder:nested';

/** A list of objects, or one, of a body class of their own. */
export function ListOf(
  type: () => new () => object,
  { min, max, optional = false }: Optional & { min: number; max: number },
): PropertyDecorator {
  return applyDecorators(
    ...presence({ optional }),
    IsArray(),
    ArrayMinSize(min),
    ArrayMaxSize(max),
    ValidateNested({ each: true }),
    nested(type),
    ApiProperty({ type: () => type(), isArray: true, minItems: min, maxItems: max, required: !optional }),
  );
}

export function ObjectOf(type: () => new () => object, options: Optional = {}): PropertyDecorator {
  return applyDecorators(
    ...presence(options),
    // A list would be validated too, each of its entries; and none, if it is empty.
    IsObject({ message: '$property must be an object' }),
    ValidateNested(),
    nested(type),
    // Swagger looks a class up late only in a function of this name.
    ApiProperty({ type: () => type(), required: !options.optional }),
  );
}

function nested(type: () => new () => object): PropertyDecorator {
  return (prototype, property) => {
    const types = { ...(Reflect.getMetadata(NESTED, prototype) as Record<string, () => new () => object> | undefined), [property]: type };
    Reflect.defineMetadata(NESTED, types, prototype);
  };
}

/** The body classes of a class's nested fields. */
export function nestedOf(type: new () => object): Record<string, () => new () => object> {
  return (Reflect.getMetadata(NESTED, type.prototype as object) as Record<string, () => new () => object> | undefined) ?? {};
}
