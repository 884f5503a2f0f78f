/** An object of an edition that is being read, with fields of unknown types. */
export type Fields = Readonly<Record<string, unknown>>;

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const RULE_ID = /^[a-z0-9-]{1,64}\/[a-z-]{1,64}$/;
/** Any point of the rules, `TR 702` or deeper. */
const SECTION = /^TR \d+(\.(\d+|[a-z]))*$/;
/** A point below a section, `TR 702.5` or deeper. */
const CITATION = /^TR \d+(\.(\d+|[a-z]))+$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A place in an edition that is being read. Each check takes whatever stands there and, if it is wrong, adds a sentence that names the
 * place to the complaints. Checks whose value is needed further return it, or `undefined` if it is wrong. No check throws.
 */
export class Place {
  constructor(
    private readonly path: string,
    private readonly complaints: string[],
  ) {}

  complain(sentence: string): void {
    this.complaints.push(`${this.path}: ${sentence}`);
  }

  /** The place of one item of a list; its id belongs to its name, where it has one. */
  item(list: string, index: number, item: unknown): Place {
    const id = idOf(item);
    return this.inner(id === undefined ? `${list}[${index}]` : `${list}[${index}] ${id}`);
  }

  inner(step: string): Place {
    return new Place(`${this.path}, ${step}`, this.complaints);
  }

  /** An object without fields other than these: a misspelt optional field must not pass for an absent one. */
  object(value: unknown, known: readonly string[]): Fields | undefined {
    if (!isObject(value)) {
      this.complain(`must be an object, not ${shown(value)}.`);
      return undefined;
    }
    for (const field of Object.keys(value)) {
      if (!known.includes(field)) this.complain(`has no field ${shown(field)}; there are ${known.join(', ')}.`);
    }
    return value;
  }

  /** A list, or an empty one if something else stands there. */
  list(fields: Fields, field: string): readonly unknown[] {
    const value = fields[field];
    if (Array.isArray(value)) return value;
    this.wrong(field, 'a list', value);
    return [];
  }

  text(fields: Fields, field: string): string | undefined {
    const value = fields[field];
    if (typeof value === 'string' && value.trim() !== '') return value;
    this.wrong(field, 'a text that is not empty', value);
    return undefined;
  }

  slug(fields: Fields, field: string): string | undefined {
    const value = fields[field];
    if (isSlug(value)) return value;
    this.wrong(field, 'a slug such as "slow-play"', value);
    return undefined;
  }

  date(fields: Fields, field: string): void {
    const value = fields[field];
    if (!isDate(value)) this.wrong(field, 'a date such as "2026-10-16"', value);
  }

  wholeNumber(fields: Fields, field: string, least: number): void {
    const value = fields[field];
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
      this.wrong(field, `a whole number of at least ${least}`, value);
    }
  }

  /** `true`, or absent: a flag that does not hold is left out. */
  flag(fields: Fields, field: string): void {
    if (field in fields && fields[field] !== true) this.wrong(field, 'true, or absent', fields[field]);
  }

  oneOf<T extends string>(fields: Fields, field: string, choices: readonly T[]): T | undefined {
    const value = fields[field];
    const choice = choices.find((candidate) => candidate === value);
    if (choice !== undefined) return choice;
    this.wrong(field, `one of ${choices.join(', ')}`, value);
    return undefined;
  }

  /** A list of different words out of the choices; `kind` is what one of them is called. */
  someOf<T extends string>(fields: Fields, field: string, kind: string, choices: readonly T[]): readonly T[] {
    const chosen: T[] = [];
    for (const value of this.list(fields, field)) {
      const choice = choices.find((candidate) => candidate === value);
      if (choice === undefined) this.complain(`${field} names an unknown ${kind}, ${shown(value)}.`);
      else if (chosen.includes(choice)) this.complain(`${field} names ${choice} twice.`);
      else chosen.push(choice);
    }
    return chosen;
  }

  section(fields: Fields, field: string): void {
    const value = fields[field];
    if (!matches(value, SECTION)) this.wrong(field, 'a section such as "TR 702"', value);
  }

  citation(fields: Fields, field: string): void {
    const value = fields[field];
    if (!matches(value, CITATION)) this.wrong(field, 'a citation such as "TR 702.5"', value);
  }

  /** Citations; none where the text is silent. */
  citations(fields: Fields): void {
    for (const value of this.list(fields, 'cites')) {
      if (!matches(value, CITATION)) this.complain(`cites ${shown(value)}, which is no citation such as "TR 702.5".`);
    }
  }

  private wrong(field: string, expected: string, value: unknown): void {
    this.complain(value === undefined ? `needs ${field}, ${expected}.` : `${field} must be ${expected}, not ${shown(value)}.`);
  }
}

/** The id of a thing, if it has one that can be quoted as it is. */
export function idOf(value: unknown): string | undefined {
  const id = isObject(value) ? value['id'] : undefined;
  return isSlug(id) || matches(id, RULE_ID) ? id : undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function matches(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

function isSlug(value: unknown): value is string {
  return matches(value, SLUG) && value.length <= 64;
}

function isDate(value: unknown): value is string {
  if (!matches(value, DATE)) return false;
  const midnight = new Date(`${value}T00:00:00.000Z`);
  // A day that its month does not have is either no time at all or moves into the next month.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
}

/** A value as a complaint quotes it: short, and never itself a reason to fail. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  return String(value);
}
