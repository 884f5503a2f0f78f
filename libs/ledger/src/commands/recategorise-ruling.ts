import { severity } from '@ladder/editions';
import type { Sealed } from '../events.js';
import { isHeadJudge } from '../ledger.js';
import { isRefusal, refuse } from '../refusal.js';
import { becoming, correctable, knownRuling, mayNotCorrect, nothingOf, standingOne } from './correcting.js';
import { headJudgeNeeded, weigh } from './issue-ruling.js';
import { JUDGES } from './use-case.js';
import type { UseCase } from './use-case.js';

export interface RecategoriseRuling {
  readonly type: 'recategorise-ruling';
  readonly ruling: string;
  readonly player: string;
  readonly category: string;
  readonly conditions: readonly string[];
  readonly reason: Sealed;
}

/** R32: it was another category, or other conditions. The penalty becomes the new guideline's, in the ruling's place (R25). */
export const recategoriseRuling: UseCase<RecategoriseRuling> = {
  who: JUDGES,
  decide(ledger, { ruling: id, player, category, conditions, reason }, { by }) {
    const ruling = knownRuling(ledger, id);
    if (isRefusal(ruling)) return ruling;
    const weighed = weigh(ledger, { player, category, conditions, deviation: null });
    if (isRefusal(weighed)) return mayNotCorrect(ledger, ruling, by) ?? weighed;
    const penalties = correctable(ledger, ruling, player);
    const main = standingOne(penalties);
    if (!main) return mayNotCorrect(ledger, ruling, by) ?? nothingOf(ledger, ruling, player);
    const old =
      main.category === null ? null : weigh(ledger, { player, category: main.category, conditions: main.conditions, deviation: null });
    const guidelines = [weighed.guideline, ...(old && !isRefusal(old) ? [old.guideline] : [])];
    const forbidden = mayNotCorrect(
      ledger,
      ruling,
      by,
      guidelines.some((each) => severity(each) > severity('warning')),
    );
    if (forbidden) return forbidden;
    const theirs = isHeadJudge(ledger, by) ? undefined : headJudgeNeeded(weighed);
    if (theirs) return theirs;
    const to = { kind: weighed.penalty, category: weighed.of.id, conditions: weighed.conditions };
    if (main.category === to.category && main.kind === to.kind && same(main.conditions, to.conditions)) {
      return refuse('invalid-request', `It is ${category} already: name the category or the conditions that it should have been.`);
    }
    const changes = becoming(ledger, penalties, main, 'replaced', ledger.revision + 1, to);
    return [
      { type: 'RulingRecategorised', data: { ruling: id, player, category: to.category, conditions: to.conditions, changes, reason } },
    ];
  },
};

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}
