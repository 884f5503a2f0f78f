import { PENALTIES } from '@ladder/editions';
import type { Penalty } from '@ladder/editions';
import type { Target } from '@ladder/ledger';
import { FreeWords, Game, Id, Ids, ObjectOf, OneOf, Round, Slug, Table } from '../http/fields.js';
import { PageQuery } from '../http/paging.js';

export class ServeBody {
  @Round()
  round!: number;

  @Table({ optional: true })
  table?: number;

  @Game({ optional: true })
  game?: number;
}

export class TargetBody {
  @OneOf(['now', 'now-match', 'next-game', 'next-match'])
  when!: Target['when'];

  @Round({ optional: true })
  round?: number;

  @Table({ optional: true })
  table?: number;

  @Game({ optional: true })
  game?: number;
}

export class RetargetBody {
  @ObjectOf(() => TargetBody)
  appliesTo!: TargetBody;

  @FreeWords()
  reason!: string;
}

export class ReplaceBody {
  @OneOf(PENALTIES)
  penalty!: Penalty;

  @FreeWords()
  reason!: string;
}

export class DecisionBody {
  @OneOf(['upheld', 'overturned'])
  decision!: 'upheld' | 'overturned';

  @Slug({ optional: true })
  category?: string;

  @Ids({ max: 20, optional: true })
  conditions?: string[];

  @OneOf(PENALTIES, { optional: true })
  penalty?: Penalty;

  @FreeWords()
  reason!: string;
}

export class AppealsQuery extends PageQuery {
  @OneOf(['open', 'decided'], { optional: true })
  status?: 'open' | 'decided';
}

export class ReassignBody {
  @Id()
  from!: string;

  @Id()
  to!: string;

  @FreeWords()
  reason!: string;
}

export class RecategoriseBody {
  @Id()
  player!: string;

  @Slug()
  category!: string;

  @Ids({ max: 20, optional: true })
  conditions?: string[];

  @FreeWords()
  reason!: string;
}

export class AppealBody {
  @Id()
  player!: string;

  @Id({ optional: true })
  appellant?: string;

  @FreeWords()
  grounds!: string;
}
