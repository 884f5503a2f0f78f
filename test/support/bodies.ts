import fc from 'fast-check';
import type { OpenApi, Parameter, Schema } from './routes.js';

/** Ids that exist in the tournament that is fuzzed, so that a request may get past "there is no such thing". */
export type Known = Readonly<Record<string, readonly string[]>>;

/** Makes what a schema of the OpenAPI document describes; mostly. */
export class Bodies {
  constructor(
    private readonly document: OpenApi,
    private readonly known: Known,
  ) {}

  /** A body as the schema wants it, with something wrong in it now and then. */
  body(schema: Schema): fc.Arbitrary<unknown> {
    return fc.oneof({ weight: 3, arbitrary: this.#valid(schema, '') }, { weight: 2, arbitrary: this.#spoilt(schema) });
  }

  /** A query, of parameters as they are described or not. */
  query(parameters: readonly Parameter[]): fc.Arbitrary<string> {
    const asked = parameters.filter((each) => each.in === 'query');
    const one = ({ name, schema }: Parameter) =>
      fc.option(fc.oneof({ weight: 3, arbitrary: this.#valid(schema, name) }, { weight: 1, arbitrary: NONSENSE }), {
        nil: undefined,
        freq: 2,
      });
    const values = fc.tuple(...asked.map((each) => one(each).map((value) => [each.name, value] as const)));
    return values.map((pairs) => {
      const query = new URLSearchParams();
      for (const [name, value] of pairs)
        if (value !== undefined) query.append(name, (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());
      return query.size === 0 ? '' : `?${query.toString()}`;
    });
  }

  /** An id for a place in a path. */
  id(place: string): fc.Arbitrary<string> {
    const known = this.known[place] ?? [];
    return fc.oneof(
      ...(known.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...known) }] : []),
      { weight: 1, arbitrary: fc.constantFrom('nowhere', '__proto__', 'constructor', '%00', '..', '%2e%2e%2fadmin', 'r-0', '-', '💥') },
      { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }).map((text) => encodeURIComponent(text)) },
    );
  }

  #valid(schema: Schema, field: string): fc.Arbitrary<unknown> {
    const of = this.#resolved(schema);
    const known = this.known[field];
    if (known && of.type === 'string') return fc.constantFrom(...known);
    if (of.enum) return fc.constantFrom(...of.enum);
    switch (of.type) {
      case 'object':
        return this.#object(of);
      case 'array': {
        const item = this.#valid(of.items ?? {}, field);
        return fc.array(item, { minLength: of.minItems ?? 0, maxLength: Math.min(of.maxItems ?? 4, 4) });
      }
      case 'integer':
        return fc.oneof(
          fc.integer({ min: of.minimum ?? 0, max: Math.min(of.maximum ?? 10, 3) }),
          fc.integer({ min: of.minimum ?? 0, max: of.maximum ?? 1_000_000 }),
        );
      case 'boolean':
        return fc.boolean();
      case 'string':
        return this.#text(of);
      default:
        return fc.jsonValue();
    }
  }

  #object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, this.#valid(each, name)]));
    return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  }

  #text({ format, pattern, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<string> {
    if (format === 'date-time') {
      return fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
    }
    if (pattern !== undefined) return fc.stringMatching(/^[A-Za-z0-9._-]{1,20}$/);
    return fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' });
  }

  /** A good body with one place replaced by nonsense, or a stranger in it; or no body at all. */
  #spoilt(schema: Schema): fc.Arbitrary<unknown> {
    const good = this.#valid(schema, '');
    const stranger = fc.constantFrom('constructor', '__proto__x', 'toString', 'colour', '');
    return fc.oneof(
      NONSENSE,
      fc.tuple(good, fc.nat(), NONSENSE).map(([body, place, nonsense]) => withNonsense(body, place, nonsense)),
      fc.tuple(good, stranger, NONSENSE).map(([body, name, nonsense]) => ({ ...(body as object), [name]: nonsense })),
    );
  }

  #resolved(schema: Schema): Schema {
    const [inner] = schema.allOf ?? [];
    if (inner) return this.#resolved(inner);
    if (schema.$ref === undefined) return schema;
    const found = this.document.components.schemas[schema.$ref.slice('#/components/schemas/'.length)];
    if (!found) throw new Error(`${schema.$ref} is nowhere`);
    return found;
  }
}

const NONSENSE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, -1, 0.5, 1e300, '', ' ', '\ud800', '\0', 'x'.repeat(5_000), [], [[]], [null], {}, { constructor: 1 }),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
);

/** Replaces one of the places in a body, however deep. */
function withNonsense(body: unknown, place: number, nonsense: unknown): unknown {
  if (typeof body !== 'object' || body === null) return nonsense;
  const keys = Object.keys(body);
  if (keys.length === 0 || place % (keys.length + 1) === keys.length) return nonsense;
  const key = keys[place % (keys.length + 1)] ?? '';
  const inner = withNonsense((body as Record<string, unknown>)[key], Math.floor(place / (keys.length + 1)), nonsense);
  return Array.isArray(body) ? body.map((each, index) => (String(index) === key ? inner : (each as unknown))) : { ...body, [key]: inner };
}
