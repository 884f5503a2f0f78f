export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Canonical JSON by RFC 8785: keys in the order of their UTF-16 code units, no white space, numbers and strings as ECMAScript writes them.
 * Members that are undefined are left out.
 *
 * @throws if a string holds a lone surrogate, or a number is not finite: neither has a canonical form.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      if (!Number.isFinite(value)) throw new Error(`${value} has no JSON form`);
      return JSON.stringify(value);
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `[${itemsOf(value)}]` : `{${membersOf(value as Record<string, unknown>)}}`;
    default:
      throw new Error(`a ${typeof value} has no JSON form`);
  }
}

// Texts grow by addition: every event is written here, and lists to be joined would take twice as long.

function itemsOf(list: readonly unknown[]): string {
  let text = '';
  for (const each of list) text += `${text === '' ? '' : ','}${canonicalJson(each)}`;
  return text;
}

function membersOf(object: Record<string, unknown>): string {
  let text = '';
  // Sorted as they are, strings stand in the order of their UTF-16 code units.
  for (const key of Object.keys(object).sort()) {
    const each = object[key];
    if (each !== undefined) text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(each)}`;
  }
  return text;
}

/** ASCII without what JSON escapes: most strings by far, and they stand for themselves. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new Error('a lone surrogate has no JSON form');
  return JSON.stringify(text);
}
