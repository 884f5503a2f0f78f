import { readFileSync } from 'node:fs';
import { whatIf } from '@ladder/audit';
import { EDITIONS, validateEdition } from '@ladder/editions';
import type { Edition } from '@ladder/editions';
import { player as nameOf } from '@ladder/ledger';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import { Complaint } from '../complaint.js';
import type { Files } from '../folder/files.js';
import { showWhatIf } from '../screen/show-what-if.js';
import type { Screen } from '../screen/screen.js';

/**
 * Tells which Game Losses of the ladder would fall under another edition, and which would appear, for each player with the reasons.
 *
 * @param player if not null, only what would change for this one.
 * @throws Complaint for an edition that is unsound, or that lacks a category which was ruled on.
 */
export async function tellWhatIf(
  screen: Screen,
  files: Files,
  end: Ledger,
  { events, edition, player, json = false }: { events: readonly LedgerEvent[]; edition: string; player: string | null; json?: boolean },
): Promise<void> {
  const other = editionIn(edition);
  const answer = whatIf(events, other);
  if ('unknownCategories' in answer)
    throw new Complaint(`${other.id} has no ${answer.unknownCategories.join(', ')}, which was ruled on here: it cannot tell.`);
  const players = answer.players.filter((each) => player === null || each.player === player);
  const named = players.map((each) => ({ ...each, name: nameOf(each.player) }));
  const told = await files.open({ ...answer, players: named }, end);
  if (json) screen.json(told);
  else showWhatIf(screen, end.edition, told);
}

/** An edition that ships with this version, by its id, or one in a file. */
function editionIn(named: string): Edition {
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
  const [first = '', ...others] = judged.complaints;
  throw new Complaint(`--edition: ${first}${others.length > 0 ? ` ${others.join(' ')}` : ''}`);
}
