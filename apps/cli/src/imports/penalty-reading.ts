import type { Complaint } from '../complaint.js';
import type { PenaltyRow } from './penalty-row.js';
import type { Reference } from './reference.js';
import { RowReader, RowRefused, UNKNOWN } from './row-reader.js';
import { givenBy } from './what-for.js';
import type { Given } from './what-for.js';
import { playerOf, roundOf, tableOf, timeOf } from './who-and-when.js';

/** One ruling as it can be recorded. */
export interface ReadRuling extends Given {
  readonly player: string;
  readonly round: number;
  readonly table: number | null;
  readonly ruledAt: string | null;
  readonly account: string;
}

/** What became of reading a row. Where a question is open, or somebody answered to leave it out, there is nothing to record. */
export type RowRead = { readonly ruling: ReadRuling } | { readonly why: 'asks' | 'skipped' } | { readonly refused: Complaint };

/** As long as an account may be. */
const LONGEST_ACCOUNT = 4_000;

/**
 * Reads a row of penalties: who, when, what for, which penalty. Whatever is not certain is asked, all of a row at once, and nothing guessed.
 *
 * @param key the row's own, by which an answer for it alone is known.
 * @throws Complaint for what holds for the whole file: an answer that is none, a time without a zone.
 */
export function readRow(row: PenaltyRow, key: string, reference: Reference): RowRead {
  const reader = new RowReader(row, key, reference);
  try {
    const player = playerOf(reader);
    const round = roundOf(reader);
    const ruledAt = timeOf(reader);
    const given = givenBy(reader);
    if (reader.isSkipped) return { why: 'skipped' };
    if (player === UNKNOWN || round === UNKNOWN || ruledAt === UNKNOWN || given === UNKNOWN) return { why: 'asks' };
    return { ruling: { ...given, player: player.id, round, table: tableOf(reader), ruledAt, account: accountOf(reader) } };
  } catch (error) {
    if (error instanceof RowRefused) return { refused: error.complaint };
    throw error;
  }
}

/** What happened, in the words of the file. Who is named there as the judge is no official here: it is a part of what is told. */
function accountOf(reader: RowReader): string {
  const { description, infraction, sanction, judge } = reader.row;
  const said = [infraction, sanction].filter((each) => each !== '').map((each) => `"${each}"`);
  const imported = `Imported. The file says ${said.join(', ')}${judge === '' ? '' : `, judge: ${judge}`}.`;
  const account = description === '' ? imported : `${description}\n${imported}`;
  if (account.length > LONGEST_ACCOUNT) {
    throw reader.refused('description', `with what is added it is longer than ${LONGEST_ACCOUNT} characters: shorten it`);
  }
  return account;
}
