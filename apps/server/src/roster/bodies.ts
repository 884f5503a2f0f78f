import type { PlayerKind } from '@ladder/ledger';
import { FreeWords, Id, Ids, ListOf, OneOf, PersonName, Round, Table, Whole } from '../http/fields.js';
import { PageQuery, QueryText, QueryWhole } from '../http/paging.js';

export class EnrolmentBody {
  @Id({ optional: true })
  id?: string;

  @PersonName()
  name!: string;

  @PersonName({ optional: true })
  team?: string;

  @PersonName({ optional: true })
  externalId?: string;

  @OneOf(['player', 'attendee'], { optional: true })
  kind?: PlayerKind;
}

export class EnrolBody {
  @ListOf(() => EnrolmentBody, { min: 1, max: 5_000 })
  players!: EnrolmentBody[];
}

export class CorrectPlayerBody {
  @PersonName({ optional: true })
  name?: string;

  @PersonName({ optional: true })
  team?: string;

  @FreeWords()
  reason!: string;
}

export class PairingBody {
  @Table()
  table!: number;

  @Ids({ min: 1, max: 16 })
  players!: string[];
}

export class StartRoundBody {
  @Whole({ min: 1, max: 1_000 })
  number!: number;

  @ListOf(() => PairingBody, { min: 0, max: 5_000, optional: true })
  pairings?: PairingBody[];
}

export class ExtensionBody {
  @Round({ optional: true })
  round?: number;

  @Table()
  table!: number;

  @Whole({ min: 1, max: 240 })
  minutes!: number;

  @OneOf(['deck-check', 'leave', 'call', 'other'])
  cause!: 'deck-check' | 'leave' | 'call' | 'other';
}

export class PlayersQuery extends PageQuery {
  @QueryText()
  q?: string;

  @QueryWhole({ min: 1, max: 100_000 })
  table?: string;

  @OneOf(['1'], { optional: true })
  near?: '1';
}
