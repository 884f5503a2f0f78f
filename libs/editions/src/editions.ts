import type { Edition } from './edition.js';
import { RIFTBOUND_2026_10_16 } from './riftbound-2026-10-16.js';
import { validateEdition } from './validate-edition.js';

/**
 * Puts editions on the shelf by their id.
 *
 * @throws Error naming each place that is wrong: the program must not rule on a broken edition.
 */
export function shelve(editions: readonly Edition[]): ReadonlyMap<string, Edition> {
  const shelf = new Map<string, Edition>();
  for (const edition of editions) {
    const verdict = validateEdition(edition);
    if (!verdict.ok) throw new Error(verdict.complaints.join('\n'));
    if (shelf.has(edition.id)) throw new Error(`${edition.id}: there is an edition of this id already.`);
    shelf.set(edition.id, edition);
  }
  return shelf;
}

/** The editions that a tournament can be opened under, by id; validated when this module starts. */
export const EDITIONS: ReadonlyMap<string, Edition> = shelve([RIFTBOUND_2026_10_16]);
