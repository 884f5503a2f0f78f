import ts from 'typescript';

/** A JSON Schema (2020-12), as it is written down. */
export type JsonSchema = Record<string, unknown>;

/**
 * Turns the types of answers into JSON Schemas. What has a name is told once, in `named`, and referred to.
 *
 * Every number of this API is a whole one, and a text whose name ends in `At` is a time: types do not say so, the tests hold it.
 */
export class Schemas {
  readonly named: Record<string, JsonSchema> = {};

  private readonly checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.checker = checker;
  }

  /** @param place where the type stands, for whoever has to find it. @throws if it is nothing that JSON can hold. */
  of(type: ts.Type, place: string): JsonSchema {
    const name = nameOf(type);
    if (name === undefined) return this.#shape(type, place);
    const known = this.named[name];
    const referred = { $ref: `#/components/schemas/${name}` };
    if (known !== undefined && Object.keys(known).length === 0) return referred;
    // Empty until it is known: it may refer to itself.
    this.named[name] ??= {};
    const shape = this.#shape(type, name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(shape)) throw new Error(`${place}: two shapes are called ${name}`);
    this.named[name] = shape;
    return referred;
  }

  #shape(type: ts.Type, place: string): JsonSchema {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === 'true' };
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & ts.TypeFlags.Number) return { type: 'integer' };
    if (flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) return { type: 'string' };
    if (type.isUnion()) return this.#union(type, place);
    if (this.checker.isTupleType(type)) return this.#tuple(type as ts.TupleTypeReference, place);
    if (this.checker.isArrayLikeType(type) && !(flags & ts.TypeFlags.Never))
      return { type: 'array', items: this.of(this.#item(type), `${place}[]`) };
    if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#object(type, place);
    throw new Error(`${place}: ${this.checker.typeToString(type)} is nothing that JSON can hold`);
  }

  /** Words to choose from in one list, null and plain types in one, and whatever else there is beside them. */
  #union(type: ts.UnionType, place: string): JsonSchema {
    const parts = type.types.filter((each) => !(each.flags & ts.TypeFlags.Undefined));
    const words = parts.filter((each): each is ts.LiteralType => each.isStringLiteral() || each.isNumberLiteral());
    const booleans = parts.filter((each) => each.flags & ts.TypeFlags.BooleanLiteral);
    const others = parts.filter((each) => !words.some((word) => word === each) && !(booleans.length === 2 && booleans.includes(each)));
    const schemas = [
      ...(words.length > 0 ? [{ enum: words.map((each) => each.value).toSorted() }] : []),
      ...(booleans.length === 2 ? [{ type: 'boolean' }] : []),
      ...others.map((each) => this.of(each, place)),
    ];
    // The compiler's own order depends on what it happened to read first.
    const distinct = [...new Map(schemas.map((each) => [JSON.stringify(each), each])).entries()].toSorted(byText).map(([, each]) => each);
    const [first = {}, ...more] = distinct;
    if (more.length === 0) return first;
    const isPlain = (each: JsonSchema): each is { type: string } => Object.keys(each).join() === 'type';
    return distinct.every(isPlain) ? { type: distinct.map((each) => each.type) } : { anyOf: distinct };
  }

  #tuple(type: ts.TupleTypeReference, place: string): JsonSchema {
    const { elementFlags, minLength } = type.target;
    const items = this.checker.getTypeArguments(type).map((each, index) => this.of(each, `${place}[${index}]`));
    const rest = elementFlags.findIndex((each) => each & ts.ElementFlags.Rest);
    if (rest >= 0) return { type: 'array', prefixItems: items.slice(0, rest), items: items[rest], minItems: minLength };
    return { type: 'array', prefixItems: items, items: false, minItems: minLength };
  }

  #item(type: ts.Type): ts.Type {
    const item = this.checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    if (!item) throw new Error(`${this.checker.typeToString(type)} has no items`);
    return item;
  }

  #object(type: ts.Type, place: string): JsonSchema {
    if (type.getCallSignatures().length > 0) throw new Error(`${place}: a function is nothing that JSON can hold`);
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const symbol of this.checker.getPropertiesOfType(type)) {
      const { name } = symbol;
      const held = this.checker.getTypeOfSymbol(symbol);
      if (held.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never)) continue;
      properties[name] = { ...timed(name, this.of(held, `${place}.${name}`)), ...this.#documented(symbol) };
      const mayBeAway = held.isUnion() && held.types.some((each) => each.flags & ts.TypeFlags.Undefined);
      if (!mayBeAway && !(symbol.flags & ts.SymbolFlags.Optional)) required.push(name);
    }
    const values = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    return {
      type: 'object',
      ...(required.length > 0 && { required: required.toSorted() }),
      ...(Object.keys(properties).length > 0 && { properties }),
      // `Record<string, never>` is an object with nothing in it.
      additionalProperties: values && !(values.flags & ts.TypeFlags.Never) ? this.of(values, `${place}.*`) : false,
    };
  }

  #documented(symbol: ts.Symbol): JsonSchema {
    const description = ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).replaceAll(/\s+/g, ' ').trim();
    return description === '' ? {} : { description };
  }
}

/** What a type is called: an interface or alias by its own name, also where its names and texts were filled in. */
function nameOf(type: ts.Type): string | undefined {
  const { aliasSymbol: alias, aliasTypeArguments: args = [] } = type;
  if (alias && args.length === 0) return alias.name;
  const named = openedOf(type) ?? type;
  const symbol = named.getSymbol();
  const isInterface = (symbol?.flags ?? 0) & ts.SymbolFlags.Interface;
  const isGeneric = ((named as ts.TypeReference).typeArguments?.length ?? 0) > 0;
  return isInterface && !isGeneric ? symbol?.name : undefined;
}

/**
 * The view that was opened to become this type. The compiler keeps it for itself, from when it has looked at the properties; without it a
 * shape would stand in every place instead of once under its name.
 */
function openedOf(type: ts.Type): ts.Type | undefined {
  const isMapped = 'objectFlags' in type && Number(type.objectFlags) & ts.ObjectFlags.Mapped;
  if (!isMapped || type.getProperties().length === 0) return undefined;
  return (type as { modifiersType?: ts.Type }).modifiersType;
}

function byText([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function timed(name: string, schema: JsonSchema): JsonSchema {
  const isText = schema['type'] === 'string' || (Array.isArray(schema['type']) && schema['type'].includes('string'));
  return name.endsWith('At') && isText ? { ...schema, format: 'date-time' } : schema;
}
