import { PENALTIES, categoryOf, conditionsGiving, outcomeOf, penaltyIn, severity } from '@ladder/editions';
import type { Category, Edition, Level, Penalty, Reading, Wordings } from '@ladder/editions';
import type { Complaint } from '../complaint.js';
import { misread, isFormula } from './csv.js';
import { wallTimeIn } from './local-time.js';
import type { DateOrder, Zone } from './local-time.js';
import type { PenaltyColumn, PenaltyRow } from './penalty-row.js';
import type { ListedPlayer, Players } from './players.js';
import { SKIP, wrongAnswer } from './questions.js';
import type { Answer, Question, Questions } from './questions.js';

/** One ruling as it can be recorded. */
export interface ReadRuling {
  readonly player: string;
  readonly category: string;
  readonly conditions: readonly string[];
  readonly penalty: Penalty;
  /** Why the penalty is outside the guidelines; null where it is within them. */
  readonly deviation: string | null;
  readonly round: number;
  readonly table: number | null;
  readonly ruledAt: string | null;
  readonly account: string;
}

/** What became of reading a row. Where a question is open, or somebody answered to leave it out, there is nothing to record. */
export type RowRead = { readonly ruling: ReadRuling } | { readonly why: 'asks' | 'skipped' } | { readonly refused: Complaint };

/** What rows are read against. */
export interface Reference {
  readonly edition: Edition;
  readonly level: Level;
  readonly wordings: Wordings;
  readonly players: Players;
  readonly questions: Questions;
  readonly zone: Zone | null;
  readonly dateOrder: DateOrder | null;
  /** Where a column stands, counted from 1. */
  readonly columnAt: (column: PenaltyColumn) => number;
}

/** As long as an account may be. */
const LONGEST_ACCOUNT = 4_000;
const LAST_ROUND = 1_000;
const MOST_CANDIDATES = 6;

/**
 * Reads a row of penalties: who, when, what for, which penalty. Whatever is not certain is asked, all of a row at once, and nothing guessed.
 *
 * @throws Complaint for what holds for the whole file: an answer that is none, a time without a zone.
 */
export function readRow(row: PenaltyRow, reference: Reference): RowRead {
  const reader = new RowReader(row, reference);
  try {
    return reader.read();
  } catch (error) {
    if (error instanceof RowRefused) return { refused: error.complaint };
    throw error;
  }
}

/** This one row cannot be recorded. */
class RowRefused extends Error {
  constructor(readonly complaint: Complaint) {
    super(complaint.message);
  }
}

/** Not known: a question is open, or the row is left out. */
const UNKNOWN = Symbol('unknown');
type Known<T> = T | typeof UNKNOWN;

class RowReader {
  #isSkipped = false;

  constructor(
    private readonly row: PenaltyRow,
    private readonly reference: Reference,
  ) {}

  read(): RowRead {
    const player = this.#player();
    const round = this.#round();
    const ruledAt = this.#time();
    const reading = this.#infraction();
    const penalty = this.#sanction();
    const given = reading === UNKNOWN || penalty === UNKNOWN ? UNKNOWN : this.#guideline(reading, penalty);
    if (this.#isSkipped) return { why: 'skipped' };
    if (player === UNKNOWN || round === UNKNOWN || ruledAt === UNKNOWN || given === UNKNOWN) return { why: 'asks' };
    return { ruling: { player: player.id, ...given, round, table: this.#table(), ruledAt, account: this.#account() } };
  }

  #player(): Known<ListedPlayer> {
    const { player: name, number } = this.row;
    if (isFormula(name)) throw this.#refused('player', `the name begins with ${name.slice(0, 1)}, as a formula does: write the name alone`);
    if (name === '' && number === '') throw this.#refused('player', 'the player is missing');
    const { players } = this.reference;
    const found = players.find(name, number);
    if ('player' in found) return found.player;
    const who = [name, ...(number === '' ? [] : [`(${number})`])].join(' ').trim();
    const named = found.candidates
      .slice(0, MOST_CANDIDATES)
      .map(({ id, name: known, externalId }) => `${id}: ${known}${externalId === null ? '' : ` (${externalId})`}`);
    const asks = {
      unknown: `Nobody of this name is enrolled${named.length > 0 ? `, but ${named.join('; ')}` : ''}. Who is it?`,
      several: `Several are called so: ${named.join('; ')}. Who is it?`,
      'name and number differ': `The name and the number are not one player's: ${named.join('; ')}. Who is it?`,
    }[found.why];
    const choices = found.candidates.length > 0 ? found.candidates.slice(0, MOST_CANDIDATES).map(({ id }) => id) : ['the id of a player'];
    return this.#ask({ kind: 'player', about: who, asks, choices }, ({ answer }) => players.withId(answer));
  }

  #round(): Known<number> {
    const { round } = this.row;
    if (round === '') throw this.#refused('round', 'the round is missing');
    const number = roundIn(round);
    if (number !== undefined) return number;
    const asks = `Which round is "${round}"? Write its number.`;
    return this.#ask({ kind: 'round', about: round, asks, choices: ['a number from 0 on'] }, ({ answer }) => roundIn(answer));
  }

  #table(): number | null {
    const { table } = this.row;
    if (table === '') return null;
    const number = /^\D{0,10}(\d{1,6})$/.exec(table)?.[1];
    if (number === undefined || Number(number) < 1 || Number(number) > 100_000) throw this.#refused('table', `${table} is no table`);
    return Number(number);
  }

  #time(): Known<string | null> {
    const { time: text } = this.row;
    if (text === '') return null;
    const { dateOrder, zone } = this.reference;
    const read = wallTimeIn(text, dateOrder);
    if ('unclear' in read) {
      if (read.unclear === 'no-time') throw this.#refused('time', `${text} is no date and time, such as 2026-11-07 10:41`);
      throw this.#misread('time', `${text} may be day or month first: say which with --dates day-first or --dates month-first`);
    }
    const { time } = read;
    if (time.offsetMinutes === null && zone === null)
      throw this.#misread('time', `${text} names no time zone: say which it was, such as --zone Europe/Berlin`);
    const moments = zone ? zone.momentsOf(time) : [time.shown - (time.offsetMinutes ?? 0) * 60_000];
    const [first, second] = moments.map((moment) => new Date(moment).toISOString());
    if (first !== undefined && second === undefined) return first;
    const asks =
      first === undefined
        ? `This never was on a clock in ${zone?.name ?? ''}: it was put forward over it. Which time was it?`
        : `This was twice on a clock in ${zone?.name ?? ''}: ${first} and, after it was put back, ${second ?? ''}. Which is it?`;
    const choices = [...(first === undefined ? [] : ['first', 'second']), 'a time such as 2026-10-25 02:30 +01:00', 'no time'];
    return this.#ask({ kind: 'time', about: text, asks, choices }, ({ answer }) => {
      if (answer === 'no time') return null;
      if (answer === 'first') return first;
      if (answer === 'second') return second;
      const other = wallTimeIn(answer, dateOrder);
      if (!('time' in other) || other.time.offsetMinutes === null) return undefined;
      return new Date(other.time.shown - other.time.offsetMinutes * 60_000).toISOString();
    });
  }

  #infraction(): Known<Reading> {
    const { infraction } = this.row;
    const { edition, wordings } = this.reference;
    if (infraction === '') throw this.#refused('infraction', 'the infraction is missing');
    const readings = wordings.readingsOf(infraction);
    const [only, ...others] = readings;
    if (only && others.length === 0) return only;
    const likely = readings.length > 0 ? readings.map(({ category }) => category) : wordings.near(infraction);
    const asks = `Which category of ${edition.id} is "${infraction}"?`;
    const choices = [...new Set(likely), ...(readings.length > 0 ? [] : ['the id of a category'])];
    return this.#ask({ kind: 'infraction', about: infraction, asks, choices }, ({ answer }) => {
      const [name = '', ...conditions] = answer.split(/\s*\+\s*/);
      const meant = categoryOf(edition, name) ? [{ category: name, conditions }] : wordings.readingsOf(answer);
      const [one, ...more] = meant;
      const knows = categoryOf(edition, one?.category ?? '')?.conditions.map(({ id }) => id) ?? [];
      return one && more.length === 0 && one.conditions.every((each) => knows.includes(each)) ? one : undefined;
    });
  }

  #sanction(): Known<Penalty | null> {
    const { sanction } = this.row;
    const penalty = penaltyIn(sanction);
    if (penalty !== undefined) return penalty;
    const asks = sanction === '' ? 'The file names no penalty. Was it the guideline, or which was it?' : `Which penalty is "${sanction}"?`;
    const choices = ['guideline', ...PENALTIES];
    return this.#ask({ kind: 'sanction', about: sanction, asks, choices }, ({ answer }) =>
      answer === 'guideline' ? null : penaltyIn(answer),
    );
  }

  /** Under which conditions the guideline gives this penalty; where it never does, whether it was the guideline after all (R11). */
  #guideline(reading: Reading, told: Penalty | null): Known<Pick<ReadRuling, 'category' | 'conditions' | 'penalty' | 'deviation'>> {
    const { edition, level } = this.reference;
    const category = categoryOf(edition, reading.category);
    if (!category) throw this.#refused('infraction', `${edition.id} has no category ${reading.category}`);
    const guideline = outcomeOf(edition, category, reading.conditions, level);
    const within = { category: category.id, conditions: reading.conditions, deviation: null };
    if (told === null) return { ...within, penalty: guideline.penalties[0] };
    if (guideline.penalties.includes(told)) return { ...within, penalty: told };
    const giving = reading.conditions.length > 0 ? [] : conditionsGiving(edition, category, level, told);
    const [only, ...others] = giving;
    if (only && others.length === 0) return { ...within, conditions: only, penalty: told };
    return only ? this.#conditions(category, told, giving) : this.#deviation(category, told, guideline.penalties, within.conditions);
  }

  #conditions(
    category: Category,
    penalty: Penalty,
    giving: readonly (readonly string[])[],
  ): Known<Pick<ReadRuling, 'category' | 'conditions' | 'penalty' | 'deviation'>> {
    const names = new Map(category.conditions.map(({ id, name }) => [id, name]));
    const told = giving.map((each) => `${each.join('+')}: ${each.map((id) => names.get(id) ?? id).join(' and ')}`);
    const asks = `A ${penalty} for ${category.name} is given where one of these holds: ${told.join('; ')}. Which one was it?`;
    return this.#ask(
      { kind: 'guideline', about: `${penalty} for ${category.id}`, asks, choices: giving.map((each) => each.join('+')) },
      ({ answer }) => {
        const conditions = giving.find((each) => each.join('+') === answer.replace(/\s/g, ''));
        return conditions && { category: category.id, conditions, penalty, deviation: null };
      },
    );
  }

  #deviation(
    category: Category,
    told: Penalty,
    guidelines: readonly Penalty[],
    conditions: readonly string[],
  ): Known<Pick<ReadRuling, 'category' | 'conditions' | 'penalty' | 'deviation'>> {
    const { infraction, sanction } = this.row;
    const isUpgrade = guidelines.includes('warning') && severity(told) > severity('warning');
    const addedUp = 'Where Warnings had added up, answer warning: the ledger counts them, and asks the head judge. ';
    const asks =
      `The guideline for ${category.name} is ${guidelines.join(' or ')}, the file says ${told}. ${isUpgrade ? addedUp : ''}` +
      'Where the judge deviated, answer as told, with the reason.';
    const question = { kind: 'guideline' as const, about: `${told} for ${category.id}`, asks, choices: [...guidelines, 'as told'] };
    return this.#ask(question, ({ answer, reason }) => {
      const own = { category: category.id, conditions };
      if (answer === 'as told')
        return { ...own, penalty: told, deviation: reason || `The imported file says "${sanction}" for "${infraction}".` };
      const penalty = guidelines.find((each) => each === answer);
      return penalty && { ...own, penalty, deviation: null };
    });
  }

  /** What happened, in the words of the file. Who is named there as the judge is no official here: it is a part of what is told. */
  #account(): string {
    const { description, infraction, sanction, judge } = this.row;
    const said = [infraction, sanction].filter((each) => each !== '').map((each) => `"${each}"`);
    const account = [description, `Imported. The file says ${said.join(', ')}${judge === '' ? '' : `, judge: ${judge}`}.`]
      .filter((each) => each !== '')
      .join('\n');
    if (account.length > LONGEST_ACCOUNT)
      throw this.#refused('description', `with what is added it is longer than ${LONGEST_ACCOUNT} characters: shorten it`);
    return account;
  }

  /** The answer to a question, as `take` understands it; unknown where there is none yet, or the row is to be left out. */
  #ask<T>(question: Question, take: (answer: Answer) => T | undefined): Known<T> {
    const answer = this.reference.questions.answerTo(question, this.row.line);
    if (!answer) return UNKNOWN;
    if (answer.answer.toLowerCase() === SKIP) {
      this.#isSkipped = true;
      return UNKNOWN;
    }
    const taken = take(answer);
    if (taken === undefined) throw wrongAnswer(answer, question.choices);
    return taken;
  }

  #misread(column: PenaltyColumn, what: string): Complaint {
    return misread(this.row.line, this.reference.columnAt(column), what);
  }

  #refused(column: PenaltyColumn, what: string): RowRefused {
    return new RowRefused(this.#misread(column, what));
  }
}

/** "3", "R3", "Round 3" */
function roundIn(text: string): number | undefined {
  const number = /^(?:r|rd|round)?[ .#]*(\d{1,4})$/i.exec(text.trim())?.[1];
  return number !== undefined && Number(number) <= LAST_ROUND ? Number(number) : undefined;
}
