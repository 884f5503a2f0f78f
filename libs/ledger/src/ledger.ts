import type { Edition, Level, Penalty } from '@ladder/editions';
import type {
  Circumstances,
  DropCause,
  Ending,
  Escalation,
  EventData,
  EventType,
  ExtensionCause,
  Finding,
  Format,
  NoticeAbout,
  Pairing,
  PlayerKind,
  Question,
  Reason,
  Role,
  Sealed,
  Target,
} from './events.js';
import type { Due } from './due.js';

/**
 * The folded state of one tournament. Entities are immutable and replaced as a whole; the maps that hold them belong to the one who folds,
 * so that folding an event costs what it touches, and {@link fork} is a handful of shallow copies.
 */
export interface Ledger {
  /** Position of the last event folded; -1 before the first. */
  revision: number;
  /** `recordedAt` of the last event; empty before the first. */
  recordedAt: string;
  tournament: Tournament | null;
  readonly edition: Edition;
  readonly officials: Map<string, Official>;
  readonly players: Map<string, Player>;
  readonly teams: Map<string, Team>;
  currentRound: number;
  readonly rounds: Map<number, Round>;
  readonly rulings: Map<string, Ruling>;
  readonly penalties: Map<string, PenaltyState>;
  readonly reviews: Map<string, Review>;
  readonly notices: Map<string, Notice>;
  readonly appeals: Map<string, Appeal>;
  readonly investigations: Map<string, Investigation>;
  readonly extensions: Extension[];
  /** R28: the Warnings (by {@link originKey}) of which the head judge said that they cost nothing. */
  readonly dismissed: Set<string>;
  /** Commands recorded here, by Idempotency-Key (R36). */
  readonly keys: Map<string, RecordedCommand>;
  /** What this ledger still owes the world; see owed.ts. */
  readonly due: Map<string, Due>;
}

export interface Tournament {
  readonly id: string;
  readonly name: Sealed;
  readonly level: Level;
  readonly format: Format;
  readonly edition: string;
  readonly escalation: Escalation;
  readonly status: 'open' | 'closed';
  readonly openedAt: string;
}

export interface Official {
  readonly id: string;
  readonly name: Sealed;
  readonly roles: readonly Role[];
  readonly revoked: boolean;
  readonly erased: boolean;
  /** The latest pairing code: its position also dates the tokens that are alive. */
  readonly pairing: { readonly position: number; readonly codeHash: string; readonly expiresAt: string; readonly used: boolean } | null;
}

export interface Team {
  readonly id: string;
  readonly name: Sealed;
  readonly members: readonly string[];
}

export interface Player {
  readonly id: string;
  readonly name: Sealed;
  readonly kind: PlayerKind;
  readonly team: string | null;
  readonly externalId: Sealed | null;
  readonly erased: boolean;
  readonly drop: Drop | null;
  /** Ids of every penalty ever given to this player, and of every question about the player, in ledger order. */
  readonly penalties: readonly string[];
  readonly reviews: readonly string[];
}

export interface Drop {
  readonly since: number;
  readonly round: number;
  readonly cause: DropCause | 'disqualification';
  /** Never arrived: a scorekeeper can lift it until the next round starts (R40). */
  readonly provisional: boolean;
}

export interface Round {
  readonly number: number;
  readonly startedAt: string;
  readonly position: number;
  readonly pairings: readonly Pairing[];
  /** Where each player sits. */
  readonly seats: ReadonlyMap<string, Pairing>;
}

export interface Ruling extends Circumstances {
  readonly position: number;
  readonly by: string;
  readonly recordedAt: string;
  /** Whether it was made as (or taken over by) a head judge or an appeals judge: final (R34). */
  readonly final: boolean;
  /** Whom a correction by the head judge, or a decided appeal, was about: its issuer corrects it no more (R33), and they appeal no more (R34). */
  readonly decidedFor: readonly string[];
  readonly penalties: readonly string[];
  readonly possibleDuplicateOf: string | null;
  readonly extensionMinutes: number;
  readonly referral: string | null;
  readonly corrections: readonly Corrected[];
  readonly appeals: readonly string[];
}

/** A correction of a ruling: what it was, who made it, when and why. */
export interface Corrected {
  readonly position: number;
  readonly type: EventType;
  readonly by: string;
  readonly recordedAt: string;
  readonly reason: Sealed;
}

export type PenaltyStatus = 'standing' | 'pending' | 'served' | 'rescinded' | Ending;

export interface PenaltyState {
  readonly id: string;
  readonly player: string;
  readonly ruling: string;
  readonly kind: Penalty;
  readonly category: string | null;
  readonly conditions: readonly string[];
  readonly absorbed: boolean;
  readonly status: PenaltyStatus;
  /** Where it stands in the order that counts (R25): the position of its ruling's event, whatever was corrected since. */
  readonly place: number;
  /** The position of the event that made this penalty, and who recorded that. */
  readonly appliedAt: number;
  readonly by: string;
  readonly appliesTo: Target | null;
  readonly concededBy: readonly string[];
  readonly served: Served | null;
  readonly separated: boolean;
  readonly annulled: boolean;
  readonly replacedBy: string | null;
  /** R21: upgraded by hand; it reads `replaced` and still counts. */
  readonly staysInTally: boolean;
  /** Given by the ladder: the place of the Warning that earned it, the reasons as they were, and the review that confirmed it. */
  readonly earned: {
    readonly warning: string;
    readonly place: number;
    readonly reasons: readonly Reason[];
    readonly review: string | null;
  } | null;
  /** The event that ended it: its position, and whether a review may follow (R29 names the corrections, R33's replacement is none). */
  readonly endedBy: { readonly position: number; readonly takesGround: boolean } | null;
  /** R29: the head judge has answered whether it stands without ground; never asked again. */
  readonly groundAnswered: boolean;
  /** R35: the earlier ruling that this one looks like, until the head judge says that it is distinct. */
  readonly possibleDuplicateOf: string | null;
  /** R28: the scopes that this Warning has crossed at every position since it was recorded, with no doubtful Warning counted. */
  readonly unbroken: readonly string[];
  readonly investigation: string | null;
}

export interface Served {
  readonly position: number;
  readonly round: number;
  readonly table: number | null;
  readonly game: number | null;
  /** The loss that this one was served with, if it was merged (R4). */
  readonly mergedInto: string | null;
}

export interface Review {
  readonly id: string;
  readonly question: Question;
  readonly status: 'open' | 'answered' | 'withdrawn';
  readonly decision: 'confirm' | 'dismiss' | null;
  readonly reason: Sealed | null;
  /** Whom it is about; a referred ruling may concern several. */
  readonly players: readonly string[];
  readonly ruling: string;
  readonly penalty: string | null;
  readonly warning: string | null;
  /** For game-loss-due: the place of the Warning. */
  readonly place: number | null;
  readonly reasons: readonly Reason[];
  readonly position: number;
  readonly by: string;
  readonly referred: EventData['RulingReferred'] | null;
}

export interface Notice {
  readonly id: string;
  readonly about: NoticeAbout;
  readonly acknowledged: boolean;
  readonly told: number;
  readonly player: string;
  readonly ruling: string | null;
  readonly penalty: string | null;
  readonly review: string | null;
  readonly appeal: string | null;
  readonly position: number;
  readonly recordedAt: string;
}

export interface Appeal {
  readonly id: string;
  readonly ruling: string;
  readonly player: string;
  readonly appellant: string;
  readonly grounds: Sealed;
  readonly by: string;
  readonly position: number;
  readonly recordedAt: string;
  readonly decision: {
    readonly decision: 'upheld' | 'overturned';
    readonly by: string;
    readonly reason: Sealed;
    readonly position: number;
  } | null;
}

export interface Investigation {
  readonly id: string;
  readonly player: string;
  readonly penalty: string | null;
  readonly reason: Sealed | null;
  readonly by: string;
  readonly position: number;
  readonly recordedAt: string;
  readonly finding: { readonly finding: Finding; readonly by: string; readonly reason: Sealed; readonly position: number } | null;
}

export interface Extension {
  readonly position: number;
  readonly round: number;
  readonly table: number | null;
  readonly minutes: number;
  readonly cause: ExtensionCause;
  readonly ruling: string | null;
}

export interface RecordedCommand {
  readonly fingerprint: string | null;
  readonly by: string;
  readonly from: number;
  readonly to: number;
}

/** A ledger before its first event, under the edition that its first event will name. */
export function emptyLedger(edition: Edition): Ledger {
  return {
    revision: -1,
    recordedAt: '',
    tournament: null,
    edition,
    officials: new Map(),
    players: new Map(),
    teams: new Map(),
    currentRound: 0,
    rounds: new Map(),
    rulings: new Map(),
    penalties: new Map(),
    reviews: new Map(),
    notices: new Map(),
    appeals: new Map(),
    investigations: new Map(),
    extensions: [],
    dismissed: new Set(),
    keys: new Map(),
    due: new Map(),
  };
}

/** An independent copy: what is folded into it leaves the original as it is (a preview, a what-if). */
export function fork(ledger: Ledger): Ledger {
  return {
    ...ledger,
    officials: new Map(ledger.officials),
    players: new Map(ledger.players),
    teams: new Map(ledger.teams),
    rounds: new Map(ledger.rounds),
    rulings: new Map(ledger.rulings),
    penalties: new Map(ledger.penalties),
    reviews: new Map(ledger.reviews),
    notices: new Map(ledger.notices),
    appeals: new Map(ledger.appeals),
    investigations: new Map(ledger.investigations),
    extensions: [...ledger.extensions],
    dismissed: new Set(ledger.dismissed),
    keys: new Map(ledger.keys),
    due: new Map(ledger.due),
  };
}

/** The tournament of a ledger that has begun. */
export function tournamentOf(ledger: Ledger): Tournament {
  if (!ledger.tournament) throw new Error('this ledger has no first event');
  return ledger.tournament;
}

/** The administrator may do what an organizer and a head judge may (http-api.md, Auth). */
export const ADMIN = 'admin';
/** Who appends what the ledger owes. */
export const SAGA = 'saga';

/** The roles that `by` holds now; none once revoked. */
export function rolesOf(ledger: Ledger, by: string): readonly Role[] {
  if (by === ADMIN) return ['organizer', 'head-judge'];
  const official = ledger.officials.get(by);
  return official && !official.revoked ? official.roles : [];
}

/** Whether `by` is a head judge here, now. */
export function isHeadJudge(ledger: Ledger, by: string): boolean {
  return rolesOf(ledger, by).includes('head-judge');
}

/** The members of the player's 2v2 team besides the player (R3); nobody in an individual tournament. */
export function teamMatesOf(ledger: Ledger, player: string): readonly string[] {
  if (tournamentOf(ledger).format !== '2v2') return [];
  const team = ledger.players.get(player)?.team;
  return team ? (ledger.teams.get(team)?.members.filter((member) => member !== player) ?? []) : [];
}

/** The side that a player plays on: the 2v2 team, or the player alone. */
export function sideOf(ledger: Ledger, player: string): string {
  const team = tournamentOf(ledger).format === '2v2' ? ledger.players.get(player)?.team : null;
  return team ? `team ${team}` : `player ${player}`;
}

/** Whether a penalty is in force: it stands, waits to be served, was served, or is a Warning that counts though a heavier one took its place. */
export function inForce(penalty: PenaltyState): boolean {
  return penalty.status === 'standing' || penalty.status === 'pending' || penalty.status === 'served' || penalty.staysInTally;
}

/** Whether it is a Game Loss or a Match Loss: what is conceded and recorded as served. */
export function isLoss(penalty: Pick<PenaltyState, 'kind'>): boolean {
  return penalty.kind === 'game-loss' || penalty.kind === 'match-loss';
}

/** R29: aimed at the game or match in progress, or served: it may have been conceded already. */
export function mayHaveBeenConceded(penalty: PenaltyState): boolean {
  return penalty.served !== null || penalty.appliesTo?.when === 'now' || penalty.appliesTo?.when === 'now-match';
}

/** Names one Warning of one player, however often it was corrected, moved away and moved back (R28, R31). */
export function originKey(place: number, player: string): string {
  return `${place}|${player}`;
}

/** The disqualification that keeps a player out, own or a team-mate's (R7). */
export function disqualificationOf(ledger: Ledger, player: string): { penalty: PenaltyState; cause: 'own' | 'team' } | null {
  for (const each of [player, ...teamMatesOf(ledger, player)]) {
    for (const id of ledger.players.get(each)?.penalties ?? []) {
      const penalty = penaltyOf(ledger, id);
      if (penalty.kind === 'disqualification' && !penalty.absorbed && inForce(penalty))
        return { penalty, cause: each === player ? 'own' : 'team' };
    }
  }
  return null;
}

/** A penalty that the ledger is known to hold. */
export function penaltyOf(ledger: Ledger, id: string): PenaltyState {
  const penalty = ledger.penalties.get(id);
  if (!penalty) throw new Error(`the ledger holds no penalty ${id}`);
  return penalty;
}

/** A ruling that the ledger is known to hold. */
export function rulingOf(ledger: Ledger, id: string): Ruling {
  const ruling = ledger.rulings.get(id);
  if (!ruling) throw new Error(`the ledger holds no ruling ${id}`);
  return ruling;
}

/** A player that the ledger is known to hold. */
export function playerOf(ledger: Ledger, id: string): Player {
  const player = ledger.players.get(id);
  if (!player) throw new Error(`the ledger holds no player ${id}`);
  return player;
}

/** The investigation of this player that is going on, if one is. */
export function openInvestigationOf(ledger: Ledger, player: string): Investigation | undefined {
  return [...ledger.investigations.values()].find((each) => each.player === player && each.finding === null);
}
