import type { Penalty } from '@ladder/editions';
import type { Command, CommandOf, ExtensionCause, Finding, GameState, NamedInfraction, Question, Target } from '../src/index.js';
import { sealed } from './hall.js';
import type { Hall, Step } from './hall.js';

/** What happens at the tables and at the judges' station, in a judge's words. */

/** Where, when and by whom a ruling is made. Like rulings are distinct unless told. */
export interface Made {
  readonly by?: string;
  /** What the story calls the ruling. */
  readonly as?: string;
  readonly round?: number;
  readonly table?: number;
  readonly game?: number;
  readonly gameState?: GameState;
  readonly ruledAt?: string;
  readonly durationSeconds?: number;
  readonly extensionMinutes?: number;
  readonly offline?: boolean;
  readonly distinct?: boolean;
  readonly refer?: boolean;
  /** From the records of another tool (R41). */
  readonly imported?: boolean;
}

/** "Ana missed-trigger +advantageous", or the same with the penalty that is to be given, and why it is outside the guidelines. */
export type Named = string | { readonly error: string; readonly penalty?: Penalty; readonly because?: string };

function infraction(error: Named): NamedInfraction {
  const { error: words, penalty, because } = typeof error === 'string' ? { error } : error;
  const [player = '', category = '', ...conditions] = words.split(' ');
  return {
    player,
    category,
    conditions: conditions.map((each) => each.replace('+', '')),
    ...(penalty && { penalty }),
    deviation: because === undefined ? null : sealed(because),
  };
}

function circumstances({ round, table, game, gameState, ruledAt, durationSeconds, offline, distinct }: Made) {
  return {
    ...(round !== undefined && { round }),
    table: table ?? null,
    game: game ?? null,
    ...(gameState && { gameState }),
    account: null,
    ruledAt: ruledAt ?? null,
    durationSeconds: durationSeconds ?? null,
    offline: offline ?? false,
    distinct: distinct ?? true,
  };
}

/** A tap on "Warning". */
export function warn(error: string, made: Made = {}): Step {
  const { player, category, conditions } = infraction(error);
  return ruling({ type: 'issue-warning', player, category, conditions, ...circumstances(made) }, made);
}

/** A ruling, of one infraction or several. */
export function rule(errors: Named | readonly Named[], made: Made = {}): Step {
  const { extensionMinutes, refer = false, imported = false } = made;
  const infractions = (Array.isArray(errors) ? (errors as readonly Named[]) : [errors as Named]).map(infraction);
  const minutes = extensionMinutes === undefined ? {} : { extensionMinutes };
  const origin = imported ? ({ origin: 'import' } as const) : {};
  return ruling({ type: 'issue-ruling', infractions, remedy: null, refer, ...minutes, ...origin, ...circumstances(made) }, made);
}

function ruling(command: Command, { by = 'floor', as }: Made): Step {
  return (hall) => {
    const [first] = hall.send(command, by);
    if (as !== undefined && first && 'ruling' in first.data && first.data.ruling !== null) hall.kept.set(as, first.data.ruling);
  };
}

/** Several times the same. */
export function times(count: number, step: Step): Step {
  return (hall) => {
    for (let time = 0; time < count; time += 1) hall.when(step);
  };
}

// ── Which penalty ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A penalty of the story, found when the step happens. */
export type Which = (hall: Hall) => string;

function found(id: string | undefined, what: string): string {
  if (id === undefined) throw new Error(`there is no ${what} in this story`);
  return id;
}

/** What a ruling gave, and what came in its place: the latest that the ladder did not give. */
export const penaltyOf =
  (called: string): Which =>
  (hall) =>
    found([...hall.ledger.penalties.values()].findLast((each) => each.ruling === hall.id(called) && each.earned === null)?.id, called);

/** The Game Loss that the Warning of a ruling earned: the latest. */
export const lossFrom =
  (called: string): Which =>
  (hall) =>
    found([...hall.ledger.penalties.values()].findLast((each) => each.ruling === hall.id(called) && each.earned !== null)?.id, called);

/** A player's first loss that waits to be served. */
export const lossOf =
  (player: string): Which =>
  (hall) =>
    found(hall.penalties(player).find((each) => each.status === 'pending')?.id, `loss of ${player}`);

// ── Corrections ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const reason = sealed('a reason');

interface By {
  readonly by?: string;
}

/** Any command at all, for what has no word here. */
export const send = (command: Command, by: string): Step => step(() => command, by);

function step(command: (hall: Hall) => Command, by: string): Step {
  return (hall) => {
    hall.send(command(hall), by);
  };
}

export const voidRuling = (called: string, { by = 'head' }: By = {}): Step =>
  step((hall) => ({ type: 'void-ruling', ruling: hall.id(called), reason }), by);

export const reassign = (called: string, from: string, to: string, { by = 'head' }: By = {}): Step =>
  step((hall) => ({ type: 'reassign-ruling', ruling: hall.id(called), from, to, reason }), by);

/** "Ana general-error": it was that category, with those conditions. */
export const recategorise = (called: string, error: string, { by = 'head' }: By = {}): Step => {
  const { player, category, conditions } = infraction(error);
  return step((hall) => ({ type: 'recategorise-ruling', ruling: hall.id(called), player, category, conditions, reason }), by);
};

export const replace = (which: Which, penalty: Penalty, { by = 'head' }: By = {}): Step =>
  step((hall) => ({ type: 'replace-penalty', penalty: which(hall), by: penalty, reason }), by);

export function appeal(called: string, player: string, { as, by = 'floor', appellant }: By & { as: string; appellant?: string }): Step {
  return (hall) => {
    const command: Command = {
      type: 'file-appeal',
      ruling: hall.id(called),
      player,
      ...(appellant !== undefined && { appellant }),
      grounds: sealed('that is not what happened'),
    };
    for (const event of hall.send(command, by)) if (event.type === 'AppealFiled') hall.kept.set(as, event.data.appeal);
  };
}

type Instead = Partial<Pick<CommandOf<'decide-appeal'>, 'category' | 'conditions' | 'penalty'>>;

export const uphold = (called: string, { by = 'head' }: By = {}): Step =>
  step((hall) => ({ type: 'decide-appeal', appeal: hall.id(called), decision: 'upheld', reason }), by);

/** The appeal is won: nothing stands, or what is named instead. */
export const overturn = (called: string, { by = 'head', ...instead }: By & Instead = {}): Step =>
  step((hall) => ({ type: 'decide-appeal', appeal: hall.id(called), decision: 'overturned', ...instead, reason }), by);

// ── The head judge's desk ────────────────────────────────────────────────────────────────────────────────────────────────

export type Answer = By & { readonly question?: Question };

export const confirm = (player: string, answer: Answer = {}): Step => answered(player, 'confirm', answer);
export const dismiss = (player: string, answer: Answer = {}): Step => answered(player, 'dismiss', answer);

/** Answers the oldest question about a player, or the oldest of a kind, whether it is still open or not. */
function answered(player: string, decision: 'confirm' | 'dismiss', { by = 'head', question }: Answer): Step {
  return step((hall) => {
    const about = [...hall.ledger.reviews.values()].filter(
      (each) => each.players.includes(player) && (question === undefined || each.question === question),
    );
    const review = found((about.find((each) => each.status === 'open') ?? about[0])?.id, `question about ${player}`);
    return { type: 'answer-review', review, decision, reason };
  }, by);
}

export const acknowledgeAll = ({ by = 'head' }: By = {}): Step => {
  return (hall) => {
    for (const { id } of [...hall.ledger.notices.values()]) hall.send({ type: 'acknowledge-notice', notice: id }, by);
  };
};

export const investigate = (player: string, { by = 'head' }: By = {}): Step =>
  step(() => ({ type: 'open-investigation', player, reason }), by);

export const conclude = (player: string, finding: Finding, { by = 'head' }: By = {}): Step =>
  step((hall) => {
    const about = [...hall.ledger.investigations.values()].findLast((each) => each.player === player);
    return { type: 'conclude-investigation', investigation: found(about?.id, `investigation of ${player}`), finding, reason };
  }, by);

export const close = ({ by = 'head' }: By = {}): Step => step(() => ({ type: 'close-tournament' }), by);
export const reopen = ({ by = 'head' }: By = {}): Step => step(() => ({ type: 'reopen-tournament', reason }), by);

// ── The scorekeeper's desk ───────────────────────────────────────────────────────────────────────────────────────────────

interface Served extends By {
  readonly round?: number;
  readonly table?: number;
  readonly game?: number;
}

export const serve = (which: Which, { by = 'scorekeeper', round, table, game }: Served = {}): Step =>
  step(
    (hall) => ({
      type: 'serve-penalty',
      penalty: which(hall),
      round: round ?? hall.ledger.currentRound,
      table: table ?? null,
      game: game ?? null,
    }),
    by,
  );

export const unserve = (which: Which, { by = 'scorekeeper' }: By = {}): Step =>
  step((hall) => ({ type: 'unserve-penalty', penalty: which(hall), reason }), by);

export const retarget = (
  which: Which,
  when: Target['when'],
  { by = 'scorekeeper', ...where }: By & { round?: number; table?: number; game?: number } = {},
): Step => step((hall) => ({ type: 'retarget-penalty', penalty: which(hall), appliesTo: { when, ...where }, reason }), by);

export const separate = (which: Which, { by = 'head' }: By = {}): Step =>
  step((hall) => ({ type: 'separate-penalty', penalty: which(hall), reason }), by);

export const drop = (player: string, { by = 'scorekeeper' }: By = {}): Step => step(() => ({ type: 'drop-player', player, reason }), by);
export const reinstate = (player: string, { by = 'head' }: By = {}): Step => step(() => ({ type: 'reinstate-player', player, reason }), by);

export const extend = (
  table: number,
  minutes: number,
  { by = 'scorekeeper', cause = 'deck-check', round }: By & { cause?: Exclude<ExtensionCause, 'ruling'>; round?: number } = {},
): Step => step(() => ({ type: 'grant-extension', table, minutes, cause, ...(round !== undefined && { round }) }), by);
