import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { Act, Mishap } from './acts.js';
import type { Book } from './book.js';
import { actFor, rolls } from './choosing.js';
import type { Roll } from './choosing.js';
import type { Answer } from './hall.js';
import { happen } from './happening.js';
import { recordOf } from './record.js';
import type { RecordLines } from './record.js';
import { refusalsOf } from './refusing.js';

/** The hall under test as a history needs it: acts and mishaps in, records out in the model's words. */
export interface Played {
  act(act: Act): Promise<Answer>;
  mishap(mishap: Mishap): Promise<void>;
  lines(player: string): Promise<RecordLines>;
}

/** One step of a random history: the act that its roll means by then, done in the hall and written into the book, then both compared. */
class Step implements fc.AsyncCommand<Book, Played> {
  #told = 'never done';

  constructor(private readonly roll: Roll) {}

  check(book: Readonly<Book>): boolean {
    return actFor(book, this.roll) !== null;
  }

  async run(book: Book, hall: Played): Promise<void> {
    const act = actFor(book, this.roll)!;
    this.#told = JSON.stringify(act);
    const refusals = refusalsOf(book, act);
    const answer = await hall.act(act);
    this.#told += ` → ${answer.done ? 'done' : answer.code}`;
    if (refusals.length > 0 || !answer.done) expect({ act, answer }).toEqual({ act, answer: oneOf(refusals, answer) });
    else happen(book, act);
    await compare(book, hall);
  }

  toString(): string {
    return `\n${this.#told}`;
  }
}

/** The answer itself if the model expects it, else what the model expects. */
function oneOf(refusals: readonly string[], answer: Answer): unknown {
  if (answer.done) return { done: false, refusals };
  const fits = refusals.some((refusal) => {
    const [status, code] = refusal.split(' ');
    return (answer.status === null || String(answer.status) === status) && (code === undefined || code === answer.code);
  });
  return fits ? answer : { done: refusals.length === 0, refusals };
}

/** A mishap of the machine: nothing may be different after it. */
class Accident implements fc.AsyncCommand<Book, Played> {
  constructor(private readonly mishap: Mishap) {}

  check(): boolean {
    return true;
  }

  async run(book: Book, hall: Played): Promise<void> {
    await hall.mishap(this.mishap);
    await compare(book, hall);
  }

  toString(): string {
    return this.mishap;
  }
}

async function compare(book: Book, hall: Played): Promise<void> {
  for (const { id } of book.people) expect({ [id]: await hall.lines(id) }).toEqual({ [id]: recordOf(book, id) });
}

/** Histories of `most` steps at most, half of it on average, with a mishap now and then. */
export function histories(most: number, mishaps: readonly Mishap[]): fc.Arbitrary<Iterable<fc.AsyncCommand<Book, Played>>> {
  return fc.commands(
    [
      ...Array.from({ length: 30 }, () => rolls.map((roll) => new Step(roll))),
      fc.constantFrom(...mishaps).map((each) => new Accident(each)),
    ],
    { maxCommands: most, size: 'max' },
  );
}
