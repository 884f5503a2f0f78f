import type { Finding } from '@ladder/ledger';
import { FreeWords, OneOf } from '../http/fields.js';
import { PageQuery } from '../http/paging.js';

export class AnswerBody {
  @OneOf(['confirm', 'dismiss'])
  decision!: 'confirm' | 'dismiss';

  @FreeWords()
  reason!: string;
}

export class ConcludeBody {
  @OneOf(['no-violation', 'violation', 'inconclusive'])
  finding!: Finding;

  @FreeWords()
  reason!: string;
}

export class ReviewsQuery extends PageQuery {
  @OneOf(['open', 'answered', 'withdrawn'], { optional: true })
  status?: 'open' | 'answered' | 'withdrawn';
}

export class NoticesQuery extends PageQuery {
  @OneOf(['open', 'acknowledged'], { optional: true })
  status?: 'open' | 'acknowledged';
}
