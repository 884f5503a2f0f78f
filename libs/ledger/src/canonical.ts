export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Canonical JSON by RFC 8785: keys in the order of their UTF-16 code units, no white space, numbers and strings as ECMAScript writes them.
 * Members that are undefined are left out.
 *
 * @throws if a string holds a lone surrogate, or a number is not finite: neither has a canonical form.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`${value} has no JSON form`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new Error('a lone surrogate has no JSON form');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each)).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => `${canonicalJson(key)}:${canonicalJson(each)}`);
    return `{${members.join(',')}}`;
  }
  throw new Error(`a ${typeof value} has no JSON form`);
}
