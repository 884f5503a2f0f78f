import type { Level, Penalty } from '@ladder/editions';

/**
 * What a ledger holds: every event type with the shape of its data. Past tense, ids only: names and free texts lie in the vault and are
 * present as {@link Sealed}. Shapes are immutable from the first release on; a changed shape is a new `schema` number in the envelope.
 */

/** A text that lies in the vault: where it is, and SHA-256 over a 32-byte salt and the text, in hex. */
export interface Sealed {
  readonly ref: string;
  readonly commitment: string;
}

export type Role = 'head-judge' | 'appeals-judge' | 'floor-judge' | 'scorekeeper' | 'organizer' | 'auditor';
export const ROLES: readonly Role[] = ['head-judge', 'appeals-judge', 'floor-judge', 'scorekeeper', 'organizer', 'auditor'];

export type Format = 'individual' | '2v2';
export type Escalation = 'automatic' | 'review';
export type GameState = 'ongoing' | 'between-games' | 'between-rounds';
export type PlayerKind = 'player' | 'attendee';
export type ExtensionCause = 'ruling' | 'deck-check' | 'leave' | 'call' | 'other';
export type Question = 'game-loss-due' | 'loss-without-ground' | 'possible-duplicate' | 'referred-ruling';
export type NoticeAbout = 'penalty' | 'review' | 'rescission' | 'appeal';
export type Finding = 'no-violation' | 'violation' | 'inconclusive';
/** Where a ruling comes from that was not made here: the records of another tool (R41). */
export type Origin = 'import';
export type DropCause = 'request' | 'never-arrived';

/** Which game or match a loss is for (R3, R6). `table` and `game` are null where the judge did not name them. */
export type Target =
  | { readonly when: 'now'; readonly round: number; readonly table: number | null; readonly game: number | null }
  | { readonly when: 'now-match'; readonly round: number; readonly table: number | null; readonly game: number | null }
  | { readonly when: 'next-game' }
  | { readonly when: 'next-match' };

/** Why a Warning earned a Game Loss: the ladder rule it crossed, with the Warnings that were counted (penalty ids, in order). */
export interface Reason {
  readonly rule: string;
  readonly count: number;
  readonly threshold: number;
  readonly cites: readonly string[];
  readonly counted: readonly string[];
}

export interface Pairing {
  readonly table: number;
  readonly players: readonly string[];
}

/** Where and how a ruling was made; the same in every event of that ruling. `ruledAt` is the judge's claim (R25). */
export interface Circumstances {
  readonly ruling: string;
  readonly round: number;
  readonly table: number | null;
  readonly game: number | null;
  readonly gameState: GameState;
  readonly offline: boolean;
  /** Absent of a ruling that was made here, so that its bytes are what they were before there were others (R41). */
  readonly origin?: Origin;
  readonly ruledAt: string | null;
  readonly durationSeconds: number | null;
  readonly account: Sealed | null;
  readonly remedy: Sealed | null;
}

/** One infraction of one player in a ruling. `deviation` is the reason for a penalty outside the guidelines (R11). */
export interface Infraction extends Circumstances {
  readonly penalty: string;
  readonly player: string;
  readonly category: string;
  readonly conditions: readonly string[];
  readonly guideline: Penalty;
  readonly deviation: Sealed | null;
  /** The earlier ruling that this one, from an offline device, looks like (R35). */
  readonly possibleDuplicateOf: string | null;
  /** The review by which the head judge took this ruling over (R11); null for a ruling made directly. */
  readonly referral: string | null;
}

export interface Loss {
  readonly appliesTo: Target;
  readonly concededBy: readonly string[];
}

/** A Game Loss that the ladder gave (R26): the Warning that earned it, the reasons, and the review by which it was confirmed, if one was. */
export interface LadderLoss extends Loss {
  readonly penalty: string;
  readonly player: string;
  readonly ruling: string;
  readonly earned: {
    readonly warning: string;
    readonly place: number;
    readonly reasons: readonly Reason[];
    readonly review: string | null;
  };
}

/** A penalty that a correction puts in the place of another. Its id equals the old one's where only category or conditions changed. */
export interface NewPenalty {
  readonly penalty: string;
  readonly player: string;
  readonly kind: Penalty;
  readonly category: string | null;
  readonly conditions: readonly string[];
  readonly absorbed: boolean;
  readonly loss: Loss | null;
  /** Of a Warning that moves together with the heavier penalty it was upgraded to (R21): that penalty's id. */
  readonly upgradedTo: string | null;
}

export type Ending = 'voided' | 'overturned' | 'reassigned' | 'replaced';

/** What a correction does to one penalty: it reads `ending` from then on, and `becomes` another, or itself changed, or nothing. */
export interface Change {
  readonly penalty: string;
  readonly player: string;
  readonly kind: Penalty;
  readonly category: string | null;
  readonly ending: Ending;
  readonly becomes: NewPenalty | null;
  /** Whether it was in the tallies until now. */
  readonly wasInTally: boolean;
  /** R21: a Warning upgraded by the head judge's hand reads `replaced` and stays in every tally. */
  readonly staysInTally: boolean;
}

export interface ReferredInfraction {
  readonly player: string;
  readonly category: string;
  readonly conditions: readonly string[];
  readonly guideline: Penalty;
  readonly penalty: Penalty;
  readonly deviation: Sealed | null;
}

/** Every event type of a tournament's ledger and its data. */
export interface EventData {
  TournamentOpened: { tournament: string; name: Sealed; level: Level; format: Format; edition: string; escalation: Escalation };
  TournamentClosed: Record<string, never>;
  TournamentReopened: { reason: Sealed };
  OfficialAppointed: { official: string; name: Sealed; roles: readonly Role[] };
  OfficialRolesChanged: { official: string; roles: readonly Role[]; reason: Sealed };
  OfficialRevoked: { official: string; reason: Sealed };
  /** `codeHash` is a keyed hash: the code itself is in no file. */
  PairingIssued: { official: string; codeHash: string; expiresAt: string };
  OfficialPaired: { official: string; pairing: number };
  PlayersEnrolled: {
    teams: readonly { team: string; name: Sealed }[];
    players: readonly { player: string; name: Sealed; team: string | null; externalId: Sealed | null; kind: PlayerKind }[];
  };
  /** A field that is absent did not change. */
  PlayerCorrected: { player: string; name?: Sealed; team?: string | null; newTeam?: { team: string; name: Sealed }; reason: Sealed };
  RoundStarted: { round: number; pairings: readonly Pairing[] };
  /** `continues`: adds to the pairings of the event before it, because one event would have been too large. */
  PairingsReplaced: { round: number; pairings: readonly Pairing[]; continues: boolean };

  /** An infraction that costs nothing, or (`absorbed`, R9) whose `kind` gave way to a more severe penalty of the same ruling. */
  InfractionNoted: Infraction & { kind: Penalty; absorbed: boolean };
  WarningIssued: Infraction;
  GameLossApplied: (Infraction & Loss) | LadderLoss;
  MatchLossApplied: Infraction & Loss;
  PlayerDisqualified: Infraction;
  RulingReferred: Circumstances & { review: string; infractions: readonly ReferredInfraction[] };
  TimeExtensionGranted: { round: number; table: number | null; minutes: number; cause: ExtensionCause; ruling: string | null };

  HeadJudgeNotified: {
    notice: string;
    about: NoticeAbout;
    /** The position of the event that is told. */
    told: number;
    player: string;
    ruling: string | null;
    penalty: string | null;
    review: string | null;
    appeal: string | null;
    /** R10: of the head judge's own acts the notice is acknowledged from the start. */
    acknowledged: boolean;
  };
  NoticeAcknowledged: { notice: string };

  RulingVoided: { ruling: string; changes: readonly Change[]; reason: Sealed; review: string | null };
  RulingReassigned: { ruling: string; from: string; to: string; changes: readonly Change[]; reason: Sealed };
  RulingRecategorised: {
    ruling: string;
    player: string;
    category: string;
    conditions: readonly string[];
    changes: readonly Change[];
    reason: Sealed;
  };
  PenaltyReplaced: { ruling: string; penalty: string; changes: readonly Change[]; reason: Sealed };
  GameLossRescinded: { penalty: string; player: string };
  PenaltySeparated: { penalty: string; reason: Sealed };
  PenaltyRetargeted: { penalty: string; appliesTo: Target; reason: Sealed };
  /** `merged`: the losses for the same game that are served with it (R4). */
  PenaltyServed: { penalty: string; merged: readonly string[]; round: number; table: number | null; game: number | null };
  PenaltyUnserved: { penalty: string; merged: readonly string[]; reason: Sealed };
  PenaltyAnnulled: { penalty: string; player: string; review: string };

  AppealFiled: { appeal: string; ruling: string; player: string; appellant: string; grounds: Sealed };
  AppealDecided: {
    appeal: string;
    ruling: string;
    player: string;
    decision: 'upheld' | 'overturned';
    changes: readonly Change[];
    reason: Sealed;
  };

  ReviewOpened: {
    review: string;
    question: Question;
    player: string;
    ruling: string;
    penalty: string | null;
    warning: string | null;
    reasons: readonly Reason[];
  };
  ReviewAnswered: { review: string; decision: 'confirm' | 'dismiss'; reason: Sealed };
  ReviewWithdrawn: { review: string; player: string };

  InvestigationOpened: { investigation: string; player: string; penalty: string | null; reason: Sealed | null };
  InvestigationConcluded: { investigation: string; player: string; finding: Finding; reason: Sealed };

  PlayerDropped: { players: readonly string[]; cause: DropCause; provisional: boolean; reason: Sealed | null };
  /** `missedRounds`: rounds that started while the player was gone; they cannot be brought back. */
  PlayerReinstated: { players: readonly string[]; missedRounds: readonly number[]; reason: Sealed };

  /** A person's names and texts are gone from the vault. The reason concerns nobody in particular, so that it may stay. */
  PersonErased: { kind: 'player' | 'official'; id: string; forced: boolean; reason: Sealed | null };
  /** Who took an audit pack is `metadata.by`; `player`: whose texts it opens, null for everyone's. */
  AuditPackTaken: { player: string | null };
}

export type EventType = keyof EventData;

/** A decided event that has no envelope yet. `by` and `cause` where they differ from the command's. */
export type Draft = {
  [T in EventType]: { readonly type: T; readonly data: EventData[T]; readonly cause?: number | null };
}[EventType];

export interface Metadata {
  /** Version of the event type's shape. */
  readonly schema: number;
  /** The official's id, `admin`, or `saga`. */
  readonly by: string;
  /** The position of the event that led to this one. */
  readonly cause: number | null;
  /** The Idempotency-Key of the command (R36). */
  readonly key: string | null;
  /** HMAC of the request under a server key. */
  readonly fingerprint: string | null;
  /** ISO 8601 UTC with milliseconds; never before the event ahead of it. */
  readonly recordedAt: string;
}

/** An event as it stands in a ledger. `position` is its revision there, from 0 and without gaps. */
export type LedgerEvent = {
  [T in EventType]: {
    readonly position: number;
    readonly type: T;
    readonly id: string;
    readonly data: EventData[T];
    readonly metadata: Metadata;
  };
}[EventType];

export type EventOf<T extends EventType> = Extract<LedgerEvent, { type: T }>;

/** The schema version that this code writes and reads, per event type. */
export const SCHEMA = 1;

export const EVENT_TYPES: readonly EventType[] = [
  'TournamentOpened',
  'OfficialAppointed',
  'OfficialRolesChanged',
  'OfficialRevoked',
  'PairingIssued',
  'OfficialPaired',
  'PlayersEnrolled',
  'PlayerCorrected',
  'RoundStarted',
  'PairingsReplaced',
  'TournamentClosed',
  'TournamentReopened',
  'InfractionNoted',
  'WarningIssued',
  'GameLossApplied',
  'MatchLossApplied',
  'PlayerDisqualified',
  'RulingReferred',
  'TimeExtensionGranted',
  'HeadJudgeNotified',
  'NoticeAcknowledged',
  'RulingVoided',
  'RulingReassigned',
  'RulingRecategorised',
  'PenaltyReplaced',
  'GameLossRescinded',
  'PenaltySeparated',
  'PenaltyRetargeted',
  'PenaltyServed',
  'PenaltyUnserved',
  'PenaltyAnnulled',
  'AppealFiled',
  'AppealDecided',
  'ReviewOpened',
  'ReviewAnswered',
  'ReviewWithdrawn',
  'InvestigationOpened',
  'InvestigationConcluded',
  'PlayerDropped',
  'PlayerReinstated',
  'AuditPackTaken',
  'PersonErased',
];
