import type { RecordedEvent } from './recorded-log.js';

interface Expression {
  getRegex(): string;
  getPrefixList(): string[];
}

/** A filter as it comes over the wire, of a subscription or of a group. */
interface FilterOptions {
  hasStreamIdentifier(): boolean;
  getStreamIdentifier(): Expression | undefined;
  getEventType(): Expression | undefined;
}

/** Tells which events a filter lets through; all, without one. */
export function matcherOf(options: FilterOptions | undefined): (event: RecordedEvent) => boolean {
  if (!options) return () => true;
  const onStream = options.hasStreamIdentifier();
  const expression = onStream ? options.getStreamIdentifier() : options.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = expression?.getRegex() ? new RegExp(expression.getRegex(), 'u') : undefined;
  return ({ stream, type }) => {
    const text = onStream ? stream : type;
    return prefixes.some((prefix) => text.startsWith(prefix)) || (regex?.test(text) ?? false);
  };
}
