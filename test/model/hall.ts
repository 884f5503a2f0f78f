import type { Act, Mishap, PenaltyName, ReviewName, Setup } from './acts.js';
import { lossLine } from './record.js';
import type { RecordLines } from './record.js';

/** What a hall answers to an act: done, or refused with a status (null where the product under test has none) and a code. */
export type Answer = { readonly done: true } | { readonly done: false; readonly status: number | null; readonly code: string };

/** The product as a random history meets it. */
export interface Hall {
  /** For how long what follows from an act may not be seen yet, in milliseconds. */
  readonly patienceMs: number;
  open(setup: Setup): Promise<void>;
  act(act: Act): Promise<Answer>;
  mishap(mishap: Mishap): Promise<void>;
  /** A player's record, in the words in which the model tells its own. */
  lines(player: string): Promise<RecordLines>;
}

/** The fields of a player's record that a history looks at, as `GET …/record` answers them. */
export interface RecordView {
  readonly player: { readonly status: string };
  readonly tallies: {
    readonly categories: readonly { readonly category: string; readonly warnings: number }[];
    readonly families: readonly { readonly family: string; readonly warnings: number }[];
  };
  readonly penalties: readonly PenaltyView[];
  readonly reviews: readonly ReviewView[];
}

interface PenaltyView {
  readonly id: string;
  readonly penalty: string;
  readonly status: string;
  readonly served: { readonly round: number; readonly table: number | null; readonly game: number | null } | null;
  readonly annulled: boolean;
  readonly ruling: string;
  readonly appliesTo: { readonly when: string } | null;
  readonly mergedInto: string | null;
  readonly warning: string | null;
}

interface ReviewView {
  readonly id: string;
  readonly status: string;
  readonly question: string;
  readonly ruling: string | null;
  readonly position: number;
}

/** The product's ids of what a history has numbered. */
export class Known {
  readonly rulings: string[] = [];
  readonly appeals: string[] = [];

  ruling(number: number): string {
    return this.rulings[number] ?? 'none';
  }

  numberOf(ruling: string): number {
    return this.rulings.indexOf(ruling);
  }

  penaltyIn(record: RecordView, { ruling, kind, ladder, nth }: PenaltyName): string {
    const like = record.penalties.filter(
      (each) => each.ruling === this.ruling(ruling) && each.penalty === kind && (each.warning !== null) === ladder,
    );
    return like[nth]?.id ?? 'none';
  }

  reviewIn(record: RecordView, { question, ruling, nth }: ReviewName): string {
    const like = record.reviews
      .filter((each) => each.question === question && each.ruling === this.ruling(ruling))
      .sort((one, other) => one.position - other.position);
    return like[nth]?.id ?? 'none';
  }

  /** The record in the words in which the model tells its own. */
  linesOf({ player, tallies, penalties, reviews }: RecordView): RecordLines {
    return {
      status: player.status,
      tallies: Object.fromEntries([
        ...tallies.categories.map(({ category, warnings }) => [category, warnings] as const),
        ...tallies.families.map(({ family, warnings }) => [family, warnings] as const),
      ]),
      losses: penalties
        .filter(({ penalty }) => penalty !== 'none' && penalty !== 'warning')
        .map((each) =>
          lossLine({
            ruling: this.numberOf(each.ruling),
            kind: each.penalty,
            ladder: each.warning !== null,
            status: each.status,
            when: each.appliesTo?.when ?? null,
            served: each.served,
            merged: each.mergedInto !== null,
            annulled: each.annulled,
          }),
        )
        .sort(),
      reviews: reviews
        .filter(({ status }) => status === 'open')
        .map(({ question, ruling }) => `${question} about ruling ${ruling === null ? '?' : this.numberOf(ruling)}`)
        .sort(),
    };
  }
}
