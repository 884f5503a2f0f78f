import { player } from '@ladder/ledger';
import type { Ledger } from '@ladder/ledger';
import { Complaint } from '../complaint.js';
import type { Files } from './files.js';

/** As many as a complaint names before it says "and others". */
const NAMED = 5;

/** A tournament's ledger, or what to do about a name that is none. */
export async function knownTournament(files: Files, tournament: string): Promise<Ledger> {
  const ledger = await files.ledger(tournament);
  if (ledger) return ledger;
  const known = await files.tournaments();
  throw new Complaint(
    `There is no tournament ${tournament} here: ${known.length > 0 ? `choose ${listed(known)}` : 'there is none at all'}.`,
  );
}

/**
 * The tournament in which something is, if it is in one only; `named` says which where ids repeat.
 *
 * @param what names the thing in a complaint: "penalty gl-41".
 */
export async function tournamentWith(
  files: Files,
  what: string,
  holds: (ledger: Ledger) => boolean,
  named: string | undefined,
): Promise<{ tournament: string; ledger: Ledger }> {
  if (named !== undefined) {
    const ledger = await knownTournament(files, named);
    if (holds(ledger)) return { tournament: named, ledger };
    throw new Complaint(`There is no ${what} in ${named}.`);
  }
  const found: { tournament: string; ledger: Ledger }[] = [];
  for (const tournament of await files.tournaments()) {
    const ledger = await files.ledger(tournament);
    if (ledger && holds(ledger)) found.push({ tournament, ledger });
  }
  const [only, ...others] = found;
  if (!only) throw new Complaint(`There is no ${what} in any tournament here.`);
  if (others.length === 0) return only;
  throw new Complaint(`There is a ${what} in ${listed(found.map((each) => each.tournament))}: say which with --tournament.`);
}

/** A player by id, or by a part of the name that only one has. */
export async function knownPlayer(files: Files, ledger: Ledger, text: string): Promise<string> {
  if (ledger.players.has(text)) return text;
  const people = await files.open(
    [...ledger.players.keys()].map((id) => ({ id, name: player(id) })),
    ledger,
  );
  const wanted = text.toLocaleLowerCase();
  const [only, ...others] = people.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  if (!only) throw new Complaint(`There is no player ${text} in this tournament: give an id, or a part of the name.`);
  if (others.length === 0) return only.id;
  throw new Complaint(`${text} may be ${listed([only, ...others].map(({ id, name }) => `${name} (${id})`))}: give the id.`);
}

/** "a, b or c" */
function listed(names: readonly string[]): string {
  if (names.length > NAMED) return `${names.slice(0, NAMED).join(', ')} or another`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}` : (names[0] ?? '');
}
