import { readFileSync } from 'node:fs';
import { EDITIONS, validateEdition } from '@ladder/editions';
import type { Edition } from '@ladder/editions';
import { Complaint } from '../complaint.js';

/** An edition that ships with this version, by its id, or one in a file. @throws Complaint for one that is neither, or that is unsound. */
export function editionIn(named: string): Edition {
  const shipped = EDITIONS.get(named);
  if (shipped) return shipped;
  let candidate: unknown;
  try {
    candidate = JSON.parse(readFileSync(named, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Complaint(
      `--edition: ${named} is neither an edition of this version (${[...EDITIONS.keys()].join(', ')}) nor a file in JSON: ${why}`,
    );
  }
  const judged = validateEdition(candidate);
  if (judged.ok) return judged.edition;
  throw new Complaint(`--edition: ${judged.complaints.join(' ')}`);
}
