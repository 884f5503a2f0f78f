import type { Change, EventOf, NewPenalty } from '../events.js';
import { isHeadJudge, penaltyOf } from '../ledger.js';
import type { Ledger, PenaltyState } from '../ledger.js';
import { blank, give, goneByDisqualification } from './giving.js';
import { update } from './update.js';

type Correction = EventOf<'RulingVoided' | 'RulingReassigned' | 'RulingRecategorised' | 'PenaltyReplaced' | 'AppealDecided'>;

/** R29–R34: what a correction ended and what came in its place. */
export function correction(ledger: Ledger, event: Correction): string[] {
  const { position, metadata, data } = event;
  const byHand = isHeadJudge(ledger, metadata.by) || event.type === 'AppealDecided';
  const corrected = { position, type: event.type, by: metadata.by, recordedAt: metadata.recordedAt, reason: data.reason };
  const about = [...data.changes.flatMap(({ player, becomes }) => [player, ...(becomes ? [becomes.player] : [])]), ...appealed(event)];
  update(ledger.rulings, data.ruling, ({ decidedFor, corrections }) => ({
    decidedFor: byHand ? [...new Set([...decidedFor, ...about])] : decidedFor,
    corrections: [...corrections, corrected],
  }));
  if (event.type === 'AppealDecided') {
    const { decision, reason } = event.data;
    update(ledger.appeals, event.data.appeal, { decision: { decision, by: metadata.by, reason, position } });
  }
  const touched = data.changes.flatMap((change) => changed(ledger, change, position, metadata.by, event.type !== 'PenaltyReplaced'));
  return [...new Set(touched)];
}

/** An appeal that is upheld changes nothing, and is a decision all the same. */
function appealed(event: Correction): string[] {
  return event.type === 'AppealDecided' ? [event.data.player] : [];
}

function changed(ledger: Ledger, change: Change, position: number, by: string, takesGround: boolean): string[] {
  const { becomes } = change;
  const old = penaltyOf(ledger, change.penalty);
  if (becomes?.penalty === old.id) {
    // Only the category or the conditions changed: the penalty stays the same one, and its crossing is no longer the one it was recorded with.
    ledger.penalties.set(old.id, { ...old, category: becomes.category, conditions: becomes.conditions });
    return [old.player];
  }
  ledger.penalties.set(old.id, {
    ...old,
    status: change.ending,
    staysInTally: change.staysInTally,
    replacedBy: becomes?.penalty ?? null,
    endedBy: { position, takesGround },
  });
  // Several penalties may give way to one.
  if (!becomes || ledger.penalties.has(becomes.penalty)) return [old.player];
  give(ledger, newPenalty(old, becomes, position, by));
  if (becomes.kind === 'disqualification' && !becomes.absorbed)
    return [old.player, ...goneByDisqualification(ledger, becomes.player, becomes.penalty, position)];
  return [old.player, becomes.player];
}

/** What comes in a penalty's place keeps the place of its ruling in the order that counts (R25). */
function newPenalty(old: PenaltyState, becomes: NewPenalty, position: number, by: string): PenaltyState {
  const { penalty: id, player, kind, category, conditions, absorbed, loss, upgradedTo } = becomes;
  const status = loss ? 'pending' : upgradedTo === null ? 'standing' : 'replaced';
  return {
    ...blank,
    id,
    player,
    ruling: old.ruling,
    kind,
    category,
    conditions,
    absorbed,
    place: old.place,
    appliedAt: position,
    by,
    status,
    appliesTo: loss?.appliesTo ?? null,
    concededBy: loss?.concededBy ?? [],
    replacedBy: upgradedTo,
    staysInTally: upgradedTo !== null,
  };
}
