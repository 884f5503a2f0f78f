import { refuse } from '../refusal.js';
import type { UseCase } from './use-case.js';

export interface AcknowledgeNotice {
  readonly type: 'acknowledge-notice';
  readonly notice: string;
}

/** A notice stays open until a head judge says that it was heard. Saying so again records nothing. */
export const acknowledgeNotice: UseCase<AcknowledgeNotice> = {
  who: ['head-judge'],
  decide(ledger, { notice: id }) {
    const notice = ledger.notices.get(id);
    if (!notice) return refuse('unknown-notice', `There is no notice ${id} in this tournament.`);
    return notice.acknowledged ? [] : [{ type: 'NoticeAcknowledged', data: { notice: id } }];
  },
};
