import { Complaint } from '../complaint.js';

/** What a file leaves open, and only a person can tell. */
export type QuestionKind = 'player' | 'round' | 'time' | 'infraction' | 'sanction' | 'guideline' | 'duplicate';

/** A question that one row asks, or many: those with the same words. */
export interface Question {
  readonly kind: QuestionKind;
  /** The words in the file that it is about. */
  readonly about: string;
  readonly asks: string;
  /** What can be answered, beside `skip`, which leaves the rows out. */
  readonly choices: readonly string[];
  /** Whether the same words may mean something else in each row, such as the name of two players: then each row asks for itself. */
  readonly isOfEachRow?: boolean;
}

/** A row that asks. */
export interface Asking {
  readonly line: number;
  /** The row's own, wherever it stands. */
  readonly key: string;
}

/** A question with the rows that ask it. */
export interface AskedQuestion extends Question {
  readonly rows: number;
  /** The lines of the first of them. */
  readonly lines: readonly number[];
}

/** A question as a review file asks it: of one row, or of all that have the words, where `row` is empty. */
export interface ReviewedQuestion extends AskedQuestion {
  readonly row: string;
}

/** An answer as somebody wrote it into a review file. */
export interface Answer {
  readonly kind: string;
  readonly answer: string;
  readonly reason: string;
  /** Where it stands: "answers.csv, line 4". */
  readonly where: string;
}

export const SKIP = 'skip';
const LINES_NAMED = 5;
const SIGNS_OF_A_KEY = 13;

/** The questions of an import, each once, and the answers that were given to them. */
export class Questions {
  readonly #heard = new Set<Answer>();
  readonly #open = new Map<string, { question: Question; each: { row: string; line: number; asks: string }[] }>();

  constructor(private readonly answers: ReadonlyMap<string, Answer>) {}

  /** The answer to a question of a row, if there is one for the row or for all with its words; else it is asked. */
  answerTo(question: Question, { line, key }: Asking): Answer | undefined {
    const { kind, about, asks } = question;
    const row = key.slice(0, SIGNS_OF_A_KEY);
    const words = answerKey({ kind, about });
    const answer = (question.isOfEachRow ? this.answers.get(answerKey({ kind, about, row })) : undefined) ?? this.answers.get(words);
    if (answer) {
      this.#heard.add(answer);
      return answer;
    }
    const open = this.#open.get(words) ?? { question, each: [] };
    if (open.each.at(-1)?.row !== row) open.each.push({ row, line, asks });
    this.#open.set(words, open);
    return undefined;
  }

  /** What is asked, by its words. */
  get open(): AskedQuestion[] {
    return [...this.#open.values()].map(({ question, each }) => ({
      ...question,
      rows: each.length,
      lines: each.slice(0, LINES_NAMED).map(({ line }) => line),
    }));
  }

  /** Answers that no row has asked for, of kinds that still are asked: their words may not be those of the file any more. */
  get unheard(): Answer[] {
    const kinds = new Set<string>([...this.#open.values()].map(({ question }) => question.kind));
    return [...this.answers.values()].filter((answer) => !this.#heard.has(answer) && kinds.has(answer.kind));
  }

  /** What is asked, each row for itself where its words may mean something else in another. */
  *toReview(): Generator<ReviewedQuestion> {
    for (const asked of this.open) {
      if (!asked.isOfEachRow) yield { ...asked, row: '' };
      else
        for (const { row, line, asks } of this.#open.get(answerKey(asked))?.each ?? [])
          yield { ...asked, row, asks, rows: 1, lines: [line] };
    }
  }
}

/** An answer that is none of what can be answered. */
export function wrongAnswer({ answer, where }: Answer, choices: readonly string[]): Complaint {
  return new Complaint(`${where}: ${answer} is no answer; write ${[...choices, SKIP].join(' or ')}.`);
}

/**
 * What an answer is found by: the kind of question, and the words that it is about; or the row alone where it is for that one, since a row
 * asks for each kind of thing once, and spreadsheet programs write times and numbers anew.
 */
export function answerKey({ kind, about, row = '' }: { kind: string; about: string; row?: string }): string {
  return `${kind} ${row === '' ? about.replace(/\s+/g, ' ').trim() : `(row ${row})`}`;
}
