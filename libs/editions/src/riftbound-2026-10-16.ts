import type { Edition, Provenance } from './edition.js';

/** The digest of the Tournament Rules of 2026-10-16 names the row's own number. */
const CITED: Provenance = { kind: 'cited', edition: '2026-10-16' };
/** It does not; the row stands as in the edition of 2026-07-16. */
const CARRIED_OVER: Provenance = { kind: 'carried-over', edition: '2026-07-16' };

// TR 701.5.c. There are appeals judges at the high levels only, so the remedies that may need a rewind have a casual form.
const LONGER_REWIND = 'To rewind more than the last action, get the head judge or an appeals judge first.';
const LONGER_REWIND_AT_CASUAL = 'To rewind more than the last action, get the head judge first.';
// TR 702.1.c.1: at casual level a choice that would be the opponent's is made at random by the judge (R8).

/**
 * The penalty side of the Riftbound Tournament Rules effective 2026-10-16. Names and remedies are in this project's own words; a citation
 * stands only where the rules say so, and settings are decisions of this project.
 */
export const RIFTBOUND_2026_10_16: Edition = {
  id: 'riftbound-2026-10-16',
  game: 'Riftbound',
  title: 'Riftbound Tournament Rules, effective 16 October 2026',
  effective: '2026-10-16',
  countedPer: 'tournament',

  families: [
    { id: 'game-play-error', name: 'Game Play Error', tr: 'TR 702' },
    { id: 'tournament-error', name: 'Tournament Error', tr: 'TR 703' },
    { id: 'unsporting-conduct', name: 'Unsporting Conduct', tr: 'TR 704' },
  ],

  ladder: [
    {
      id: 'game-play-error/same-category', // R14
      family: 'game-play-error',
      scope: 'category',
      thresholds: {
        casual: { count: 3, cites: ['TR 702.1.b.1'] },
        competitive: { count: 3, cites: ['TR 702.1.b.1'] },
        professional: { count: 3, cites: ['TR 702.1.b.1'] },
      },
    },
    {
      id: 'game-play-error/any-category', // R15; R19: no total at casual level
      family: 'game-play-error',
      scope: 'family',
      thresholds: {
        competitive: { count: 6, cites: ['TR 702.1.b.2'] },
        professional: { count: 5, cites: ['TR 702.1.b.3'] },
      },
    },
    {
      id: 'tournament-error/same-category', // R16
      family: 'tournament-error',
      scope: 'category',
      thresholds: {
        casual: { count: 3, cites: ['TR 703.1.b.1'] },
        competitive: { count: 3, cites: ['TR 703.1.b.1'] },
        professional: { count: 3, cites: ['TR 703.1.b.1'] },
      },
    },
    {
      id: 'tournament-error/any-category', // R16; R19
      family: 'tournament-error',
      scope: 'family',
      thresholds: {
        competitive: { count: 6, cites: ['TR 703.1.b.2'] },
        professional: { count: 5, cites: ['TR 703.1.b.3'] },
      },
    },
    {
      id: 'unsporting-conduct/same-category', // R17, which has no total over categories
      family: 'unsporting-conduct',
      scope: 'category',
      thresholds: {
        casual: { count: 2, cites: ['TR 704.1.b'] },
        competitive: { count: 2, cites: ['TR 704.1.b'] },
        professional: { count: 2, cites: ['TR 704.1.b'] },
      },
    },
  ],

  settings: { extensionAfterSeconds: 60, duplicateWithinMinutes: 10 },

  categories: [
    {
      id: 'missed-trigger',
      tr: 'TR 702.2',
      name: 'Missed Trigger',
      family: 'game-play-error',
      conditions: [
        { id: 'advantageous', name: "the trigger was mandatory and missing it was to the player's advantage", cites: ['TR 702.2.e'] },
      ],
      outcomes: [
        { when: ['advantageous'], penalties: ['warning'], cites: ['TR 702.2.e'] },
        { when: [], penalties: ['none'], cites: ['TR 702.2'] },
      ],
      remedy:
        'If the trigger belongs to an earlier turn, play on. Otherwise the next opponent chooses whether it resolves now or stays missed.',
      remedyAt: {
        casual:
          'If the trigger belongs to an earlier turn, play on. Otherwise the judge decides at random whether it resolves now or stays missed.',
      },
      provenance: CITED,
    },
    {
      id: 'forgetting-to-score',
      tr: 'TR 702.3',
      name: 'Forgetting to Score',
      family: 'game-play-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['none'], cites: ['TR 702.3'] }],
      remedy: 'Within one round of turns, and if it is clear what was to be scored, correct the score. Otherwise play on.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'forgetting-to-draw-cards',
      tr: 'TR 702.4',
      name: 'Forgetting to Draw Cards',
      family: 'game-play-error',
      conditions: [{ id: 'advantageous', name: "the error was to the player's advantage", cites: ['TR 702.4.b'] }],
      outcomes: [
        { when: ['advantageous'], penalties: ['warning'], cites: ['TR 702.4.b'] },
        { when: [], penalties: ['none'], cites: ['TR 702.4'] },
      ],
      remedy: 'Within one round of turns, and if it is clear what was to be drawn, draw now. Otherwise play on.',
      provenance: CITED,
    },
    {
      id: 'looking-at-extra-cards',
      tr: 'TR 702.5',
      name: 'Looking at Extra Cards',
      family: 'game-play-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 702.5'] }],
      remedy:
        'If it is noticed at once, the next opponent picks which cards count as the extra ones, and they are shuffled back. If it is noticed later, play on.',
      remedyAt: {
        casual:
          'If it is noticed at once, the judge picks at random which cards count as the extra ones, and they are shuffled back. If it is noticed later, play on.',
      },
      provenance: CARRIED_OVER,
    },
    {
      id: 'channeling-too-many-runes',
      tr: 'TR 702.6',
      name: 'Channeling Too Many Runes',
      family: 'game-play-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 702.6'] }],
      remedy: `Within one round of turns, rewind, or shuffle the extra runes back. Otherwise play on. ${LONGER_REWIND}`,
      remedyAt: {
        casual: `Within one round of turns, rewind, or shuffle the extra runes back. Otherwise play on. ${LONGER_REWIND_AT_CASUAL}`,
      },
      provenance: CARRIED_OVER,
    },
    {
      id: 'channeling-too-few-runes',
      tr: 'TR 702.7',
      name: 'Channeling Too Few Runes',
      family: 'game-play-error',
      conditions: [{ id: 'advantageous', name: "the error was to the player's advantage", cites: ['TR 702.7.c'] }],
      outcomes: [
        { when: ['advantageous'], penalties: ['warning'], cites: ['TR 702.7.c'] },
        { when: [], penalties: ['none'], cites: ['TR 702.7'] },
      ],
      remedy: 'Within one round of turns, and if it is clear what was to be channeled, channel now. Otherwise play on.',
      provenance: CITED,
    },
    {
      id: 'overpayment-for-cost',
      tr: 'TR 702.8',
      name: 'Overpayment for Cost',
      family: 'game-play-error',
      conditions: [{ id: 'advantageous', name: "the error was to the player's advantage", cites: ['TR 702.8.b.1.a'] }],
      outcomes: [
        { when: ['advantageous'], penalties: ['warning'], cites: ['TR 702.8.b.1.a'] },
        { when: [], penalties: ['none'], cites: ['TR 702.8'] },
      ],
      remedy: 'If it is still the same turn, what was paid too much floats and can be spent. Otherwise play on.',
      provenance: CITED,
    },
    {
      id: 'mispayment-for-cost',
      tr: 'TR 702.9',
      name: 'Mispayment for Cost',
      family: 'game-play-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 702.9'] }],
      remedy: `If a rewind is simple, rewind. Otherwise correct the payment; if that cannot be done either, play on. ${LONGER_REWIND}`,
      remedyAt: {
        casual: `If a rewind is simple, rewind. Otherwise correct the payment; if that cannot be done either, play on. ${LONGER_REWIND_AT_CASUAL}`,
      },
      provenance: CARRIED_OVER,
    },
    {
      id: 'looking-at-secret-information',
      tr: 'TR 702.10',
      name: 'Looking at Secret Information',
      family: 'game-play-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 702.10'] }],
      remedy: 'Make what was seen random again. If that cannot be done, reveal it to all players.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'looking-at-opponent-private-information',
      tr: 'TR 702.11',
      name: "Looking at an Opponent's Private Information",
      family: 'game-play-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 702.11'] }],
      remedy: 'The player whose information was seen chooses: make it random again, or play on.',
      remedyAt: { casual: 'The judge decides at random: make what was seen random again, or play on.' },
      provenance: CARRIED_OVER,
    },
    {
      id: 'drawing-extra-cards',
      tr: 'TR 702.12',
      name: 'Drawing Extra Cards',
      family: 'game-play-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 702.12'] }],
      remedy: 'Shuffle the extra cards back. Once they are in the hand with others, the next opponent chooses which cards go back.',
      remedyAt: {
        casual: 'Shuffle the extra cards back. Once they are in the hand with others, the judge picks at random which cards go back.',
      },
      provenance: CARRIED_OVER,
    },
    {
      id: 'facedown-card-error',
      tr: 'TR 702.13',
      name: 'Facedown Card Error',
      family: 'game-play-error',
      conditions: [
        { id: 'no-legal-replacement', name: 'there is no legal card to replace it with', cites: ['TR 702.13'] },
        { id: 'source-zone-grew', name: 'the zone the card came from has gained cards since', cites: ['TR 702.13'] },
      ],
      outcomes: [
        { when: ['no-legal-replacement'], penalties: ['game-loss'], cites: ['TR 702.13'] },
        { when: ['source-zone-grew'], penalties: ['game-loss'], cites: ['TR 702.13'] },
        { when: [], penalties: ['warning'], cites: ['TR 702.13'] },
      ],
      remedy:
        'If it is noticed at once, return the card. If it is noticed later, return it and put a random legal replacement in its place.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'mulligan-procedure-error',
      tr: 'TR 702.14',
      name: 'Mulligan Procedure Error',
      family: 'game-play-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 702.14'] }],
      remedy: 'Before play begins, the opponent may choose the extra cards, and they are redone. Once play has begun, play on.',
      remedyAt: {
        casual: 'Before play begins, the judge picks the extra cards at random, and they are redone. Once play has begun, play on.',
      },
      provenance: CARRIED_OVER,
    },
    {
      id: 'forgetting-to-ready',
      tr: 'TR 702.15',
      name: 'Forgetting to Ready',
      family: 'game-play-error',
      conditions: [{ id: 'advantageous', name: "the error was to the player's advantage", cites: ['TR 702.15.b'] }],
      outcomes: [
        { when: ['advantageous'], penalties: ['warning'], cites: ['TR 702.15.b'] },
        { when: [], penalties: ['none'], cites: ['TR 702.15'] },
      ],
      remedy: 'If it is still the same turn, ready the cards now, and nothing triggers from it. Later, leave them as they are.',
      provenance: CITED,
    },
    {
      id: 'general-error',
      tr: 'TR 702.16',
      name: 'General Error',
      family: 'game-play-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 702.16'] }],
      remedy: `Rewind to the error where that can be done; otherwise play on. ${LONGER_REWIND}`,
      remedyAt: { casual: `Rewind to the error where that can be done; otherwise play on. ${LONGER_REWIND_AT_CASUAL}` },
      provenance: CARRIED_OVER,
    },
    {
      id: 'failure-to-maintain-game-state',
      tr: 'TR 702.17',
      name: 'Failure to Maintain Game State',
      family: 'game-play-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 702.17'] }],
      neverUpgrades: { cites: ['TR 702.17.b'] },
      remedy: 'There is nothing to repair beyond the error that went unnoticed. Watch the game together, and play on.',
      provenance: CITED,
    },

    {
      id: 'slow-play',
      tr: 'TR 703.2',
      name: 'Slow Play',
      family: 'tournament-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 703.2'] }],
      remedy: 'Keep a steady pace from here on, and play on.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'decklist-error',
      tr: 'TR 703.3',
      name: 'Decklist Error',
      family: 'tournament-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['game-loss'], cites: ['TR 703.3'] }],
      remedy: 'Correct the list or the deck, whichever takes the least change.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'deck-presentation-error',
      tr: 'TR 703.4',
      name: 'Deck Presentation Error',
      family: 'tournament-error',
      conditions: [
        { id: 'missing-chosen-champion', name: 'the chosen champion was missing', cites: ['TR 703.4'] },
        { id: 'no-champion-copy-left', name: 'no copy of the champion is left', cites: ['TR 703.4'] },
        {
          id: 'caught-by-another-player-after-opening-hands',
          name: 'another player noticed it, after opening hands were drawn',
          cites: ['TR 703.4'],
        },
        { id: 'cannot-be-restored', name: 'the deck cannot be restored', cites: ['TR 703.4'] },
        { id: 'extra-cards-in-deck-box', name: 'there were extra cards in the deck box', cites: ['TR 703.4'] },
      ],
      outcomes: [
        {
          when: ['missing-chosen-champion'],
          levels: ['casual', 'competitive'],
          penalties: ['warning', 'game-loss'],
          cites: ['TR 703.4'],
        },
        { when: ['no-champion-copy-left'], penalties: ['warning', 'game-loss'], cites: ['TR 703.4'] },
        { when: ['caught-by-another-player-after-opening-hands'], penalties: ['game-loss'], cites: ['TR 703.4'] },
        { when: ['cannot-be-restored'], penalties: ['game-loss'], cites: ['TR 703.4'] },
        { when: ['extra-cards-in-deck-box'], levels: ['professional'], penalties: ['game-loss'], cites: ['TR 703.4'] },
        { when: [], penalties: ['warning'], cites: ['TR 703.4'] },
      ],
      remedy: 'Correct the deck or the list, whichever takes the least change.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'communication-violation',
      tr: 'TR 703.5',
      name: 'Communication Violation',
      family: 'tournament-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 703.5'] }],
      remedy: `Give the right information. If a decision rested on the wrong one, rewind to it. ${LONGER_REWIND}`,
      remedyAt: { casual: `Give the right information. If a decision rested on the wrong one, rewind to it. ${LONGER_REWIND_AT_CASUAL}` },
      provenance: CARRIED_OVER,
    },
    {
      id: 'marked-cards',
      tr: 'TR 703.6',
      name: 'Marked Cards',
      family: 'tournament-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 703.6'] }],
      remedy: 'Replace the marked cards or sleeves.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'insufficient-randomization',
      tr: 'TR 703.7',
      name: 'Insufficient Randomization',
      family: 'tournament-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 703.7'] }],
      remedy: 'Shuffle again until the cards are random.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'late-to-match',
      tr: 'TR 703.8',
      name: 'Late to Match',
      family: 'tournament-error',
      conditions: [
        { id: 'over-2-minutes', name: 'the player came more than 2 minutes late', cites: ['TR 703.8.b'] },
        { id: 'over-10-minutes', name: 'the player came more than 10 minutes late', cites: ['TR 703.8'] },
        { id: 'never-arrived', name: 'the player never arrived', cites: ['TR 703.8.d'] },
      ],
      outcomes: [
        { when: ['never-arrived'], penalties: ['match-loss'], drops: true, cites: ['TR 703.8.d'] },
        { when: ['over-10-minutes'], penalties: ['match-loss'], cites: ['TR 703.8'] },
        { when: ['over-2-minutes'], levels: ['casual'], penalties: ['warning'], extensionMinutes: 10, cites: ['TR 703.8.b'] },
        {
          when: ['over-2-minutes'],
          levels: ['competitive', 'professional'],
          penalties: ['game-loss'],
          extensionMinutes: 10,
          cites: ['TR 703.8.b'],
        },
        { when: [], penalties: ['warning'], extensionMinutes: 2, cites: ['TR 703.8.a'] },
      ],
      remedy: 'If there is a match left to play, it gets a time extension.',
      provenance: CITED,
    },
    {
      id: 'outside-assistance',
      tr: 'TR 703.9',
      name: 'Outside Assistance',
      family: 'tournament-error',
      conditions: [
        { id: 'malicious-advice', name: 'the advice was given to hurt the player', headJudgeOnly: true, cites: ['TR 703.9'] },
        { id: 'refused-by-calling-a-judge', name: 'the player refused the advice by calling a judge', cites: ['TR 703.9.a'] },
      ],
      outcomes: [
        { when: ['malicious-advice'], penalties: ['none'], cites: ['TR 703.9'] },
        { when: ['refused-by-calling-a-judge'], penalties: ['warning'], cites: ['TR 703.9.a'] },
        { when: [], penalties: ['match-loss'], cites: ['TR 703.9'] },
      ],
      remedy: 'Stop the advice. If there is a match left to play, play on.',
      provenance: CITED,
    },
    {
      id: 'improperly-determining-a-winner',
      tr: 'TR 703.10',
      name: 'Improperly Determining a Winner',
      family: 'tournament-error',
      conditions: [],
      outcomes: [{ when: [], penalties: ['match-loss'], cites: ['TR 703.10'] }],
      remedy: 'Stop the match. There is nothing in the game to repair.',
      provenance: CARRIED_OVER,
    },

    {
      id: 'unsporting-minor',
      tr: 'TR 704.2',
      name: 'Unsporting Conduct, Minor',
      family: 'unsporting-conduct',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 704.2'] }],
      remedy: 'Stop the behaviour, then play on.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'unsporting-major',
      tr: 'TR 704.3',
      name: 'Unsporting Conduct, Major',
      family: 'unsporting-conduct',
      conditions: [],
      outcomes: [{ when: [], penalties: ['disqualification'], cites: ['TR 704.3'] }],
      remedy: 'Stop the match and stay at the table; the head judge takes over.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'angle-shooting',
      tr: 'TR 704.4',
      name: 'Angle Shooting',
      family: 'unsporting-conduct',
      conditions: [],
      outcomes: [{ when: [], penalties: ['warning'], cites: ['TR 704.4'] }],
      remedy: 'Stop the behaviour, then play on.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'bribery',
      tr: 'TR 704.5',
      name: 'Bribery',
      family: 'unsporting-conduct',
      conditions: [],
      outcomes: [{ when: [], penalties: ['match-loss'], cites: ['TR 704.5'] }],
      remedy: 'Stop the match. There is nothing in the game to repair.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'wagering',
      tr: 'TR 704.6',
      name: 'Wagering',
      family: 'unsporting-conduct',
      conditions: [],
      outcomes: [{ when: [], penalties: ['disqualification'], cites: ['TR 704.6'] }],
      remedy: 'Stop the match and stay at the table; the head judge takes over.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'theft',
      tr: 'TR 704.7',
      name: 'Theft',
      family: 'unsporting-conduct',
      conditions: [],
      outcomes: [{ when: [], penalties: ['disqualification'], cites: ['TR 704.7'] }],
      remedy: 'Stop the match and stay at the table; the head judge takes over.',
      provenance: CARRIED_OVER,
    },
    {
      id: 'cheating',
      tr: 'TR 704.8',
      name: 'Cheating',
      family: 'unsporting-conduct',
      conditions: [],
      outcomes: [{ when: [], penalties: ['disqualification'], cites: ['TR 704.8'] }],
      remedy: 'Stop the match and stay at the table; the head judge takes over.',
      provenance: CARRIED_OVER,
    },
  ],
};
