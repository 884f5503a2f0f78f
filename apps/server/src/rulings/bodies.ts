import { PENALTIES } from '@ladder/editions';
import type { Penalty } from '@ladder/editions';
import type { GameState, Origin } from '@ladder/ledger';
import { Flag, FreeWords, Game, Id, Ids, Instant, ListOf, ObjectOf, OneOf, Round, Slug, Table, Whole } from '../http/fields.js';
import { PageQuery, QueryText, QueryWhole } from '../http/paging.js';

const GAME_STATES: readonly GameState[] = ['ongoing', 'between-games', 'between-rounds'];
const ORIGINS: readonly Origin[] = ['import'];
/** A ruling does not last longer than a day. */
const DAY_SECONDS = 86_400;

/** Where, when and how: the same for a ruling and for the short form. */
export abstract class CircumstancesBody {
  @Round({ optional: true })
  round?: number;

  @Table({ optional: true })
  table?: number;

  @Game({ optional: true })
  game?: number;

  @OneOf(GAME_STATES, { optional: true })
  gameState?: GameState;

  @FreeWords({ optional: true })
  account?: string;

  @Instant({ optional: true })
  ruledAt?: string;

  @Whole({ min: 0, max: DAY_SECONDS, optional: true })
  durationSeconds?: number;

  @Flag()
  offline?: boolean;

  @Flag()
  distinct?: boolean;
}

export class DeviationBody {
  @FreeWords()
  reason!: string;
}

export class InfractionBody {
  @Id()
  player!: string;

  @Slug()
  category!: string;

  @Ids({ max: 20, optional: true })
  conditions?: string[];

  @OneOf(PENALTIES, { optional: true })
  penalty?: Penalty;

  @ObjectOf(() => DeviationBody, { optional: true })
  deviation?: DeviationBody;
}

export class RulingBody extends CircumstancesBody {
  @ListOf(() => InfractionBody, { min: 1, max: 20 })
  infractions!: InfractionBody[];

  @FreeWords({ optional: true })
  remedy?: string;

  @Whole({ min: 0, max: 240, optional: true })
  extensionMinutes?: number;

  @Flag()
  refer?: boolean;

  /** R41: taken over from another tool, by the head judge. */
  @OneOf(ORIGINS, { optional: true })
  origin?: Origin;
}

export class WarningBody extends CircumstancesBody {
  @Id()
  player!: string;

  @Slug()
  category!: string;

  @Ids({ max: 20, optional: true })
  conditions?: string[];
}

export class RulingsQuery extends PageQuery {
  @QueryText()
  player?: string;

  @QueryText()
  category?: string;

  @QueryWhole({ min: 0, max: 1_000 })
  round?: string;

  @QueryText()
  judge?: string;

  @OneOf(PENALTIES, { optional: true })
  penalty?: Penalty;
}
