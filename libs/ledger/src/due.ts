import type { NoticeAbout, Question, Reason } from './events.js';

/**
 * What a ledger owes the world (R26–R29): a Game Loss that a Warning earned, a question to the head judge, a rescission, an investigation,
 * a notice. The fold keeps the list; whoever appends {@link owed} settles it, and appending it late, twice or from two places changes
 * nothing, because what was recorded is owed no more.
 */
export type Due =
  | {
      readonly kind: 'game-loss';
      readonly player: string;
      readonly warning: string;
      readonly reasons: readonly Reason[];
      readonly cause: number;
    }
  | {
      readonly kind: 'review';
      readonly question: Question;
      readonly player: string;
      readonly ruling: string;
      readonly penalty: string | null;
      readonly warning: string | null;
      readonly reasons: readonly Reason[];
      readonly cause: number;
    }
  | { readonly kind: 'withdrawal'; readonly player: string; readonly review: string; readonly cause: number }
  | { readonly kind: 'rescission'; readonly player: string; readonly penalty: string; readonly cause: number }
  | { readonly kind: 'investigation'; readonly player: string; readonly penalty: string; readonly cause: number }
  | ({ readonly kind: 'notice'; readonly cause: number } & Telling);

/** What the head judge is to be told, about the event at `told`. */
export interface Telling {
  readonly about: NoticeAbout;
  readonly told: number;
  readonly player: string;
  readonly ruling: string | null;
  readonly penalty: string | null;
  readonly review: string | null;
  readonly appeal: string | null;
  readonly acknowledged: boolean;
  /** Set where one event tells several things, so that each has a notice of its own. */
  readonly oneOfSeveral: boolean;
}

/**
 * What a due is kept under in the ledger's list: equal for the same thing, however often it becomes due. A question is known by its subject:
 * the place of the Warning for a Game Loss that is due, a penalty's id otherwise.
 */
export const dueKey = {
  gameLoss: (player: string, place: number): string => `game-loss ${player} ${place}`,
  review: (player: string, question: Question, subject: string | number): string => `review ${player} ${question} ${subject}`,
  withdrawal: (review: string): string => `withdrawal ${review}`,
  rescission: (penalty: string): string => `rescission ${penalty}`,
  investigation: (penalty: string): string => `investigation ${penalty}`,
  notice: (id: string): string => `notice ${id}`,
};
