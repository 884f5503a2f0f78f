import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { Mishap, Setup } from './acts.js';
import { emptyBook } from './book.js';
import type { Book } from './book.js';
import { actFor, rolls } from './choosing.js';
import type { Roll } from './choosing.js';
import { follow } from './following.js';
import type { Answer, Hall } from './hall.js';
import { happen } from './happening.js';
import { recordOf } from './record.js';
import type { RecordLines } from './record.js';
import { refusalsOf } from './refusing.js';

/** A hall and what was done in it so far, to be told when something differs. */
interface Played {
  readonly hall: Hall;
  readonly story: string[];
}

/** One step of a random history: the act that its roll means by then, done in the hall and written into the book, then both compared. */
class Step implements fc.AsyncCommand<Book, Played> {
  constructor(private readonly roll: Roll) {}

  check(book: Readonly<Book>): boolean {
    return actFor(book, this.roll) !== null;
  }

  async run(book: Book, { hall, story }: Played): Promise<void> {
    const act = actFor(book, this.roll)!;
    // R37: closing first appends what the ledger owes.
    if (act.do === 'close') follow(book);
    const refusals = refusalsOf(book, act);
    const answer = await hall.act(act);
    story.push(`${JSON.stringify(act)} → ${answer.done ? 'done' : answer.code}`);
    if (refusals.length > 0 || !answer.done) expect(answer).toEqual(expected(refusals, answer));
    else happen(book, act);
    await compare(book, hall);
  }

  toString(): string {
    return this.roll.verb;
  }
}

/** The answer itself if it is one of those that the rules lead to, else what they lead to. */
function expected(refusals: readonly string[], answer: Answer): unknown {
  if (answer.done) return { done: false, code: refusals };
  const fits = refusals.some((refusal) => {
    const [status, code] = refusal.split(' ');
    return (answer.status === null || String(answer.status) === status) && (code === undefined || code === answer.code);
  });
  return fits ? answer : refusals.length === 0 ? { done: true } : { done: false, code: refusals };
}

/** A mishap of the machine. */
class Accident implements fc.AsyncCommand<Book, Played> {
  constructor(private readonly mishap: Mishap) {}

  check(): boolean {
    return true;
  }

  async run(book: Book, { hall, story }: Played): Promise<void> {
    story.push(this.mishap);
    await hall.mishap(this.mishap);
    if (this.mishap === 'the saga sleeps') book.sagaSleeps = true;
    if (this.mishap === 'the saga wakes') {
      book.sagaSleeps = false;
      follow(book);
    }
    await compare(book, hall);
  }

  toString(): string {
    return this.mishap;
  }
}

/** Compares every record, as soon as what follows was applied; then nothing is owed that a record shows. */
async function compare(book: Book, hall: Hall): Promise<void> {
  const players = book.people.map(({ id }) => id);
  const wanted = Object.fromEntries(players.map((player) => [player, recordOf(book, player)]));
  const deadline = Date.now() + hall.patienceMs;
  let seen = await recordsOf(players, hall);
  while (!isDeepStrictEqual(seen, wanted) && Date.now() < deadline) {
    await setTimeout(5);
    seen = await recordsOf(players, hall);
  }
  expect(seen).toEqual(wanted);
}

async function recordsOf(players: readonly string[], hall: Hall): Promise<Record<string, RecordLines>> {
  return Object.fromEntries(await Promise.all(players.map(async (player) => [player, await hall.lines(player)] as const)));
}

type History = Iterable<fc.AsyncCommand<Book, Played>>;

/** Histories of `most` steps at most, half of it on average, with a mishap now and then. */
export function histories(most: number, mishaps: readonly Mishap[]): fc.Arbitrary<History> {
  return fc.commands(
    [
      ...Array.from({ length: 15 }, () => rolls.map((roll) => new Step(roll))),
      fc.constantFrom(...mishaps).map((each) => new Accident(each)),
    ],
    { maxCommands: most, size: 'max' },
  );
}

/** Plays a history in a hall that is open, beside the model. @throws with the whole story, and the first difference. */
export async function play(setup: Setup, hall: Hall, history: History): Promise<void> {
  const story: string[] = [];
  try {
    await fc.asyncModelRun(() => ({ model: emptyBook(setup), real: { hall, story } }), history);
  } catch (difference) {
    const what = difference instanceof Error ? difference.message : String(difference);
    throw new Error(`${[JSON.stringify(setup), ...story].join('\n')}\n${what}`, { cause: difference });
  }
}
