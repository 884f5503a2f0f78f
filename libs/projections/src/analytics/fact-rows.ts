import type { StoredEvent } from '@ladder/event-store';
import { ADMIN, categoriesUnder, penaltyMoves, scopesUnder } from '@ladder/ledger';
import type { Circumstances, EventOf, LedgerEvent } from '@ladder/ledger';
import type { DatabaseSync } from 'node:sqlite';
import type { Rows } from '../projection.js';
import { ExternalIds } from './external-ids.js';
import { FactStatements } from './fact-statements.js';
import type { Write } from './fact-statements.js';
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

/** Tables with a row about a player. */
const OF_PLAYERS = ['facts_players', 'facts_penalties', 'facts_corrections', 'facts_appeals', 'facts_reviews'];

/** Turns events into facts. What they write is kept in order, because each says what was before it. */
export class FactRows implements Rows {
  readonly #writes: Write[] = [];
  readonly #statements: FactStatements;
  readonly #externalIds: ExternalIds;
  readonly #pseudonym: FactSources['pseudonym'];

  constructor(db: DatabaseSync, nameOf: (table: string) => string, { vault, pseudonym }: FactSources) {
    this.#statements = new FactStatements(db, nameOf);
    this.#externalIds = new ExternalIds(vault);
    this.#pseudonym = pseudonym;
  }

  get waiting(): number {
    return this.#writes.length;
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
        const set = 'extensions = extensions + 1, extension_minutes = extension_minutes + $minutes';
        if (ruling !== null) this.#write((facts) => facts.update('facts_rulings', set, { tournament, ruling }, { minutes }));
        return;
      }
      case 'AppealFiled': {
        const { appeal, ruling, player } = event.data;
        this.#write((facts) => facts.insertOfRuling('facts_appeals', ruling, { tournament, appeal, player }));
        this.#write((facts) => facts.update('facts_rulings', 'appeals = appeals + 1', { tournament, ruling }));
        return;
      }
      case 'RulingReferred':
        return this.#referred(tournament, event);
      case 'ReviewOpened': {
        const { review, player, ruling, question } = event.data;
        this.#write((facts) => facts.insertOfRuling('facts_reviews', ruling, { tournament, review, player, question }));
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
    const now = this.#writes.slice(0, most);
    for (const write of now) write(this.#statements);
    this.#writes.splice(0, now.length);
  }

  forget(): void {
    this.#writes.length = 0;
  }

  #write(write: Write): void {
    this.#writes.push(write);
  }

  #opened(tournament: string, { data: { level, edition } }: EventOf<'TournamentOpened'>): void {
    this.#write((facts) => {
      facts.insert('facts_tournaments', { tournament, level, edition });
      for (const { category, family } of categoriesUnder(edition)) {
        facts.insert('facts_categories', { edition, category, family }, 'IGNORE');
      }
      for (const { scope, rule, threshold } of scopesUnder(edition, level)) {
        facts.insert('facts_scopes', { edition, level, scope, rule, threshold }, 'IGNORE');
      }
    });
  }

  #enrolled(tournament: string, { data: { players } }: EventOf<'PlayersEnrolled'>): void {
    for (const { player, externalId } of players) {
      const known = externalId && this.#externalIds.of(externalId);
      const person = known ? this.#pseudonym('person', known) : this.#pseudonym('player', tournament, player);
      this.#write((facts) => facts.insert('facts_players', { tournament, player, person }));
    }
  }

  #ruled(tournament: string, { ruling, round, durationSeconds, origin, ruledAt }: Circumstances, { metadata }: Ruled): void {
    const { by, recordedAt } = metadata;
    // R41: when a ruling from elsewhere was recorded says nothing about when it was made.
    const at = (origin && ruledAt) ?? recordedAt;
    const judge = by === ADMIN || origin ? null : this.#pseudonym('judge', tournament, by);
    const values = { tournament, ruling, day: at.slice(0, 10), hour: at.slice(0, 13), round, judge, seconds: durationSeconds };
    this.#write((facts) => facts.insertRuling(values));
  }

  #moved(tournament: string, event: LedgerEvent): void {
    for (const each of penaltyMoves(event)) {
      const { penalty } = each;
      const named = { tournament, penalty };
      switch (each.move) {
        case 'given': {
          const { ruling, player, kind, category, absorbed, stands, inTally, rules } = each;
          const flags = { absorbed: Number(absorbed), stands: Number(stands), in_tally: Number(inTally), earned: Number(rules.length > 0) };
          const values = { ...named, ruling, player, kind, category, ...flags };
          this.#write((facts) => facts.insertOfRuling('facts_penalties', ruling, values, ['erased']));
          for (const rule of rules) this.#write((facts) => facts.insert('facts_earned', { ...named, rule }));
          break;
        }
        case 'recategorised': {
          const { category } = each;
          this.#write((facts) => facts.update('facts_penalties', 'category = $category', named, { category }));
          break;
        }
        case 'ended': {
          const tally = Number(each.inTally);
          this.#write((facts) => facts.update('facts_penalties', 'stands = 0, in_tally = $tally', named, { tally }));
          break;
        }
      }
    }
  }

  #corrected(tournament: string, { type, data, position }: Correction): void {
    const { ruling, changes } = data;
    if (type === 'AppealDecided') {
      const { appeal, decision: outcome } = data;
      this.#write((facts) => facts.update('facts_appeals', 'outcome = $outcome', { tournament, appeal }, { outcome }));
      if (outcome === 'upheld') return;
    }
    const counter = type === 'AppealDecided' ? 'overturned' : 'corrections';
    this.#write((facts) => facts.update('facts_rulings', `${counter} = ${counter} + 1`, { tournament, ruling }));
    const players = new Set(changes.flatMap(({ player, becomes }) => [player, ...(becomes ? [becomes.player] : [])]));
    for (const player of players) {
      const values = { tournament, position, player, kind: CORRECTIONS[type] };
      this.#write((facts) => facts.insertOfRuling('facts_corrections', ruling, values));
    }
  }

  /** A ruling that the head judge was asked for is none yet: its question is of the day on which it was asked. */
  #referred(tournament: string, { data, metadata }: EventOf<'RulingReferred'>): void {
    const { review, round, infractions } = data;
    const values = { tournament, review, question: 'referred-ruling', day: metadata.recordedAt.slice(0, 10), round };
    for (const player of new Set(infractions.map((each) => each.player))) {
      this.#write((facts) => facts.insertOfPlayer('facts_reviews', { ...values, player }));
    }
  }

  #answered(tournament: string, review: string, answer: string): void {
    this.#write((facts) => facts.update('facts_reviews', 'answer = $answer', { tournament, review }, { answer }));
  }

  /** What was counted stays counted; that it was this person is gone, from every tournament's rows for this one player. */
  #erased(tournament: string, { kind, id }: EventOf<'PersonErased'>['data']): void {
    if (kind === 'official') {
      const judge = this.#pseudonym('judge', tournament, id);
      this.#write((facts) => facts.updateAny('facts_rulings', 'judge = NULL', { tournament, judge }));
      return;
    }
    const person = this.#pseudonym('player', tournament, id);
    this.#write((facts) => {
      for (const table of OF_PLAYERS) facts.updateAny(table, 'person = $person', { tournament, player: id }, { person });
      for (const table of ['facts_players', 'facts_penalties']) facts.updateAny(table, 'erased = 1', { tournament, player: id });
    });
  }
}
