import { Hall } from './hall.js';

/**
 * A weekend with everything in it that an audit has to judge: the ladder's Game Losses of both kinds of rule, a deviation, a referral, a
 * duplicate from an offline device, corrections of every kind, an appeal, a disqualification, losses served and annulled.
 */
export function weekend(): Hall {
  const hall = new Hall();
  const reason = () => hall.seal('why the judge did so');

  // Ana: the third of a category is a Game Loss; it is served.
  hall.warn('ana looking-at-extra-cards', 'ana looking-at-extra-cards', 'ana looking-at-extra-cards');
  hall.does('scorekeeper', { type: 'serve-penalty', penalty: lossOf(hall, 'ana'), round: 1, table: 7, game: 1 });

  // Ben: the sixth game play error of any category.
  hall.warn('ben looking-at-extra-cards', 'ben channeling-too-many-runes', 'ben mispayment-for-cost', 'ben drawing-extra-cards');
  hall.round(2);
  hall.warn('ben mulligan-procedure-error', 'ben general-error', 'ben failure-to-maintain-game-state');

  // Cleo: a deviation, a referral that the head judge confirms, a Game Loss by the category's own rule that is replaced.
  hall.rule('cleo slow-play', { by: 'head', penalty: 'game-loss', because: 'for the third time today' });
  hall.rule('cleo marked-cards', { penalty: 'match-loss', because: 'all the aces', refer: true });
  hall.does('head', { type: 'answer-review', review: hall.openReview('cleo'), decision: 'confirm', reason: reason() });
  hall.rule('cleo decklist-error');
  hall.does('head', { type: 'replace-penalty', penalty: last(hall, 'cleo'), by: 'warning', reason: reason() });

  // Dov: a ladder loss from a Warning of an earlier round is asked about, and confirmed; then its ground goes, and it is annulled.
  hall.warn('dov slow-play', 'dov slow-play');
  hall.rule('dov slow-play', { round: 1 });
  hall.does('head', { type: 'answer-review', review: hall.openReview('dov'), decision: 'confirm', reason: reason() });
  hall.does('scorekeeper', { type: 'serve-penalty', penalty: lossOf(hall, 'dov'), round: 2, table: 7, game: 2 });
  hall.does('head', { type: 'void-ruling', ruling: rulingOf(hall, 'dov', 0), reason: reason() });
  hall.does('head', { type: 'answer-review', review: hall.openReview('dov'), decision: 'confirm', reason: reason() });

  // Ana again: an offline device sends the same error a second time, and the head judge finds that it was the same.
  hall.rule('ana marked-cards', { ruledAt: hall.now });
  hall.rule('ana marked-cards', { ruledAt: hall.now, offline: true, distinct: false });
  hall.does('head', { type: 'answer-review', review: hall.openReview('ana'), decision: 'dismiss', reason: reason() });

  // Ben again: it was another category; then it was another player; then that one appeals and is right.
  hall.warn('ben slow-play');
  const ruling = rulingOf(hall, 'ben', -1);
  hall.does('floor', {
    type: 'recategorise-ruling',
    ruling,
    player: 'ben',
    category: 'communication-violation',
    conditions: [],
    reason: reason(),
  });
  hall.does('floor', { type: 'reassign-ruling', ruling, from: 'ben', to: 'ana', reason: reason() });
  hall.does('floor', { type: 'file-appeal', ruling, player: 'ana', grounds: hall.seal('I said nothing') });
  const [appeal = ''] = hall.ledger.appeals.keys();
  hall.does('appeals', { type: 'decide-appeal', appeal, decision: 'overturned', reason: reason() });

  hall.rule('ben cheating', { by: 'head' });
  for (const { id, acknowledged } of hall.ledger.notices.values())
    if (!acknowledged) hall.does('head', { type: 'acknowledge-notice', notice: id });
  hall.does('head', { type: 'close-tournament' });

  // Months later: an auditor takes a pack, and Dov asks to be forgotten.
  hall.does('head', { type: 'take-audit-pack', player: null });
  return hall.does('admin', { type: 'erase-person', kind: 'player', id: 'dov', force: false, reason: null });
}

/** The last Game Loss that the ladder gave a player. */
export function lossOf(hall: Hall, player: string): string {
  const loss = hall.penalties(player).findLast((id) => hall.ledger.penalties.get(id)?.earned);
  if (loss === undefined) throw new Error(`the ladder gave ${player} no Game Loss`);
  return loss;
}

/** The last penalty that a player was given. */
export function last(hall: Hall, player: string): string {
  const id = hall.penalties(player).at(-1);
  if (id === undefined) throw new Error(`${player} was given nothing`);
  return id;
}

/** The ruling of a player's penalty, by its place among them. */
export function rulingOf(hall: Hall, player: string, at: number): string {
  const penalty = hall.ledger.penalties.get(hall.penalties(player).at(at) ?? '');
  if (!penalty) throw new Error(`${player} has no penalty ${at}`);
  return penalty.ruling;
}
