import type { Api } from '../api/api.js';
import { nameKey, wordsOf } from './names.js';

/** A player of the tournament as its list shows one. */
export interface ListedPlayer {
  readonly id: string;
  readonly name: string;
  readonly team: string | null;
  readonly externalId: string | null;
}

/** Everybody who is enrolled, in order. @throws Refused */
export async function enrolledIn(api: Api, tournament: string): Promise<ListedPlayer[]> {
  const players: ListedPlayer[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/v1/tournaments/${encodeURIComponent(tournament)}/players?limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: { items: readonly ListedPlayer[]; next: string | null } = await api.get(path);
    players.push(...page.items);
    cursor = page.next;
  }
  return players;
}

/** Who a name and a number in a file are: one player; or nobody for certain, with those who come into question. */
export type Found =
  | { readonly player: ListedPlayer }
  | { readonly why: 'unknown' | 'several' | 'name and number differ'; readonly candidates: readonly ListedPlayer[] };

/** Finds players by what other tools know of them. */
export class Players {
  readonly #byName: ReadonlyMap<string, ListedPlayer[]>;
  readonly #byNumber: ReadonlyMap<string, ListedPlayer[]>;
  readonly #byWord: ReadonlyMap<string, ListedPlayer[]>;
  readonly #byId: ReadonlyMap<string, ListedPlayer>;

  constructor(players: readonly ListedPlayer[]) {
    this.#byId = new Map(players.map((player) => [player.id, player]));
    this.#byName = grouped(players, ({ name }) => [nameKey(name)]);
    this.#byWord = grouped(players, ({ name }) => wordsOf(name));
    this.#byNumber = grouped(players, ({ externalId, id }) => [
      ...new Set([...(externalId === null ? [] : [numberKey(externalId)]), numberKey(id)]),
    ]);
  }

  withId(id: string): ListedPlayer | undefined {
    return this.#byId.get(id);
  }

  /** The number decides where it is known, and the name must agree with it; else the name decides, if one player only has it. */
  find(name: string, number: string): Found {
    const named = name === '' ? [] : (this.#byName.get(nameKey(name)) ?? []);
    const numbered = number === '' ? [] : (this.#byNumber.get(numberKey(number)) ?? []);
    const [one, ...more] = numbered;
    if (one && more.length === 0) {
      return name === '' || named.includes(one) ? { player: one } : { why: 'name and number differ', candidates: [one, ...named] };
    }
    const [only, ...others] = named;
    if (!only) return { why: 'unknown', candidates: this.#near(name) };
    if (others.length > 0) return { why: 'several', candidates: named };
    if (number !== '' && only.externalId !== null) return { why: 'name and number differ', candidates: named };
    return { player: only };
  }

  /** Who shares a word of a name. */
  #near(name: string): ListedPlayer[] {
    return [...new Set(wordsOf(name).flatMap((word) => (word.length > 1 ? (this.#byWord.get(word) ?? []) : [])))];
  }
}

function numberKey(number: string): string {
  return number.trim().toLowerCase();
}

function grouped(players: readonly ListedPlayer[], keysOf: (player: ListedPlayer) => readonly string[]): Map<string, ListedPlayer[]> {
  const groups = new Map<string, ListedPlayer[]>();
  for (const player of players) {
    for (const key of keysOf(player)) {
      const group = groups.get(key);
      if (group) group.push(player);
      else groups.set(key, [player]);
    }
  }
  return groups;
}
