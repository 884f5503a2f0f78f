import type { Level } from '@ladder/editions';
import { LEVELS } from '@ladder/editions';
import type { Escalation, Format } from '@ladder/ledger';
import { Id, OneOf, PersonName, Slug } from '../http/fields.js';
import { PageQuery } from '../http/paging.js';

export class OpenTournamentBody {
  @Id({ optional: true })
  id?: string;

  @PersonName()
  name!: string;

  @OneOf(LEVELS)
  level!: Level;

  @OneOf(['individual', '2v2'])
  format!: Format;

  @Slug()
  edition!: string;

  @OneOf(['automatic', 'review'], { optional: true })
  escalation?: Escalation;
}

export class TournamentsQuery extends PageQuery {
  @OneOf(['open', 'closed'], { optional: true })
  status?: 'open' | 'closed';
}
