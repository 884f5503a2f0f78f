import { whatIfs } from '@ladder/audit';
import type { WhatIf } from '@ladder/audit';
import type { Level } from '@ladder/editions';
import type { LedgerEvent } from '@ladder/ledger';
import { FEWEST_PERSONS } from '@ladder/projections';
import { setImmediate } from 'node:timers/promises';
import type { Files } from '../folder/files.js';
import type { Variant } from './variants.js';

/** A pseudonym, the same in two tournaments for the same external id. */
export type Pseudonym = (kind: 'person' | 'player', ...texts: string[]) => string;

/** What would have changed for one person, in all tournaments together: in which ones would tell who it is. */
export interface Changed {
  /** The pseudonym. */
  readonly person: string;
  /** Game Losses of the ladder that fall, that appear, and that the head judge would be asked about. */
  readonly falls: number;
  readonly appears: number;
  readonly asked: number;
}

/** One ladder over all tournaments. */
export interface SweptVariant extends Pick<Variant, 'edition' | 'thresholds'> {
  /** Game Losses of the ladder in the record, and those that there would be. */
  readonly before: number;
  readonly after: number;
  readonly falls: number;
  readonly appears: number;
  readonly asked: number;
  /** For how many persons something would have changed. */
  readonly persons: number;
  /** They, with those for whom most would have changed first: none where they are fewer than five, and nobody who was erased. */
  readonly changed: readonly Changed[];
  /** How many of the persons are not among {@link changed}. */
  readonly suppressed: number;
  /** Tournaments that rule on categories which the edition does not have: they are in none of the numbers. */
  readonly unlike: readonly { readonly tournament: string; readonly unknownCategories: readonly string[] }[];
}

export interface Sweep {
  readonly tournaments: number;
  readonly events: number;
  readonly variants: readonly SweptVariant[];
}

/** Which tournaments are read: those that are named, or all; of them those of a level, opened within these days (UTC, both included). */
export interface Choice {
  readonly tournaments: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly level?: Level;
}

/**
 * Asks of each tournament what every variant would have made of it. A ledger is read once for all variants, one ledger at a time, and kept no
 * longer than that.
 *
 * @param progress hears how many tournaments and events are done.
 * @param signal when it is aborted the sweep ends between two tournaments.
 * @throws the reason of the signal.
 */
export async function sweep(
  files: Files,
  { tournaments, ...wanted }: Choice,
  variants: readonly Variant[],
  {
    pseudonym,
    progress,
    signal,
  }: { pseudonym: Pseudonym; progress: (tournaments: number, events: number, of: number) => void; signal: AbortSignal },
): Promise<Sweep> {
  const tallies = variants.map(({ edition, thresholds }) => new Tally(edition, thresholds));
  let read = 0;
  let count = 0;
  for (const [index, tournament] of tournaments.entries()) {
    // Reading takes no turn of the event loop: without this nobody would hear of Ctrl-C.
    await setImmediate();
    signal.throwIfAborted();
    progress(index, count, tournaments.length);
    if (!isWanted(await files.opening(tournament), wanted)) continue;
    const events = await files.events(tournament);
    read += 1;
    count += events.length;
    const answers = whatIfs(events, (recorded) => variants.map(({ under }) => under(recorded)));
    const concerned = answers.flatMap((answer) => ('players' in answer ? answer.players.map(({ player }) => player) : []));
    const persons = await personsOf(files, tournament, events, new Set(concerned), pseudonym);
    for (const [at, answer] of answers.entries()) tallies[at]?.add(tournament, answer, persons);
  }
  return { tournaments: read, events: count, variants: tallies.map((each) => each.swept()) };
}

interface Person {
  readonly pseudonym: string;
  readonly erased: boolean;
}

interface Counted extends Person {
  falls: number;
  appears: number;
  asked: number;
}

class Tally {
  readonly #persons = new Map<string, Counted>();
  readonly #unlike: SweptVariant['unlike'][number][] = [];
  #stays = 0;

  constructor(
    private readonly edition: string | null,
    private readonly thresholds: Variant['thresholds'],
  ) {}

  add(tournament: string, answer: WhatIf | { unknownCategories: readonly string[] }, persons: ReadonlyMap<string, Person>): void {
    if ('unknownCategories' in answer) {
      this.#unlike.push({ tournament, unknownCategories: answer.unknownCategories });
      return;
    }
    this.#stays += answer.stays;
    for (const { player, falls, appears, asked } of answer.players) {
      const person = persons.get(player);
      if (!person) throw new Error(`${player} of ${tournament} was never enrolled`);
      const counted = this.#persons.get(person.pseudonym) ?? { ...person, falls: 0, appears: 0, asked: 0 };
      counted.falls += falls.length;
      counted.appears += appears.length;
      counted.asked += asked.length;
      this.#persons.set(person.pseudonym, counted);
    }
  }

  swept(): SweptVariant {
    const all = [...this.#persons.values()];
    const sum = (of: 'falls' | 'appears' | 'asked') => all.reduce((total, each) => total + each[of], 0);
    const [falls, appears] = [sum('falls'), sum('appears')];
    const changed = told(all);
    return {
      edition: this.edition,
      thresholds: this.thresholds,
      before: this.#stays + falls,
      after: this.#stays + appears,
      falls,
      appears,
      asked: sum('asked'),
      persons: all.length,
      changed,
      suppressed: all.length - changed.length,
      unlike: this.#unlike,
    };
  }
}

/** Those who are told one by one, as `player-counters` tells them: no forgotten person, and nobody where they are few. */
function told(all: readonly Counted[]): Changed[] {
  const size = ({ falls, appears, asked }: Counted) => falls + appears + asked;
  const some = all.filter(({ erased }) => !erased).sort((one, other) => size(other) - size(one));
  if (some.length < FEWEST_PERSONS) return [];
  return some.map(({ pseudonym, falls, appears, asked }) => ({ person: pseudonym, falls, appears, asked }));
}

/** These players as persons: by the external id, or of this tournament alone for a player who has none, or was erased. */
async function personsOf(
  files: Files,
  tournament: string,
  events: readonly LedgerEvent[],
  players: ReadonlySet<string>,
  pseudonym: Pseudonym,
): Promise<ReadonlyMap<string, Person>> {
  const enrolled = events.flatMap((event) => (event.type === 'PlayersEnrolled' ? event.data.players : []));
  const theirs = enrolled.filter(({ player }) => players.has(player));
  const erased = new Set(events.flatMap(({ type, data }) => (type === 'PersonErased' && data.kind === 'player' ? [data.id] : [])));
  const texts = await files.texts(theirs.flatMap(({ externalId }) => (externalId ? [externalId.ref] : [])));
  return new Map(
    theirs.map(({ player, externalId }) => {
      const known = externalId && !erased.has(player) ? texts.get(externalId.ref) : undefined;
      const name = known === undefined ? pseudonym('player', tournament, player) : pseudonym('person', known);
      return [player, { pseudonym: name, erased: erased.has(player) }];
    }),
  );
}

function isWanted(opening: LedgerEvent | undefined, { from, to, level }: Omit<Choice, 'tournaments'>): boolean {
  if (opening?.type !== 'TournamentOpened') return false;
  const day = opening.metadata.recordedAt.slice(0, 10);
  return (from === undefined || day >= from) && (to === undefined || day <= to) && (level === undefined || opening.data.level === level);
}
