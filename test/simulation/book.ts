import type { Change, EventOf, Infraction, LedgerEvent, Question } from '@ladder/ledger';

/** Which Warnings add up, as the rules say it (R14–R18); written down here once more, so that the product is not measured by itself. */
const FAMILIES: Readonly<Record<string, string>> = {
  'looking-at-extra-cards': 'game-play-error',
  'general-error': 'game-play-error',
  'failure-to-maintain-game-state': 'game-play-error',
  'slow-play': 'tournament-error',
  'decklist-error': 'tournament-error',
  'unsporting-minor': 'unsporting-conduct',
  theft: 'unsporting-conduct',
};
const NEVER_UPGRADES = 'failure-to-maintain-game-state';
const OF_FAMILY: Readonly<Record<string, number>> = { casual: Infinity, competitive: 6, professional: 5 };

interface Entry {
  readonly id: string;
  readonly player: string;
  readonly ruling: string;
  /** Where it stands in the order that counts (R25). */
  readonly place: number;
  readonly kind: string;
  category: string | null;
  state: 'in force' | 'ended' | 'rescinded';
  staysInTally: boolean;
  target: 'now' | 'next' | null;
  served: boolean;
  annulled: boolean;
  /** A correction took its ruling away. */
  groundTaken: boolean;
  groundAnswered: boolean;
  doubtOf: string | null;
  /** Of a Game Loss by the ladder: whether it was confirmed by the head judge. */
  readonly ladder: 'automatic' | 'confirmed' | null;
  /** R28: the scopes that it has crossed since it was recorded, beyond doubt. */
  unbroken: ReadonlySet<string>;
  investigated: boolean;
}

/** What came of a Warning: a Game Loss, by itself or confirmed, or a question that is open. */
export interface Verdict {
  readonly warning: string;
  readonly came: 'automatic' | 'confirmed' | 'asked' | 'nothing';
}

interface Asked {
  readonly question: Question;
  readonly player: string;
  /** The place of the Warning, or the penalty. */
  readonly about: number | string;
  open: boolean;
}

/**
 * A ledger as somebody reads it who has only the rules and the events. It finds what the saga should not have recorded, or not yet, or twice,
 * whenever the saga may have come to it (R26–R29), and whatever was recorded by somebody who may not.
 */
export class Book {
  /** What is wrong, each beginning with the promise that it breaks. */
  readonly wrong: string[] = [];
  readonly #entries = new Map<string, Entry>();
  readonly #asked = new Map<string, Asked>();
  readonly #dismissed = new Set<string>();
  readonly #automatic = new Set<string>();
  /** What is to be told, and what was. */
  readonly #toTell = new Map<string, boolean>();
  readonly #told = new Map<string, boolean>();
  readonly #roles = new Map<string, readonly string[]>([['admin', ['organizer', 'head-judge']]]);
  #level = '';
  #asksAlways = false;
  #round = 0;

  constructor(events: readonly LedgerEvent[]) {
    for (const [index, event] of events.entries()) {
      if (event.position !== index) this.#fault('G3', event, `stands at ${index}`);
      if (event.metadata.by === 'saga') this.#checkSaga(event);
      else this.#checkAuthority(event);
      this.#take(event);
      this.#follow(event);
      this.#checkLosses(event);
    }
    this.#checkRest();
  }

  /** What each standing Warning of a player has come to, in the order that counts. */
  verdictsOf(player: string): Verdict[] {
    return this.#standing(player).map(({ id, place }) => {
      const loss = this.#ofPlayer(player).find(
        (each) => each.ladder !== null && each.place === place && each.state === 'in force' && !each.annulled,
      );
      const asked = [...this.#asked.values()].some(
        (each) => each.open && each.player === player && (each.about === place || each.about === id),
      );
      return { warning: id, came: loss?.ladder ?? (asked ? 'asked' : 'nothing') };
    });
  }

  #fault(promise: string, { position, type }: LedgerEvent, what: string): void {
    this.wrong.push(`${promise}: ${type} at ${position} ${what}`);
  }

  // Counting.

  #ofPlayer(player: string): Entry[] {
    return [...this.#entries.values()].filter((each) => each.player === player);
  }

  #standing(player: string): Entry[] {
    return this.#ofPlayer(player)
      .filter(({ kind, state, staysInTally }) => kind === 'warning' && (state === 'in force' || staysInTally))
      .sort((one, other) => one.place - other.place);
  }

  /** The scopes that a standing Warning crosses, each with the Warnings that were counted. */
  #crossings(warning: Entry): Map<string, Entry[]> {
    const { category, player, place } = warning;
    const crossed = new Map<string, Entry[]>();
    const standing = this.#standing(player);
    if (!standing.includes(warning) || category === null || category === NEVER_UPGRADES) return crossed;
    const family = FAMILIES[category] ?? '';
    const upTo = standing.filter((each) => each.place <= place);
    const same = upTo.filter((each) => each.category === category);
    const any = upTo.filter((each) => FAMILIES[each.category ?? ''] === family);
    if (same.length >= (family === 'unsporting-conduct' ? 2 : 3)) crossed.set(category, same);
    if (family !== 'unsporting-conduct' && any.length >= (OF_FAMILY[this.#level] ?? NaN)) crossed.set(family, any);
    return crossed;
  }

  #inDoubt({ doubtOf, player, category, state, staysInTally }: Entry): boolean {
    if (doubtOf === null || (state !== 'in force' && !staysInTally)) return false;
    return this.#ofPlayer(player).some(
      (each) => each.ruling === doubtOf && each.category === category && (each.state === 'in force' || each.staysInTally),
    );
  }

  #beyondDoubt(warning: Entry): Set<string> {
    const clean = [...this.#crossings(warning)].filter(([, counted]) => !counted.some((each) => this.#inDoubt(each)));
    return new Set(clean.map(([scope]) => scope));
  }

  // What a Warning or a loss leads to at present.

  /** What the ladder owes for a Warning now; null: nothing, or nothing more. */
  #due(warning: Entry): 'automatic' | 'review' | null {
    if (this.#crossings(warning).size === 0 || warning.staysInTally || this.#inDoubt(warning)) return null;
    if (this.#dismissed.has(`${warning.place} ${warning.player}`)) return null;
    const paid = this.#ofPlayer(warning.player).some(
      (each) => each.ladder !== null && each.place === warning.place && !each.annulled && each.state !== 'rescinded',
    );
    if (paid) return null;
    return warning.unbroken.size > 0 && !this.#asksAlways ? 'automatic' : 'review';
  }

  /** R29: what is to become of a loss without ground. */
  #fate(loss: Entry): 'falls' | 'review' | null {
    if (!isLoss(loss.kind) || loss.annulled || loss.state === 'rescinded') return null;
    const grounded =
      loss.ladder !== null && loss.state === 'in force'
        ? this.#ofPlayer(loss.player).some((each) => each.place === loss.place && this.#crossings(each).size > 0)
        : !loss.groundTaken;
    if (grounded) return null;
    if (loss.served || loss.target === 'now') return loss.groundAnswered ? null : 'review';
    return loss.state === 'in force' ? 'falls' : null;
  }

  /** Every question that should be open now. */
  #toAsk(): Map<string, string> {
    const questions = new Map<string, string>();
    for (const entry of this.#entries.values()) {
      if (this.#inDoubt(entry)) questions.set(`possible-duplicate ${entry.player} ${entry.id}`, 'G16');
      if (this.#fate(entry) === 'review') questions.set(`loss-without-ground ${entry.player} ${entry.id}`, 'G5');
      if (entry.kind === 'warning' && this.#due(entry) === 'review') questions.set(`game-loss-due ${entry.player} ${entry.place}`, 'G16');
    }
    return questions;
  }

  #openQuestions(): string[] {
    return [...this.#asked.values()].filter(({ open }) => open).map(questionOf);
  }

  // What the saga may record, judged on the ledger right before it.

  #checkSaga(event: LedgerEvent): void {
    switch (event.type) {
      case 'GameLossApplied': {
        if (!('earned' in event.data)) return this.#fault('G5', event, 'is by the saga, and not by the ladder');
        const { warning: id, place, reasons } = event.data.earned;
        const origin = `${place} ${event.data.player}`;
        if (this.#automatic.has(origin)) this.#fault('G5', event, `is the second that came by itself for ${id}`);
        this.#automatic.add(origin);
        const warning = this.#entries.get(id);
        const due = warning ? this.#due(warning) : null;
        if (due === 'review') return this.#fault('G16', event, `came by itself for ${id}, which is for the head judge to answer`);
        if (!warning || due === null) return this.#fault('G5', event, `is not due for ${id}`);
        const counted = [...this.#crossings(warning).values()].map((each) => each.map((one) => one.id).join());
        if (counted.join(' ') !== reasons.map((each) => each.counted.join()).join(' ')) this.#fault('G5', event, 'counts wrongly');
        return;
      }
      case 'ReviewOpened': {
        const question = questionOf(this.#askedBy(event));
        if (this.#openQuestions().includes(question)) this.#fault('G6', event, `asks again: ${question}`);
        if (!this.#toAsk().has(question)) this.#fault('G16', event, `asks without need: ${question}`);
        return;
      }
      case 'ReviewWithdrawn': {
        const asked = this.#asked.get(event.data.review);
        if (!asked?.open || this.#toAsk().has(questionOf(asked))) this.#fault('G16', event, `takes back ${event.data.review}`);
        return;
      }
      case 'GameLossRescinded': {
        const loss = this.#entries.get(event.data.penalty);
        if (!loss || this.#fate(loss) !== 'falls') this.#fault('G5', event, `takes ${event.data.penalty} away`);
        return;
      }
      case 'InvestigationOpened': {
        const { penalty } = event.data;
        if (penalty === null || this.#entries.get(penalty)?.investigated !== false)
          this.#fault('G6', event, `is not due for ${penalty ?? ''}`);
        return;
      }
      case 'HeadJudgeNotified':
        return;
      default:
        this.#fault('G4', event, 'is not for the saga to record');
    }
  }

  /** G4: authority is judged on the state that is written to. */
  #checkAuthority(event: LedgerEvent): void {
    const roles = this.#roles.get(event.metadata.by) ?? [];
    const needed = NEEDS[event.type] ?? ['head-judge', 'floor-judge'];
    if (event.type !== 'TournamentOpened' && !roles.some((role) => needed.includes(role))) {
      this.#fault('G4', event, `is by ${event.metadata.by}, who has the roles [${roles.join()}]`);
    }
  }

  /** G5: one Warning, at most one Game Loss in force. */
  #checkLosses(event: LedgerEvent): void {
    if (event.type !== 'GameLossApplied' || !('earned' in event.data)) return;
    const { player, earned } = event.data;
    const inForce = this.#ofPlayer(player).filter(
      (each) => each.ladder !== null && each.place === earned.place && each.state === 'in force' && !each.annulled,
    );
    if (inForce.length > 1) this.#fault('G5', event, `is the second in force for ${earned.warning}`);
  }

  /** When everything has come to rest nothing is owed, and everything was told once. */
  #checkRest(): void {
    const toAsk = this.#toAsk();
    const open = this.#openQuestions();
    for (const [question, promise] of toAsk) if (!open.includes(question)) this.wrong.push(`${promise}: nobody asks ${question}`);
    for (const question of open) if (!toAsk.has(question)) this.wrong.push(`G16: nobody takes back ${question}`);
    for (const entry of this.#entries.values()) {
      if (entry.kind === 'warning' && this.#due(entry) === 'automatic') this.wrong.push(`G5: ${entry.id} got no Game Loss`);
      if (this.#fate(entry) === 'falls') this.wrong.push(`G5: ${entry.id} stands without ground`);
      if (entry.kind === 'disqualification' && entry.state === 'in force' && !entry.investigated) {
        this.wrong.push(`G6: ${entry.id} is not investigated`);
      }
    }
    for (const [what, byHeadJudge] of this.#toTell) {
      const acknowledged = this.#told.get(what);
      if (acknowledged === undefined) this.wrong.push(`G6: nobody told ${what}`);
      else if (acknowledged !== byHeadJudge) this.wrong.push(`G6: wrongly acknowledged: ${what}`);
    }
  }

  // Reading.

  #take(event: LedgerEvent): void {
    switch (event.type) {
      case 'TournamentOpened':
        this.#level = event.data.level;
        this.#asksAlways = event.data.escalation === 'review';
        return;
      case 'OfficialAppointed':
      case 'OfficialRolesChanged':
        this.#roles.set(event.data.official, event.data.roles);
        return;
      case 'OfficialRevoked':
        this.#roles.set(event.data.official, []);
        return;
      case 'RoundStarted':
        this.#round = event.data.round;
        return;
      case 'InfractionNoted':
        return this.#ruled(event, event.data, event.data.kind);
      case 'WarningIssued':
        return this.#ruled(event, event.data, 'warning');
      case 'PlayerDisqualified':
        this.#ruled(event, event.data, 'disqualification');
        return this.#tell(event, event.data.penalty);
      case 'MatchLossApplied':
        this.#ruled(event, event.data, 'match-loss', event.data.appliesTo.when);
        return this.#tell(event, event.data.penalty);
      case 'GameLossApplied': {
        const { data } = event;
        this.#tell(event, data.penalty);
        if (!('earned' in data)) return this.#ruled(event, data, 'game-loss', data.appliesTo.when);
        const { penalty: id, player, ruling, earned } = data;
        const ladder = earned.review === null ? 'automatic' : 'confirmed';
        this.#enter({ id, player, ruling, place: earned.place, kind: 'game-loss', ladder, target: aim(data.appliesTo.when) });
        return;
      }
      case 'HeadJudgeNotified': {
        const { told, penalty, review, appeal, acknowledged } = event.data;
        const what = `${told}, ${review ?? appeal ?? penalty ?? ''}`;
        if (this.#told.has(what)) this.#fault('G6', event, `tells again ${what}`);
        if (!this.#toTell.has(what)) this.#fault('G6', event, `tells what never was: ${what}`);
        this.#told.set(what, acknowledged);
        return;
      }
      case 'RulingVoided':
      case 'RulingReassigned':
      case 'RulingRecategorised':
      case 'PenaltyReplaced':
      case 'AppealDecided':
        for (const change of event.data.changes) this.#changed(event, change);
        return;
      case 'GameLossRescinded':
        this.#entry(event.data.penalty).state = 'rescinded';
        return this.#tell(event, event.data.penalty);
      case 'PenaltyAnnulled':
        this.#entry(event.data.penalty).annulled = true;
        return;
      case 'PenaltyRetargeted':
        this.#entry(event.data.penalty).target = aim(event.data.appliesTo.when);
        return;
      case 'PenaltyServed':
      case 'PenaltyUnserved':
        for (const id of [event.data.penalty, ...event.data.merged]) this.#entry(id).served = event.type === 'PenaltyServed';
        return;
      case 'AppealFiled':
        return this.#tell(event, event.data.appeal);
      case 'ReviewOpened':
        this.#asked.set(event.data.review, this.#askedBy(event));
        return this.#tell(event, event.data.review);
      case 'ReviewWithdrawn':
        this.#question(event.data.review).open = false;
        return this.#tell(event, event.data.review);
      case 'ReviewAnswered':
        return this.#answered(this.#question(event.data.review), event.data.decision);
      case 'InvestigationOpened':
        for (const each of this.#ofPlayer(event.data.player)) if (each.kind === 'disqualification') each.investigated = true;
        return;
      default:
        return;
    }
  }

  /** After each event: which Warnings still cross what they have crossed since they were recorded. */
  #follow(event: LedgerEvent): void {
    if (event.type === 'HeadJudgeNotified') return;
    for (const entry of this.#entries.values()) {
      if (entry.kind !== 'warning') continue;
      const clean = this.#beyondDoubt(entry);
      const isNew = event.type === 'WarningIssued' && event.data.penalty === entry.id;
      if (isNew) entry.unbroken = event.data.offline || event.data.round !== this.#round ? new Set() : clean;
      else entry.unbroken = new Set([...entry.unbroken].filter((scope) => clean.has(scope)));
    }
  }

  #ruled(
    event: LedgerEvent,
    { penalty: id, player, ruling, category, possibleDuplicateOf }: Infraction,
    kind: string,
    when?: string,
  ): void {
    this.#enter({
      id,
      player,
      ruling,
      place: event.position,
      kind,
      category,
      doubtOf: possibleDuplicateOf,
      target: when ? aim(when) : null,
    });
  }

  #enter(entry: Pick<Entry, 'id' | 'player' | 'ruling' | 'place' | 'kind'> & Partial<Entry>): void {
    this.#entries.set(entry.id, {
      category: null,
      state: 'in force',
      staysInTally: false,
      target: null,
      served: false,
      annulled: false,
      groundTaken: false,
      groundAnswered: false,
      doubtOf: null,
      ladder: null,
      unbroken: new Set(),
      // An investigation that is open is joined.
      investigated: this.#ofPlayer(entry.player).some((each) => each.investigated),
      ...entry,
    });
  }

  #changed(
    event: EventOf<'RulingVoided' | 'RulingReassigned' | 'RulingRecategorised' | 'PenaltyReplaced' | 'AppealDecided'>,
    change: Change,
  ): void {
    const old = this.#entry(change.penalty);
    const { becomes } = change;
    if (becomes?.penalty === old.id) {
      old.category = becomes.category;
      return;
    }
    old.state = 'ended';
    old.staysInTally = change.staysInTally;
    old.groundTaken = event.type !== 'PenaltyReplaced';
    if (old.groundTaken && isLoss(old.kind) && !old.served && old.target === 'next') this.#tell(event, old.id);
    if (!becomes || this.#entries.has(becomes.penalty)) return;
    const { penalty: id, player, kind, category, loss, upgradedTo } = becomes;
    this.#enter({ id, player, ruling: old.ruling, place: old.place, kind, category, target: loss ? aim(loss.appliesTo.when) : null });
    if (upgradedTo !== null) Object.assign(this.#entry(id), { state: 'ended', staysInTally: true });
    if (kind !== 'none' && kind !== 'warning') this.#tell(event, id);
  }

  #askedBy({ data }: EventOf<'ReviewOpened'>): Asked {
    const { question, player, penalty, warning } = data;
    return { question, player, about: warning === null ? (penalty ?? '') : this.#entry(warning).place, open: true };
  }

  #answered(asked: Asked, decision: 'confirm' | 'dismiss'): void {
    asked.open = false;
    const { question, player, about } = asked;
    if (question === 'game-loss-due' && decision === 'dismiss') this.#dismissed.add(`${about} ${player}`);
    if (question === 'loss-without-ground') this.#entry(String(about)).groundAnswered = true;
    if (question === 'possible-duplicate' && decision === 'confirm') this.#entry(String(about)).doubtOf = null;
  }

  #tell(event: LedgerEvent, subject: string): void {
    const roles = this.#roles.get(event.metadata.by) ?? [];
    this.#toTell.set(`${event.position}, ${subject}`, roles.includes('head-judge'));
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (!entry) throw new Error(`nobody was given ${id}`);
    return entry;
  }

  #question(id: string): Asked {
    const asked = this.#asked.get(id);
    if (!asked) throw new Error(`nobody asked ${id}`);
    return asked;
  }
}

/** Who may record what (http-api.md's callers); any judge for the rest. */
const OFFICE = ['organizer', 'head-judge', 'scorekeeper'];
const NEEDS: Partial<Record<LedgerEvent['type'], readonly string[]>> = {
  OfficialAppointed: ['organizer', 'head-judge'],
  OfficialRolesChanged: ['organizer', 'head-judge'],
  OfficialRevoked: ['organizer', 'head-judge'],
  PairingIssued: ['organizer', 'head-judge'],
  PlayersEnrolled: OFFICE,
  RoundStarted: OFFICE,
  TournamentClosed: ['organizer', 'head-judge'],
  TournamentReopened: ['head-judge'],
  PlayerDisqualified: ['head-judge'],
  PenaltyReplaced: ['head-judge'],
  PenaltyAnnulled: ['head-judge'],
  ReviewAnswered: ['head-judge'],
  NoticeAcknowledged: ['head-judge'],
  AppealDecided: ['head-judge'],
  PenaltyServed: ['head-judge', 'scorekeeper'],
  PenaltyUnserved: ['head-judge', 'scorekeeper'],
  PenaltyRetargeted: ['head-judge', 'scorekeeper'],
};

function isLoss(kind: string): boolean {
  return kind === 'game-loss' || kind === 'match-loss';
}

function aim(when: string): 'now' | 'next' {
  return when.startsWith('next') ? 'next' : 'now';
}

function questionOf({ question, player, about }: Asked): string {
  return `${question} ${player} ${about}`;
}
