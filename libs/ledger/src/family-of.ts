import { categoryOf, EDITIONS } from '@ladder/editions';

/** The family of a category under an edition that ships with this version; undefined where either is unknown. */
export function familyOf(edition: string, category: string): string | undefined {
  const known = EDITIONS.get(edition);
  return known && categoryOf(known, category)?.family;
}
