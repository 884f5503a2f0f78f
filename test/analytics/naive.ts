import { categoryOf, ladderFor } from '@ladder/editions';
import { talliesOf, tournamentOf } from '@ladder/ledger';
import type { Ledger, LedgerEvent, PenaltyState } from '@ladder/ledger';

/**
 * What every analytics projection tells, counted once more from whole ledgers in memory, without SQL and without the projections' code: slowly,
 * and in the open.
 */

/** A tournament that is over: its events and the ledger that they fold into. `externalIds`: of players, by id. */
export interface Played {
  readonly id: string;
  readonly events: readonly LedgerEvent[];
  readonly ledger: Ledger;
  readonly externalIds: ReadonlyMap<string, string>;
}

export interface Question {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly level?: string | undefined;
  readonly group?: string | undefined;
}

/** Something that happened, as a row of what is grouped: to whom, at which level, on which day, and what is counted of it. */
interface Fact {
  readonly person: string;
  readonly level: string;
  readonly day: string;
  readonly [column: string]: unknown;
}

export type Row = Record<string, string | number | boolean | null>;
type Figures = (cell: readonly Fact[]) => Record<string, number | null>;

interface Counted {
  readonly keys: readonly string[];
  readonly facts: (played: Played) => Fact[];
  readonly figures: Figures;
  readonly perPerson?: boolean;
}

const FEWEST = 5;

/** The rows of an answer, and how many are suppressed. */
export function counted(name: string, tournaments: readonly Played[], question: Question): { rows: Row[]; suppressed: number } {
  const { keys: own, facts, figures, perPerson = false } = PROJECTIONS[name]!;
  const keys = question.group === undefined ? own : [...own, question.group];
  const cells = new Map<string, Fact[]>();
  for (const fact of tournaments.flatMap(facts)) {
    if (question.from !== undefined && fact.day < question.from) continue;
    if (question.to !== undefined && fact.day > question.to) continue;
    if (question.level !== undefined && fact.level !== question.level) continue;
    const key = JSON.stringify(keys.map((each) => fact[each]));
    cells.set(key, [...(cells.get(key) ?? []), fact]);
  }
  const all = [...cells].map(([key, cell]) => {
    const values = JSON.parse(key) as (string | number)[];
    const who = new Set(cell.map(({ person }) => person));
    return { values, figures: figures(cell), who, persons: who.size, suppressed: false };
  });
  all.sort((one, other) => inOrder(one.values, other.values));
  if (perPerson) {
    const ofOne = own.includes('person');
    for (const cell of all) cell.suppressed = all.length < FEWEST || (!ofOne && cell.persons < FEWEST);
  } else {
    for (const cell of all) cell.suppressed = cell.persons < FEWEST;
    hideBehind(all);
  }
  const rows = all
    .filter(({ suppressed }) => !(perPerson && suppressed))
    .map((cell): Row => {
      const told = cell.suppressed ? Object.fromEntries(Object.keys(cell.figures).map((figure) => [figure, null])) : cell.figures;
      const persons: Row = perPerson ? {} : { persons: cell.suppressed ? null : cell.persons };
      return {
        ...Object.fromEntries(keys.map((each, index) => [each, cell.values[index]!])),
        ...told,
        ...persons,
        suppressed: cell.suppressed,
      };
    });
  return { rows, suppressed: all.filter(({ suppressed }) => suppressed).length };
}

/** What the suppressed cells of a total hide is the difference to it: they have to be of enough persons together. */
function hideBehind(all: { values: (string | number)[]; who: ReadonlySet<string>; persons: number; suppressed: boolean }[]): void {
  for (const total of new Set(all.map(({ values }) => JSON.stringify(values.slice(0, -1))))) {
    const beside = all.filter(({ values }) => JSON.stringify(values.slice(0, -1)) === total);
    const hidden = new Set(beside.filter(({ suppressed }) => suppressed).flatMap(({ who }) => [...who])).size;
    const shown = beside.filter(({ suppressed }) => !suppressed);
    if (hidden === 0 || hidden >= FEWEST || shown.length === 0) continue;
    shown.sort((one, other) => one.persons - other.persons || inOrder(one.values, other.values))[0]!.suppressed = true;
  }
}

function inOrder(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  for (const [index, value] of one.entries()) {
    if (value !== other[index]) return value < other[index]! ? -1 : 1;
  }
  return 0;
}

// ── Persons and rulings ────────────────────────────────────────────────────────────────────────────────────────────────────

function personOf({ id, ledger, externalIds }: Played, player: string): string {
  const external = externalIds.get(player);
  return ledger.players.get(player)!.erased || external === undefined ? `player|${id}|${player}` : `person|${external}`;
}

/** Player, level, day and round of what concerns a player in a ruling. */
function about(played: Played, player: string, ruling: string): Fact & { round: number } {
  const { recordedAt, round, origin, ruledAt } = played.ledger.rulings.get(ruling)!;
  const { level } = tournamentOf(played.ledger);
  return {
    tournament: played.id,
    person: personOf(played, player),
    level,
    day: ((origin && ruledAt) ?? recordedAt).slice(0, 10),
    round,
    ruling,
  };
}

const stands = ({ status, annulled }: PenaltyState) => ['standing', 'pending', 'served'].includes(status) && !annulled;
const inTally = (each: PenaltyState) => each.kind === 'warning' && !each.absorbed && (each.status === 'standing' || each.staysInTally);

function penaltiesOf(played: Played): (Fact & { round: number; penalty: PenaltyState })[] {
  return [...played.ledger.penalties.values()].map((penalty) => ({
    ...about(played, penalty.player, penalty.ruling),
    penalty,
    category: penalty.category,
  }));
}

// ── The projections ────────────────────────────────────────────────────────────────────────────────────────────────────────

const howMany = (cell: readonly Fact[], holds: (penalty: PenaltyState) => boolean): number =>
  cell.filter(({ penalty }) => holds(penalty as PenaltyState)).length;
const given = (cell: readonly Fact[], kind: string): number =>
  howMany(cell, (each) => stands(each) && !each.absorbed && each.earned === null && each.kind === kind);
const different = (cell: readonly Fact[], column: string): number =>
  new Set(cell.map((fact) => `${String(fact['tournament'])} ${String(fact[column])}`)).size;

const category: Omit<Counted, 'keys'> = {
  facts: (played) => penaltiesOf(played).filter(({ penalty }) => penalty.category !== null && (stands(penalty) || inTally(penalty))),
  figures: (cell) => ({
    infractions: howMany(cell, (each) => stands(each) && !each.absorbed),
    no_penalty: given(cell, 'none'),
    warnings: howMany(cell, inTally),
    game_losses: given(cell, 'game-loss'),
    match_losses: given(cell, 'match-loss'),
    disqualifications: given(cell, 'disqualification'),
    absorbed: howMany(cell, (each) => stands(each) && each.absorbed),
  }),
};

const PROJECTIONS: Readonly<Record<string, Counted>> = {
  'categories-by-round': { keys: ['category', 'round'], ...category },
  'categories-by-level': { keys: ['category', 'level'], ...category },
  'categories-by-day': { keys: ['category', 'day'], ...category },
  upgrades: {
    keys: ['rule'],
    facts: (played) =>
      penaltiesOf(played).flatMap((fact) =>
        stands(fact.penalty) ? (fact.penalty.earned?.reasons ?? []).map(({ rule }): Fact => ({ ...fact, rule })) : [],
      ),
    figures: (cell) => ({ game_losses: cell.length }),
  },
  'distance-to-upgrade': { keys: ['rule', 'distance'], facts: distances, figures: (cell) => ({ tallies: cell.length }) },
  'player-counters': {
    keys: ['person'],
    perPerson: true,
    facts: (played) =>
      penaltiesOf(played).filter(
        ({ penalty }) => (stands(penalty) || inTally(penalty)) && !played.ledger.players.get(penalty.player)!.erased,
      ),
    figures: (cell) => ({
      tournaments: new Set(cell.map(({ tournament }) => tournament)).size,
      infractions: howMany(cell, (each) => stands(each) && !each.absorbed && each.earned === null),
      warnings: howMany(cell, inTally),
      game_losses_earned: howMany(cell, (each) => stands(each) && each.earned !== null),
      game_losses_given: given(cell, 'game-loss'),
      match_losses: given(cell, 'match-loss'),
      disqualifications: given(cell, 'disqualification'),
    }),
  },
  judges: {
    keys: ['judge'],
    perPerson: true,
    facts: (played) =>
      penaltiesOf(played).flatMap((fact) => {
        const { by, origin, recordedAt, corrections, appeals } = played.ledger.rulings.get(fact.penalty.ruling)!;
        if (fact.penalty.category === null || by === 'admin' || origin || played.ledger.officials.get(by)?.erased) return [];
        const decided = appeals.map((each) => played.ledger.appeals.get(each)?.decision?.decision);
        return [
          {
            ...fact,
            judge: `judge|${played.id}|${by}`,
            hour: recordedAt.slice(0, 13),
            stands: stands(fact.penalty),
            corrected: corrections.some(({ type }) => type !== 'AppealDecided'),
            appealed: appeals.length > 0,
            overturned: decided.includes('overturned'),
          },
        ];
      }),
    figures: (cell) => {
      const rulings = different(cell, 'ruling');
      const which = (column: string) => different(cell.filter((fact) => fact[column]), 'ruling'); // prettier-ignore
      const hours = different(cell, 'hour');
      const [standing, corrected, appealed, overturned] = [which('stands'), which('corrected'), which('appealed'), which('overturned')];
      return { rulings, standing, hours, minutes_per_ruling: Math.round((60 * hours) / rulings), corrected, appealed, overturned };
    },
  },
  'time-to-rule': {
    keys: ['level'],
    facts: (played) => penaltiesOf(played).filter(({ penalty }) => stands(penalty) && penalty.category !== null).map((fact) => ({ ...fact, played })), // prettier-ignore
    figures: (cell) => {
      const rulings = [...new Map(cell.map((fact) => [`${String(fact['tournament'])} ${String(fact['ruling'])}`, fact])).values()].map(
        (fact) => {
          const { ledger } = fact['played'] as Played;
          return {
            ...ledger.rulings.get(fact['ruling'] as string)!,
            given: ledger.extensions.filter((each) => each.ruling === fact['ruling']),
          };
        },
      );
      const seconds = rulings.flatMap(({ durationSeconds }) => (durationSeconds === null ? [] : [durationSeconds])).sort((a, b) => a - b);
      return {
        rulings: rulings.length,
        timed: seconds.length,
        mean_seconds: seconds.length === 0 ? null : Math.round(seconds.reduce((sum, each) => sum + each, 0) / seconds.length),
        median_seconds: percentile(seconds, 0.5),
        p90_seconds: percentile(seconds, 0.9),
        extensions: rulings.reduce((sum, each) => sum + each.given.length, 0),
        extension_minutes: rulings.flatMap((each) => each.given).reduce((sum, { minutes }) => sum + minutes, 0),
      };
    },
  },
  corrections: {
    keys: ['kind'],
    facts: (played) =>
      played.events.flatMap((event) => {
        const kind = KINDS[event.type];
        if (kind === undefined || !('changes' in event.data) || (event.type === 'AppealDecided' && event.data.decision === 'upheld'))
          return [];
        const { ruling, changes } = event.data;
        const players = changes.flatMap((each) => [each.player, ...(each.becomes ? [each.becomes.player] : [])]);
        return players.map((player) => ({ ...about(played, player, ruling), kind, position: event.position }));
      }),
    figures: (cell) => ({ corrections: different(cell, 'position') }),
  },
  appeals: {
    keys: ['outcome'],
    facts: (played) =>
      [...played.ledger.appeals.values()].map(({ player, ruling, decision }) => ({
        ...about(played, player, ruling),
        outcome: decision?.decision ?? 'open',
      })),
    figures: (cell) => ({ appeals: cell.length }),
  },
  reviews: {
    keys: ['question', 'answer'],
    facts: (played) =>
      [...played.ledger.reviews.values()].flatMap(({ id, players, ruling, question, status, decision, position, referred }) =>
        players.map((player) => {
          const asked = { person: personOf(played, player), day: played.events[position]!.metadata.recordedAt.slice(0, 10) };
          const of = referred
            ? { tournament: played.id, level: tournamentOf(played.ledger).level, round: referred.round, ...asked }
            : about(played, player, ruling);
          const answered = decision === 'confirm' ? 'confirmed' : 'dismissed';
          return { ...of, review: id, question, answer: status === 'answered' ? answered : status };
        }),
      ),
    figures: (cell) => ({ reviews: different(cell, 'review') }),
  },
};

const KINDS: Readonly<Record<string, string>> = {
  RulingVoided: 'voided',
  RulingReassigned: 'reassigned',
  RulingRecategorised: 'recategorised',
  PenaltyReplaced: 'replaced',
  AppealDecided: 'overturned',
};

/** Each tally of each player, by the ledger's own count, and how far it is from what the edition says. */
function distances(played: Played): Fact[] {
  const { ledger } = played;
  const { level } = tournamentOf(ledger);
  return [...ledger.players.keys()].flatMap((player) => {
    const { categories, families } = talliesOf(ledger, player);
    const counts = [
      ...categories.map((row) => ({ scope: row.category, ...row })),
      ...families.map((row) => ({ scope: row.family, ...row })),
    ];
    return counts.flatMap(({ scope, warnings }) => {
      const steps = new Map(
        ledger.edition.categories.flatMap((each) => ladderFor(ledger.edition, each, level)).flatMap((step) => (step.scopeId === scope ? [[step.rule, step.threshold] as const] : [])),
      ); // prettier-ignore
      const days = [...ledger.penalties.values()]
        .filter((each) => each.player === player && inTally(each) && each.category !== null)
        .filter((each) => each.category === scope || categoryOf(ledger.edition, each.category!)?.family === scope)
        .map((each) => about(played, player, each.ruling).day)
        .sort();
      const fact = { tournament: played.id, person: personOf(played, player), level, day: days.at(-1)! };
      return [...steps].map(([rule, threshold]) => ({ ...fact, rule, distance: Math.max(threshold - warnings, 0) }));
    });
  });
}

function percentile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return Math.round(below + (above - below) * (place - Math.floor(place)));
}
