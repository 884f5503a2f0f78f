import type { Sealed } from '../events.js';
import type { Ledger } from '../ledger.js';

/**
 * Views are made without names and texts, which the core never sees. They hold a place for each, and {@link open} fills it from what was
 * read in the vault: names always as they are now, also in a record of long ago (R36); free texts only for those who may read them.
 */

/** The name of a player, an official or a team. */
export class Name {
  constructor(
    readonly kind: 'player' | 'official' | 'team',
    readonly id: string,
  ) {}
}

/** A free text: account, remedy, reason, grounds. Judges and auditors read it; for others, and where it was erased, it is null. */
export class FreeText {
  constructor(readonly sealed: Sealed | null) {}
}

/** The tournament's own name, or an external id: a sealed text that every official reads. */
export class OpenText {
  constructor(readonly sealed: Sealed | null) {}
}

/** Words with names in them. */
export class Sentence {
  constructor(readonly parts: readonly (string | Name)[]) {}

  /** One sentence after another. */
  static join(sentences: readonly Sentence[], between = ' '): Sentence {
    return new Sentence(sentences.flatMap((each, index) => (index === 0 ? each.parts : [between, ...each.parts])));
  }
}

/** Writes a {@link Sentence}: say`${player('p-1')} is dropped.` */
export function say(texts: TemplateStringsArray, ...values: (string | number | Name | Sentence)[]): Sentence {
  const parts = texts.flatMap((text, index): (string | Name)[] => {
    const value = values[index];
    if (value === undefined) return [text];
    if (value instanceof Sentence) return [text, ...value.parts];
    return [text, value instanceof Name ? value : String(value)];
  });
  return new Sentence(parts.filter((part) => part !== ''));
}

export const player = (id: string): Name => new Name('player', id);
export const official = (id: string): Name => new Name('official', id);

/** A view with every name and text filled in: what goes out as JSON. */
export type Opened<T> = T extends Name | Sentence
  ? string
  : T extends FreeText | OpenText
    ? string | null
    : T extends readonly (infer Item)[]
      ? Opened<Item>[]
      : T extends object
        ? { [K in keyof T]: Opened<T[K]> }
        : T;

/** What is shown in the place of a name that was erased. */
export const ERASED = '(erased)';

/** Every sealed text that opening this view needs, to be read from the vault at once. */
export function sealedIn(view: unknown, ledger: Ledger, mayReadTexts: boolean): Sealed[] {
  const found: Sealed[] = [];
  walk(view, (place) => {
    const sealed = place instanceof Name ? nameOf(ledger, place) : place instanceof OpenText || mayReadTexts ? place.sealed : null;
    if (sealed) found.push(sealed);
  });
  return found;
}

/** Fills a view's names and texts. `texts` holds, by reference, what the vault still has. */
export function open<T>(view: T, ledger: Ledger, texts: ReadonlyMap<string, string>, mayReadTexts: boolean): Opened<T> {
  const named = (name: Name): string => {
    const sealed = nameOf(ledger, name);
    return sealed ? (texts.get(sealed.ref) ?? ERASED) : name.id;
  };
  const filled = (value: unknown): unknown => {
    if (value instanceof Name) return named(value);
    if (value instanceof Sentence) return value.parts.map((part) => (part instanceof Name ? named(part) : part)).join('');
    if (value instanceof FreeText) return value.sealed && mayReadTexts ? (texts.get(value.sealed.ref) ?? null) : null;
    if (value instanceof OpenText) return value.sealed ? (texts.get(value.sealed.ref) ?? null) : null;
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    const object: Record<string, unknown> = {};
    for (const [key, each] of Object.entries(value)) object[key] = filled(each);
    return object;
  };
  return filled(view) as Opened<T>;
}

function walk(value: unknown, visit: (place: Name | FreeText | OpenText) => void): void {
  if (value instanceof Name || value instanceof FreeText || value instanceof OpenText) visit(value);
  else if (value instanceof Sentence) for (const part of value.parts) walk(part, visit);
  else if (Array.isArray(value)) for (const each of value) walk(each, visit);
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) walk(each, visit);
}

function nameOf(ledger: Ledger, { kind, id }: Name): Sealed | undefined {
  switch (kind) {
    case 'player':
      return ledger.players.get(id)?.name;
    case 'official':
      return ledger.officials.get(id)?.name;
    case 'team':
      return ledger.teams.get(id)?.name;
  }
}
