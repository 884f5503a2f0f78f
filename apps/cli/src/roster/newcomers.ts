import { nameKey } from '../imports/names.js';
import type { ListedPlayer } from '../imports/players.js';
import type { RosterEntry } from './roster.js';

/** A roster beside those who are enrolled: who is new, and who is there already under which id. */
export interface Compared {
  readonly newcomers: readonly RosterEntry[];
  readonly there: readonly { readonly entry: RosterEntry; readonly player: ListedPlayer }[];
  /** New by their id or number, though somebody of the same name is there: worth a look. */
  readonly namesakes: readonly { readonly entry: RosterEntry; readonly player: ListedPlayer }[];
}

/**
 * Finds who of a roster is there already: by the id where the file names one, else by the membership number, else by the name. So the same
 * file again, with rows added or in another order, enrols nobody twice.
 */
export function compared(roster: readonly RosterEntry[], enrolled: readonly ListedPlayer[]): Compared {
  const byId = new Map(enrolled.map((player) => [player.id, player]));
  const byNumber = new Map(
    enrolled.flatMap((player) => (player.externalId === null ? [] : [[player.externalId.toLowerCase(), player] as const])),
  );
  const byName = new Map<string, ListedPlayer[]>();
  for (const player of enrolled) byName.set(nameKey(player.name), [...(byName.get(nameKey(player.name)) ?? []), player]);
  const taken = new Set<ListedPlayer>();
  const newcomers: RosterEntry[] = [];
  const there: Compared['there'][number][] = [];
  const namesakes: Compared['namesakes'][number][] = [];
  for (const entry of roster) {
    const { id, externalId, name } = entry;
    const numbered = externalId === undefined ? undefined : byNumber.get(externalId.toLowerCase());
    const namesake = byName.get(nameKey(name)) ?? [];
    // Of two rows with one name only one is the player who is enrolled without a number.
    const named = namesake.find((player) => !taken.has(player) && (externalId === undefined || player.externalId === null));
    const player = (id === undefined ? undefined : byId.get(id)) ?? numbered ?? (id === undefined ? named : undefined);
    if (player) {
      taken.add(player);
      there.push({ entry, player });
      continue;
    }
    newcomers.push(entry);
    const [other] = namesake;
    if (other) namesakes.push({ entry, player: other });
  }
  return { newcomers, there, namesakes };
}
