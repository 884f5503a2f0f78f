import type { Penalty } from '@ladder/editions';
import type { Sealed } from '../events.js';
import { appealId } from '../ids.js';
import { isHeadJudge, rulingOf, tournamentOf } from '../ledger.js';
import { isRefusal, refuse } from '../refusal.js';
import { becoming, correctable, ended, knownRuling, standingOne } from './correcting.js';
import { headJudgeNeeded, weigh } from './issue-ruling.js';
import { JUDGES } from './use-case.js';
import type { UseCase } from './use-case.js';

export interface FileAppeal {
  readonly type: 'file-appeal';
  readonly ruling: string;
  /** Whose penalty is appealed, and who appeals: that player, unless told. */
  readonly player: string;
  readonly appellant?: string;
  readonly grounds: Sealed;
}

/**
 * R34: not against the ruling of a head judge or an appeals judge, nor where the head judge has decided on what the player was given, nor a
 * second time. What was decided for one player of a ruling leaves the others theirs.
 */
export const fileAppeal: UseCase<FileAppeal> = {
  who: JUDGES,
  decide(ledger, { ruling: id, player, appellant = player, grounds }) {
    const ruling = knownRuling(ledger, id);
    if (isRefusal(ruling)) return ruling;
    for (const each of [player, appellant]) {
      if (!ledger.players.has(each)) return refuse('unknown-player', `There is no player ${each} in this tournament.`);
    }
    if (!ruling.penalties.some((each) => ledger.penalties.get(each)?.player === player)) {
      return refuse('not-in-this-ruling', `${player} has no penalty in ruling ${id}.`);
    }
    if (ruling.appeals.some((each) => ledger.appeals.get(each)?.player === player)) {
      return refuse('not-appealable', `Ruling ${id} was appealed for ${player} already: it is not appealed a second time.`);
    }
    if (ruling.final || ruling.decidedFor.includes(player))
      return refuse('not-appealable', `The head judge or an appeals judge has decided on ruling ${id} for ${player}: that is final.`);
    if (correctable(ledger, ruling, player).length === 0)
      return refuse('not-appealable', `Nothing of ruling ${id} stands for ${player} any more.`);
    return [{ type: 'AppealFiled', data: { appeal: appealId(ledger.revision + 1), ruling: id, player, appellant, grounds } }];
  },
};

export interface DecideAppeal {
  readonly type: 'decide-appeal';
  readonly appeal: string;
  readonly decision: 'upheld' | 'overturned';
  readonly category?: string;
  readonly conditions?: readonly string[];
  readonly penalty?: Penalty;
  readonly reason: Sealed;
}

/** R34: by the head judge, or at high level by an appeals judge within the guidelines. Overturned: nothing stands, or something else does. */
export const decideAppeal: UseCase<DecideAppeal> = {
  who: ['head-judge', 'appeals-judge'],
  decide(ledger, { appeal: id, decision, category, conditions, penalty, reason }, { by }) {
    const byHeadJudge = isHeadJudge(ledger, by);
    if (!byHeadJudge && tournamentOf(ledger).level === 'casual') {
      return refuse('not-granted', 'At casual level appeals are decided by the head judge.', { needs: ['head-judge'] });
    }
    const appeal = ledger.appeals.get(id);
    if (!appeal) return refuse('unknown-appeal', `There is no appeal ${id} in this tournament.`);
    if (appeal.decision) return refuse('already-decided', `Appeal ${id} was decided already: ${appeal.decision.decision}.`);
    const { ruling, player } = appeal;
    const decided = { appeal: id, ruling, player, decision, reason };
    const other = category !== undefined || conditions !== undefined || penalty !== undefined;
    if (decision === 'upheld') {
      if (other) return refuse('invalid-request', 'Upheld means that nothing moves: leave category, conditions and penalty out.');
      return [{ type: 'AppealDecided', data: { ...decided, changes: [] } }];
    }
    const penalties = correctable(ledger, rulingOf(ledger, ruling), player);
    const main = standingOne(penalties);
    if (!other || !main) return [{ type: 'AppealDecided', data: { ...decided, changes: ended(penalties, 'overturned') } }];

    const named = category ?? main.category;
    if (named === null) return refuse('invalid-request', 'Name the category that it should have been.');
    const weighed = weigh(ledger, {
      player,
      category: named,
      conditions: conditions ?? (category === undefined ? main.conditions : []),
      ...(penalty && { penalty }),
      deviation: reason,
    });
    if (isRefusal(weighed)) return weighed;
    const theirs = byHeadJudge ? undefined : headJudgeNeeded(weighed);
    if (theirs) return theirs;
    const to = { kind: weighed.penalty, category: weighed.of.id, conditions: weighed.conditions };
    const changes = becoming(ledger, penalties, main, 'overturned', ledger.revision + 1, to);
    return [{ type: 'AppealDecided', data: { ...decided, changes } }];
  },
};
