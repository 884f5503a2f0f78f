import type { Complaint } from '../complaint.js';
import { misread } from '../spreadsheet/csv.js';
import type { PenaltyColumn, PenaltyRow } from './penalty-row.js';
import { SKIP, wrongAnswer } from './questions.js';
import type { Answer, Question } from './questions.js';
import type { Reference } from './reference.js';

/** Not known: a question is open, or the row is to be left out. */
export const UNKNOWN: unique symbol = Symbol('unknown');
export type Known<T> = T | typeof UNKNOWN;

/** This one row cannot be recorded. */
export class RowRefused extends Error {
  constructor(readonly complaint: Complaint) {
    super(complaint.message);
  }
}

/** One row while it is read: what it says, whom to ask, and how to refuse it. */
export class RowReader {
  /** Whether an answer said that the row is to be left out. */
  isSkipped = false;

  constructor(
    readonly row: PenaltyRow,
    readonly key: string,
    readonly reference: Reference,
  ) {}

  /**
   * The answer to a question, as `take` understands it; unknown where there is none yet, or the row is to be left out.
   *
   * @throws Complaint for an answer that `take` does not understand.
   */
  ask<T>(question: Question, take: (answer: Answer) => T | undefined): Known<T> {
    const answer = this.reference.questions.answerTo(question, { line: this.row.line, key: this.key });
    if (!answer) return UNKNOWN;
    if (answer.answer.toLowerCase() === SKIP) {
      this.isSkipped = true;
      return UNKNOWN;
    }
    const taken = take(answer);
    if (taken === undefined) throw wrongAnswer(answer, question.choices);
    return taken;
  }

  /** To be thrown where the whole file cannot be read, for what this row shows. */
  misread(column: PenaltyColumn, what: string): Complaint {
    return misread(this.row.line, this.reference.columnAt(column), what);
  }

  /** To be thrown where this row cannot be recorded. */
  refused(column: PenaltyColumn, what: string): RowRefused {
    return new RowRefused(this.misread(column, what));
  }
}
