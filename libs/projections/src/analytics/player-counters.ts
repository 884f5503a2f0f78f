import type { AnalyticsProjection } from './definition.js';

export const playerCounters: AnalyticsProjection = {
  name: 'player-counters',
  counts:
    'Of each person with an infraction that stands, by a pseudonym that is the same in every tournament: the tournaments with one, the infractions, the Warnings in the tallies, the Game Losses that Warnings earned, and the losses and disqualifications that judges gave.',
  keys: ['person'],
  groups: [],
  figures: {
    tournaments: 'count(DISTINCT tournament)',
    infractions: 'sum(stands AND NOT absorbed AND NOT earned)',
    warnings: 'sum(in_tally)',
    game_losses_earned: 'sum(stands AND earned)',
    game_losses_given: "sum(stands AND NOT absorbed AND NOT earned AND kind = 'game-loss')",
    match_losses: "sum(stands AND NOT absorbed AND kind = 'match-loss')",
    disqualifications: "sum(stands AND NOT absorbed AND kind = 'disqualification')",
  },
  // Who was erased is one of a count elsewhere, and nobody here.
  from: '(SELECT * FROM facts_penalties WHERE (stands OR in_tally) AND NOT erased)',
  perPerson: true,
};
