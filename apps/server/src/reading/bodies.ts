import { Instant } from '../http/fields.js';
import { PageQuery, QueryWhole } from '../http/paging.js';

export class RecordQuery {
  @QueryWhole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  asOf?: string;

  @Instant({ optional: true })
  at?: string;
}

export class LedgerQuery extends PageQuery {
  @QueryWhole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  after?: string;
}
