import { categoryOf, outcomeOf, severity } from '@ladder/editions';
import type { Category, Outcome, Penalty } from '@ladder/editions';
import type { Circumstances, Draft, GameState, Infraction, Origin, Sealed } from '../events.js';
import { penaltyId, referralId, rulingId } from '../ids.js';
import { inForce, isHeadJudge, penaltyOf, playerOf, rulingOf, teamMatesOf, tournamentOf } from '../ledger.js';
import type { Ledger, Ruling } from '../ledger.js';
import { isRefusal, refuse } from '../refusal.js';
import type { Refusal } from '../refusal.js';
import { lossOf } from '../target.js';
import { JUDGES } from './use-case.js';
import type { Context, Decision, UseCase } from './use-case.js';

/** One infraction as a judge names it. */
export interface NamedInfraction {
  readonly player: string;
  readonly category: string;
  readonly conditions: readonly string[];
  /** The guideline stands where none is named. */
  readonly penalty?: Penalty;
  /** Why the penalty is another than the guidelines' (R11). */
  readonly deviation: Sealed | null;
}

/** Where, when and how a ruling is made. What is absent has a default: the current round, the game going on, the extension of R2. */
interface NamedCircumstances {
  readonly round?: number;
  readonly table: number | null;
  readonly game: number | null;
  readonly gameState?: GameState;
  readonly account: Sealed | null;
  readonly ruledAt: string | null;
  readonly durationSeconds: number | null;
  readonly offline: boolean;
  readonly distinct: boolean;
}

export interface IssueRuling extends NamedCircumstances {
  readonly type: 'issue-ruling';
  readonly infractions: readonly NamedInfraction[];
  readonly remedy: Sealed | null;
  readonly extensionMinutes?: number;
  readonly refer: boolean;
  /** Taken over from the records of another tool, by the head judge (R41). */
  readonly origin?: Origin;
}

/** How far ahead of the server a judge's device may be, in minutes. */
const CLOCK_SKEW_MINUTES = 5;

/** A judge's decision on one error: every infraction of everyone involved, in one append (R8–R12). */
export const issueRuling: UseCase<IssueRuling> = {
  who: JUDGES,
  decide: (ledger, command, context) => ruled(ledger, command, context, 'ruling'),
};

function ruled(ledger: Ledger, command: IssueRuling, context: Context, form: Form): Decision {
  if (command.origin && !isHeadJudge(ledger, context.by)) {
    return refuse('not-granted', 'Only the head judge takes over the rulings of another tool.', { needs: ['head-judge'] });
  }
  const closed = refusedWhenClosed(ledger);
  if (closed) return closed;
  const at = circumstancesOf(ledger, command, context);
  if (isRefusal(at)) return at;
  const weighed: Weighed[] = [];
  let needsHeadJudge: Refusal | undefined;
  for (const named of command.infractions) {
    const one = weigh(ledger, named);
    if (isRefusal(one)) return one;
    needsHeadJudge ??= isHeadJudge(ledger, context.by) ? undefined : headJudgeNeeded(one, form);
    if (isHeadJudge(ledger, context.by) && isDeviation(one) && !one.deviation) return unreasoned(one, form);
    weighed.push(one);
  }
  const twin = command.distinct ? null : likelyTwin(ledger, weighed, at, context);
  if (twin !== null && !command.offline) {
    return refuse(
      'possible-duplicate',
      `This looks like ruling ${twin}, which stands already: send it with "distinct": true if it is another error.`,
      { ruling: twin },
    );
  }
  if (needsHeadJudge && !command.refer) return needsHeadJudge;
  const first = ledger.revision + 1;
  const circumstances = { ...at, ruling: rulingId(first) };
  const minutes = extensionMinutes(ledger, command, weighed, at);
  if (needsHeadJudge) return refer(circumstances, weighed, first, minutes);
  const duplicates = command.offline && !command.distinct ? (one: Weighed) => likelyTwin(ledger, [one], at, context) : () => null;
  return [
    ...infractionDrafts(ledger, circumstances, weighed, first, null, duplicates),
    ...extension(circumstances, minutes, circumstances.ruling),
  ];
}

export interface IssueWarning extends NamedCircumstances {
  readonly type: 'issue-warning';
  readonly player: string;
  readonly category: string;
  readonly conditions: readonly string[];
}

/** The short form: a tap on "Warning". Refused where the guideline is another penalty, so that it never records something else (R11). */
export const issueWarning: UseCase<IssueWarning> = {
  who: JUDGES,
  decide(ledger, { player, category, conditions, ...circumstances }, context) {
    const infraction = { player, category, conditions, penalty: 'warning' as const, deviation: null };
    const ruling = { ...circumstances, type: 'issue-ruling', infractions: [infraction], remedy: null, refer: false } as const;
    return ruled(ledger, ruling, context, 'warning');
  },
};

/** An infraction measured by the edition: its category, the guideline that holds, and the penalty that is to be given. */
export interface Weighed extends NamedInfraction {
  readonly penalty: Penalty;
  readonly guideline: Penalty;
  readonly allowed: readonly Penalty[];
  readonly outcome: Outcome;
  readonly of: Category;
}

/** Measures an infraction by the edition; refuses what names nobody, nothing, or a penalty that an attendee cannot get (R7). */
export function weigh(ledger: Ledger, named: NamedInfraction): Weighed | Refusal {
  const player = ledger.players.get(named.player);
  if (!player)
    return refuse('unknown-player', `There is no player ${named.player} in this tournament: look the player up by name or table.`);
  const of = categoryOf(ledger.edition, named.category);
  if (!of)
    return refuse('unknown-category', `The edition ${ledger.edition.id} has no category ${named.category}: choose one that it lists.`);
  const strange = named.conditions.find((each) => !of.conditions.some((known) => known.id === each));
  if (strange !== undefined) {
    const known = of.conditions.map((each) => each.id).join(', ');
    return refuse('unknown-condition', `${of.id} has no condition ${strange}: ${known ? `it knows ${known}` : 'it knows none'}.`);
  }
  const outcome = outcomeOf(ledger.edition, of, named.conditions, tournamentOf(ledger).level);
  const [guideline] = outcome.penalties;
  const penalty = named.penalty ?? guideline;
  if (player.kind === 'attendee' && penalty !== 'none' && penalty !== 'disqualification') return notAPlayer(named.player);
  return { ...named, conditions: [...new Set(named.conditions)], penalty, guideline, allowed: outcome.penalties, outcome, of };
}

/** R7: who does not play can be given nothing, or be disqualified. */
export function notAPlayer(player: string): Refusal {
  return refuse('not-a-player', `${player} is an attendee: only none or a disqualification can be given to who does not play.`);
}

export function isDeviation({ penalty, allowed }: Weighed): boolean {
  return !allowed.includes(penalty);
}

/** What is refused: a ruling in full, the short form of a Warning, or a correction. What a judge can do instead differs. */
type Form = 'ruling' | 'warning' | 'correction';

/** R11, R12: what only a head judge may give. */
export function headJudgeNeeded(weighed: Weighed, form: Form = 'correction'): Refusal | undefined {
  const { penalty, guideline, allowed, conditions, of } = weighed;
  const theirs = of.conditions.find((each) => each.headJudgeOnly && conditions.includes(each.id));
  if (theirs) {
    return refuse('condition-needs-head-judge', `Whether "${theirs.name}" holds is for the head judge to find: ${HAND_OVER[form]}.`);
  }
  if (penalty === 'disqualification') {
    return refuse('disqualification-needs-head-judge', `Only the head judge disqualifies: ${HAND_OVER[form]}.`, { guideline, allowed });
  }
  if (!isDeviation(weighed)) return undefined;
  return refuse('deviation-needs-head-judge', `The guideline for ${of.id} is ${deviationAdvice(weighed, form)}.`, { guideline, allowed });
}

const HAND_OVER: Record<Form, string> = {
  ruling: 'call one, or send "refer": true to hand the ruling over',
  warning: 'call one, or use the full ruling, which can be handed over',
  correction: 'call one, who can correct this',
};

function deviationAdvice({ allowed }: Weighed, form: Form): string {
  const guidelines = allowed.join(' or ');
  const givable = allowed.filter((each) => each !== 'disqualification');
  if (givable.length === 0) return `${guidelines}, which only the head judge gives: ${HAND_OVER[form]}`;
  if (form === 'warning')
    return `${guidelines}, and this form gives Warnings only: use the full ruling, which records ${givable.join(' or ')}`;
  return `${guidelines}: give ${givable.length === allowed.length ? 'that' : givable.join(' or ')}, or call the head judge, who alone may deviate with a reason`;
}

/** R11: the head judge may, with a reason. */
function unreasoned({ of, penalty, guideline }: Weighed, form: Form): Refusal {
  return refuse(
    'invalid-request',
    form === 'warning'
      ? `The guideline for ${of.id} is ${guideline}, and this form takes no reason for a ${penalty}: use the full ruling, and give one there.`
      : `Give a reason (deviation.reason) for a ${penalty} where the guideline is ${guideline}.`,
  );
}

export function refusedWhenClosed(ledger: Ledger): Refusal | undefined {
  if (tournamentOf(ledger).status === 'open') return undefined;
  return refuse('tournament-closed', 'The tournament is closed: the head judge can reopen it.');
}

/** R39: a round that was started, or 0 before the first. */
export function isStarted(ledger: Ledger, round: number): boolean {
  return round === 0 || ledger.rounds.has(round);
}

export function roundNotStarted(ledger: Ledger, round: number): Refusal {
  return refuse('round-not-started', `Round ${round} has not started: the current round is ${ledger.currentRound}.`);
}

function circumstancesOf(ledger: Ledger, command: IssueRuling, { now }: Context): Omit<Circumstances, 'ruling'> | Refusal {
  const { table, game, account, remedy, ruledAt, durationSeconds, offline, origin } = command;
  const round = command.round ?? ledger.currentRound;
  if (!isStarted(ledger, round)) return roundNotStarted(ledger, round);
  const gameState = command.gameState ?? (round === 0 ? 'between-rounds' : 'ongoing');
  if (round === 0 && gameState !== 'between-rounds') {
    return refuse('invalid-request', 'Before the first round no game is in progress: leave gameState out, or say between-rounds.');
  }
  if (ruledAt !== null && Date.parse(ruledAt) > Date.parse(now) + CLOCK_SKEW_MINUTES * 60_000) {
    return refuse('invalid-request', 'ruledAt lies in the future: set the clock of the device, or leave ruledAt out.');
  }
  return { round, table, game, gameState, offline, ...(origin && { origin }), ruledAt, durationSeconds, account, remedy };
}

/**
 * R35: the latest ruling on the same player, category and round, at the same table or at one not told, recorded within some minutes of now
 * or ruled within as many by both judges' claims. Null if there is none.
 */
function likelyTwin(ledger: Ledger, infractions: readonly Weighed[], at: Omit<Circumstances, 'ruling'>, { now }: Context): string | null {
  const window = ledger.edition.settings.duplicateWithinMinutes * 60_000;
  const within = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) <= window;
  const isNear = (earlier: Ruling) => {
    // R41: when an import was recorded says nothing. Where nobody claims a time, it may be any.
    if (at.origin ?? earlier.origin) {
      const [one, other] = [earlier.ruledAt ?? (earlier.origin ? null : earlier.recordedAt), at.ruledAt ?? (at.origin ? null : now)];
      return one === null || other === null || within(one, other);
    }
    return within(earlier.recordedAt, now) || (earlier.ruledAt !== null && at.ruledAt !== null && within(earlier.ruledAt, at.ruledAt));
  };
  const twins = infractions.flatMap(({ player, category }) =>
    playerOf(ledger, player).penalties.flatMap((id) => {
      const earlier = penaltyOf(ledger, id);
      const ruling = rulingOf(ledger, earlier.ruling);
      const same =
        earlier.category === category &&
        inForce(earlier) &&
        ruling.round === at.round &&
        (ruling.table === null || at.table === null || ruling.table === at.table) &&
        isNear(ruling);
      return same ? [ruling] : [];
    }),
  );
  return twins.sort((one, other) => other.position - one.position)[0]?.ruling ?? null;
}

/** R2: how many minutes the match gets; 0 where it does not go on, or went on elsewhere (R41). */
function extensionMinutes(
  ledger: Ledger,
  { extensionMinutes: told, durationSeconds }: IssueRuling,
  weighed: readonly Weighed[],
  { gameState, origin }: Pick<Circumstances, 'gameState' | 'origin'>,
): number {
  if (weighed.some(({ penalty }) => severity(penalty) > severity('game-loss'))) return 0;
  if (told !== undefined) return told;
  if (gameState === 'between-rounds' || origin) return 0;
  const measured = durationSeconds === null ? null : Math.ceil(durationSeconds / 60);
  const late = weighed.find(({ outcome }) => outcome.extensionMinutes !== undefined)?.outcome.extensionMinutes;
  if (late !== undefined) return measured ?? late;
  return measured !== null && durationSeconds !== null && durationSeconds > ledger.edition.settings.extensionAfterSeconds ? measured : 0;
}

function extension({ round, table }: Circumstances, minutes: number, ruling: string | null): Draft[] {
  return minutes > 0
    ? [{ type: 'TimeExtensionGranted', data: { round, table, minutes, cause: ruling === null ? 'call' : 'ruling', ruling } }]
    : [];
}

/** R11: the ruling is handed to the head judge and touches nobody until confirmed. The match goes on, so time spent is granted at once. */
function refer(circumstances: Circumstances, weighed: readonly Weighed[], position: number, minutes: number): Decision {
  const infractions = weighed.map(({ player, category, conditions, guideline, penalty, deviation }) => ({
    player,
    category,
    conditions,
    guideline,
    penalty,
    deviation,
  }));
  return [
    { type: 'RulingReferred', data: { ...circumstances, review: referralId(position), infractions } },
    ...extension(circumstances, minutes, null),
  ];
}

/**
 * The events of a ruling's infractions, the first at position `first`. Of each player the most severe stands, between equals the first
 * named; the others are recorded as absorbed (R9). Who never arrived is dropped with the team (R40), unless it is long past (R41).
 */
export function infractionDrafts(
  ledger: Ledger,
  circumstances: Circumstances,
  weighed: readonly Weighed[],
  first: number,
  referral: string | null,
  possibleDuplicateOf: (one: Weighed) => string | null,
): Draft[] {
  const standing = new Map<string, Weighed>();
  for (const one of weighed) {
    const before = standing.get(one.player);
    if (!before || severity(one.penalty) > severity(before.penalty)) standing.set(one.player, one);
  }
  const drafts = weighed.map((one, index): Draft => {
    const { player, category, conditions, guideline, penalty: kind, deviation } = one;
    const absorbed = standing.get(player) !== one;
    const position = first + index;
    const data: Infraction = {
      ...circumstances,
      penalty: penaltyId(kind, position, position),
      player,
      category,
      conditions,
      guideline,
      deviation,
      possibleDuplicateOf: absorbed ? null : possibleDuplicateOf(one),
      referral,
    };
    if (absorbed) return { type: 'InfractionNoted', data: { ...data, kind, absorbed } };
    const loss = lossOf(ledger, kind, player, circumstances);
    if (loss) return { type: kind === 'game-loss' ? 'GameLossApplied' : 'MatchLossApplied', data: { ...data, ...loss } };
    if (kind === 'warning') return { type: 'WarningIssued', data };
    if (kind === 'disqualification') return { type: 'PlayerDisqualified', data };
    return { type: 'InfractionNoted', data: { ...data, kind, absorbed } };
  });
  if (circumstances.origin) return drafts;
  const missing = [...standing.values()].filter(({ outcome }) => outcome.drops).map(({ player }) => player);
  return [...drafts, ...dropped(ledger, missing, first)];
}

/** R40: who never arrived is out with the team, until the next round starts. One drop a team, also where all of it is missing. */
function dropped(ledger: Ledger, missing: readonly string[], cause: number): Draft[] {
  const gone = new Set<string>();
  return missing.flatMap((player): Draft[] => {
    const players = [player, ...teamMatesOf(ledger, player)].filter((each) => playerOf(ledger, each).drop === null && !gone.has(each));
    for (const each of players) gone.add(each);
    if (players.length === 0) return [];
    return [{ type: 'PlayerDropped', cause, data: { players, cause: 'never-arrived', provisional: true, reason: null } }];
  });
}
