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
  const byName = new Map(enrolled.map((player) => [nameKey(player.name), player]));
  const newcomers: RosterEntry[] = [];
  const there: Compared['there'][number][] = [];
  const namesakes: Compared['namesakes'][number][] = [];
  for (const entry of roster) {
    const { id, externalId, name } = entry;
    const numbered = externalId === undefined ? undefined : byNumber.get(externalId.toLowerCase());
    const named = byName.get(nameKey(name));
    const isNamedOnly = id === undefined && (externalId === undefined || named?.externalId === null);
    const player = (id === undefined ? undefined : byId.get(id)) ?? numbered ?? (isNamedOnly ? named : undefined);
    if (player) {
      there.push({ entry, player });
      continue;
    }
    newcomers.push(entry);
    if (named) namesakes.push({ entry, player: named });
  }
  return { newcomers, there, namesakes };
}
