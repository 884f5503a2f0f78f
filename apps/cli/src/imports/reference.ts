import type { Edition, Level, Wordings } from '@ladder/editions';
import type { DateOrder, Zone } from './local-time.js';
import type { PenaltyColumn } from './penalty-row.js';
import type { Players } from './players.js';
import type { Questions } from './questions.js';

/** What the rows of a file of penalties are read against. */
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
