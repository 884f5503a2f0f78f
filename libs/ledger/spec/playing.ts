import type { Level } from '@ladder/editions';
import type { Escalation, Format } from '../src/index.js';
import { attending, casual, competitive, given, professional, teams } from './given.js';
import { Refused } from './hall.js';
import type { Hall } from './hall.js';
import { commandOf, maker } from './moves.js';
import type { Move } from './moves.js';

/** A whole tournament, move by move, with a saga that comes when it likes. */

export interface History {
  readonly level: Level;
  readonly format: Format;
  readonly escalation: Escalation;
  readonly moves: readonly Move[];
}

const AT_LEVEL = { casual, competitive, professional };

/** The hall before the first move: two pairs and a spectator. */
export function hallOf({ level, format, escalation }: Pick<History, 'level' | 'format' | 'escalation'>): Hall {
  const hall = given(AT_LEVEL[level]({ format, escalation }), teams({ Red: ['Ana', 'Cleo'], Blue: ['Ben', 'Dan'] }), attending('Zoe'));
  hall.sagaAwake = false;
  return hall;
}

/** Makes a move; true if it was refused. What else is thrown is a bug. */
export function refused(hall: Hall, move: Move): boolean {
  let no = false;
  try {
    hall.send(commandOf(hall, move), maker(move));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    no = true;
  }
  if (move.saga) hall.settle();
  return no;
}

/** Plays a history to its end; `after` sees the hall after each move. */
export function played(history: History, after: (hall: Hall, move: Move) => void = () => undefined): Hall {
  const hall = hallOf(history);
  for (const move of history.moves) {
    refused(hall, move);
    after(hall, move);
  }
  hall.settle();
  return hall;
}
