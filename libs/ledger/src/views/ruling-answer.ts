import type { LedgerEvent } from '../events.js';
import { penaltyOf } from '../ledger.js';
import type { Ledger } from '../ledger.js';
import { announceRuling } from './announce.js';
import type { Announcement } from './announce.js';
import { Sentence, player, say } from './opening.js';
import { escalationOf, penaltyEntries } from './ruling.js';
import type { PenaltyEntry } from './ruling.js';

/** What a ruling was when it was recorded: kept as it was for whoever asks again with the same key (R36). */
export interface RulingFacts {
  ruling: string;
  position: number;
  penalties: PenaltyEntry[];
  extensionMinutes: number;
  possibleDuplicateOf: string | null;
  /** The question to the head judge, if the ruling was referred (R11), with the players whom it is about. */
  review: string | null;
  referred: string[];
}

/** The answer to the judge: the facts as of then, what the ladder made of them as of now, and the words to say (R8, R27). */
export interface RulingAnswer extends Omit<RulingFacts, 'referred'> {
  announce: Announcement;
}

/** The facts of a ruling from its own events. `then` is the ledger right after them. */
export function rulingFacts(then: Ledger, own: readonly LedgerEvent[]): RulingFacts {
  const [first] = own;
  if (!first || !('ruling' in first.data) || first.data.ruling === null) throw new Error('these are not the events of a ruling');
  const { ruling } = first.data;
  const minutes = own.reduce((sum, event) => sum + (event.type === 'TimeExtensionGranted' ? event.data.minutes : 0), 0);
  const referral = first.type === 'RulingReferred' ? first.data : null;
  return {
    ruling,
    position: then.revision,
    penalties: referral ? [] : penaltyEntries(then, then, ruling),
    extensionMinutes: minutes,
    possibleDuplicateOf: then.rulings.get(ruling)?.possibleDuplicateOf ?? null,
    review: referral?.review ?? null,
    referred: [...new Set((referral?.infractions ?? []).map((each) => each.player))],
  };
}

/** The facts with what followed since. */
export function rulingAnswer(now: Ledger, { referred, ...facts }: RulingFacts): RulingAnswer {
  const penalties = facts.penalties.map((entry) => ({ ...entry, escalation: escalationOf(now, penaltyOf(now, entry.id)) }));
  return { ...facts, penalties, announce: facts.review === null ? announceRuling(now, penalties) : announceReferral(referred) };
}

function announceReferral(players: readonly string[]): Announcement {
  const names = Sentence.join(
    players.map((id) => say`${player(id)}`),
    ', ',
  );
  return {
    table: say`The head judge decides on this. Until then play goes on.`,
    private: say`${names}: the head judge is asked. Nothing is on your record until the head judge has answered.`,
  };
}

/** A preview is the same answer without ids: nothing was recorded that they could name. */
export function previewAnswer(now: Ledger, facts: RulingFacts) {
  const { ruling, position: _position, penalties, ...answer } = rulingAnswer(now, facts);
  return {
    ...answer,
    review: null,
    penalties: penalties.map(({ id: _id, counted, escalation, ...entry }) => ({
      ...entry,
      counted: counted.map((each) => (each.ruling === ruling ? { ...each, ruling: null } : each)),
      escalation: { ...escalation, penalty: null, mergedInto: null },
    })),
  };
}
