import { mergedInto, openReviews } from './book.js';
import type { Book } from './book.js';
import { isWorse } from './catalogue.js';
import { talliesOf } from './counting.js';
import { isDisqualified } from './refusing.js';

/** What is compared of a player's record, each line as a judge would say it, in an order of its own. */
export interface RecordLines {
  readonly status: string;
  readonly tallies: Readonly<Record<string, number>>;
  /** Every Game Loss and worse. */
  readonly losses: readonly string[];
  readonly reviews: readonly string[];
}

/** One Game Loss or worse, told in the same words by model and product. */
export function lossLine(loss: {
  ruling: number;
  kind: string;
  ladder: boolean;
  status: string;
  when: string | null;
  served: { round: number; table: number | null; game: number | null } | null;
  merged: boolean;
  annulled: boolean;
}): string {
  const { ruling, kind, ladder, status, when, served, merged, annulled } = loss;
  const place = served && `served ${served.round}/${served.table ?? '-'}/${served.game ?? '-'}`;
  const words = [`ruling ${ruling}`, ladder && 'ladder', kind, status, when, place, merged && 'merged', annulled && 'annulled'];
  return words.filter((word) => typeof word === 'string').join(' ');
}

export function recordOf(book: Book, player: string): RecordLines {
  const isOut = book.drops.some((drop) => drop.player === player);
  return {
    status: isDisqualified(book, player) ? 'disqualified' : isOut ? 'dropped' : 'playing',
    tallies: talliesOf(book, player),
    losses: book.penalties
      .filter((each) => each.player === player && !each.absorbed && isWorse(each.kind, 'warning'))
      .map((each) =>
        lossLine({
          ruling: each.error.ruling.number,
          kind: each.kind,
          ladder: each.ladder,
          status: each.status,
          when: each.target?.when ?? null,
          served: each.served,
          merged: mergedInto(book, each) !== null,
          annulled: each.annulled,
        }),
      )
      .sort(),
    reviews: openReviews(book)
      .filter((review) => review.players.includes(player))
      .map(({ question, ruling }) => `${question} about ruling ${ruling.number}`)
      .sort(),
  };
}
