import { canonicalJson } from '@ladder/ledger';

/**
 * Whether a JSON text, parsed as `value`, is the canonical form of that value (RFC 8785). Nearly all texts are settled by the engine's own
 * serializer, which differs from the canonical form in the order of members and in lone surrogates only; the rest are written anew.
 *
 * @throws if the value has no canonical form.
 */
export function isCanonical(text: string, value: unknown): boolean {
  const isSettled = !text.includes('\\ud') && JSON.stringify(value) === text && isInOrder(value);
  return isSettled || canonicalJson(value) === text;
}

/** Whether the members of every object stand in the order of their UTF-16 code units. */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isInOrder);
  let before = '';
  for (const [name, each] of Object.entries(value)) {
    if (name < before || !isInOrder(each)) return false;
    before = name;
  }
  return true;
}
