import type { StoredEvent } from '@ladder/event-store';
import { ADMIN, categoriesUnder, penaltyMoves, scopesUnder } from '@ladder/ledger';
import type { Circumstances, EventOf, LedgerEvent } from '@ladder/ledger';
import type { DatabaseSync } from 'node:sqlite';
import type { Rows } from '../projection.js';
import { ExternalIds } from './external-ids.js';
import { factWrites } from './fact-writes.js';
import type { FactWrites } from './fact-writes.js';
import type { FactSources } from './fact-sources.js';

type Correction = EventOf<'RulingVoided' | 'RulingReassigned' | 'RulingRecategorised' | 'PenaltyReplaced' | 'AppealDecided'>;
type Ruled = EventOf<'InfractionNoted' | 'WarningIssued' | 'GameLossApplied' | 'MatchLossApplied' | 'PlayerDisqualified'>;

/** What corrections are called where they are counted. An appeal that is upheld corrects nothing. */
const CORRECTIONS = {
  RulingVoided: 'voided',
  RulingReassigned: 'reassigned',
  RulingRecategorised: 'recategorised',
  PenaltyReplaced: 'replaced',
  AppealDecided: 'overturned',
} as const;

/** Turns events into facts. What they write is kept in order, because each says what was before it. */
export class FactRows implements Rows {
  readonly #waiting: (() => unknown)[] = [];
  readonly #facts: FactWrites;
  readonly #externalIds: ExternalIds;
  readonly #pseudonym: FactSources['pseudonym'];

  constructor(db: DatabaseSync, nameOf: (table: string) => string, { vault, pseudonym }: FactSources) {
    this.#facts = factWrites(db, nameOf);
    this.#externalIds = new ExternalIds(vault);
    this.#pseudonym = pseudonym;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async ready(events: readonly StoredEvent[]): Promise<void> {
    await this.#externalIds.open(events);
  }

  take(tournament: string, event: LedgerEvent): void {
    switch (event.type) {
      case 'TournamentOpened':
        return this.#opened(tournament, event);
      case 'PlayersEnrolled':
        return this.#enrolled(tournament, event);
      case 'InfractionNoted':
      case 'WarningIssued':
      case 'GameLossApplied':
      case 'MatchLossApplied':
      case 'PlayerDisqualified':
        if (!('earned' in event.data)) this.#ruled(tournament, event.data, event);
        return this.#moved(tournament, event);
      case 'RulingVoided':
      case 'RulingReassigned':
      case 'RulingRecategorised':
      case 'PenaltyReplaced':
      case 'AppealDecided':
        this.#corrected(tournament, event);
        return this.#moved(tournament, event);
      case 'GameLossRescinded':
      case 'PenaltyAnnulled':
        return this.#moved(tournament, event);
      case 'TimeExtensionGranted': {
        const { ruling, minutes } = event.data;
        if (ruling !== null) this.#write(() => this.#facts.extension(tournament, ruling, minutes));
        return;
      }
      case 'AppealFiled': {
        const { appeal, ruling, player } = event.data;
        this.#write(() => this.#facts.appeal(tournament, player, appeal, ruling));
        this.#write(() => this.#facts.rulingAppealed(tournament, ruling));
        return;
      }
      case 'RulingReferred':
        return this.#referred(tournament, event);
      case 'ReviewOpened': {
        const { review, player, ruling, question } = event.data;
        this.#write(() => this.#facts.review(tournament, player, review, question, ruling));
        return;
      }
      case 'ReviewAnswered':
        return this.#answered(tournament, event.data.review, event.data.decision === 'confirm' ? 'confirmed' : 'dismissed');
      case 'ReviewWithdrawn':
        return this.#answered(tournament, event.data.review, 'withdrawn');
      case 'PersonErased':
        return this.#erased(tournament, event.data);
      default:
        throw new Error(`a ${event.type} is no fact of the analytics`);
    }
  }

  write(most = Infinity): void {
    const now = this.#waiting.slice(0, most);
    for (const write of now) write();
    this.#waiting.splice(0, now.length);
  }

  forget(): void {
    this.#waiting.length = 0;
  }

  #write(write: () => unknown): void {
    this.#waiting.push(write);
  }

  #opened(tournament: string, { data: { level, edition } }: EventOf<'TournamentOpened'>): void {
    this.#write(() => {
      this.#facts.tournament(tournament, level, edition);
      for (const { category, family } of categoriesUnder(edition)) this.#facts.category(edition, category, family);
      for (const { scope, rule, threshold } of scopesUnder(edition, level)) this.#facts.scope(edition, level, scope, rule, threshold);
    });
  }

  #enrolled(tournament: string, { data: { players } }: EventOf<'PlayersEnrolled'>): void {
    for (const { player, externalId } of players) {
      const known = externalId && this.#externalIds.of(externalId);
      const person = known ? this.#pseudonym('person', known) : this.#pseudonym('player', tournament, player);
      this.#write(() => this.#facts.player(tournament, player, person));
    }
  }

  #ruled(tournament: string, { ruling, round, durationSeconds, origin, ruledAt }: Circumstances, { metadata }: Ruled): void {
    const { by, recordedAt } = metadata;
    // R41: when a ruling from elsewhere was recorded says nothing about when it was made.
    const at = (origin && ruledAt) ?? recordedAt;
    const judge = by === ADMIN || origin ? null : this.#pseudonym('judge', tournament, by);
    this.#write(() => this.#facts.ruling(tournament, ruling, at.slice(0, 10), at.slice(0, 13), round, judge, durationSeconds));
  }

  #moved(tournament: string, event: LedgerEvent): void {
    for (const each of penaltyMoves(event)) {
      const { penalty } = each;
      switch (each.move) {
        case 'given': {
          const { ruling, player, kind, category, rules } = each;
          const flags = [each.absorbed, each.stands, each.inTally, rules.length > 0].map(Number);
          this.#write(() => this.#facts.penalty(tournament, player, penalty, kind, category, ...flags, ruling, ruling));
          for (const rule of rules) this.#write(() => this.#facts.earned(tournament, penalty, rule));
          break;
        }
        case 'recategorised':
          this.#write(() => this.#facts.recategorised(tournament, penalty, each.category));
          break;
        case 'ended':
          this.#write(() => this.#facts.ended(tournament, penalty, Number(each.inTally)));
          break;
      }
    }
  }

  #corrected(tournament: string, { type, data, position }: Correction): void {
    const { ruling, changes } = data;
    if (type === 'AppealDecided') {
      const { appeal, decision } = data;
      this.#write(() => this.#facts.decided(tournament, appeal, decision));
      if (decision === 'upheld') return;
    }
    const { rulingOverturned, rulingCorrected } = this.#facts;
    const counted = type === 'AppealDecided' ? rulingOverturned : rulingCorrected;
    this.#write(() => counted(tournament, ruling));
    const players = new Set(changes.flatMap(({ player, becomes }) => [player, ...(becomes ? [becomes.player] : [])]));
    for (const player of players) this.#write(() => this.#facts.correction(tournament, player, position, CORRECTIONS[type], ruling));
  }

  /** A ruling that the head judge was asked for is none yet: its question is of the day on which it was asked. */
  #referred(tournament: string, { data, metadata }: EventOf<'RulingReferred'>): void {
    const { review, round, infractions } = data;
    const day = metadata.recordedAt.slice(0, 10);
    for (const player of new Set(infractions.map((each) => each.player))) {
      this.#write(() => this.#facts.referral(tournament, player, review, 'referred-ruling', day, round));
    }
  }

  #answered(tournament: string, review: string, answer: string): void {
    this.#write(() => this.#facts.answered(tournament, review, answer));
  }

  /** What was counted stays counted; that it was this person is gone, from every row about this player. */
  #erased(tournament: string, { kind, id }: EventOf<'PersonErased'>['data']): void {
    if (kind === 'official') {
      const judge = this.#pseudonym('judge', tournament, id);
      this.#write(() => this.#facts.noJudge(tournament, judge));
      return;
    }
    const person = this.#pseudonym('player', tournament, id);
    this.#write(() => {
      for (const rename of this.#facts.otherPerson) rename(tournament, id, person);
      for (const mark of this.#facts.erased) mark(tournament, id);
    });
  }
}
