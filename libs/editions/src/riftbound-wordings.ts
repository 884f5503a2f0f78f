import type { Wording } from './wording.js';

/**
 * How tools, spreadsheets and people call the infractions, in this project's own words. A wording stands for one category; where it tells a
 * condition that is named too. What two categories are called by stands with both, and is asked about.
 */
const BY_CATEGORY: Readonly<Record<string, readonly string[]>> = {
  'missed-trigger': ['missed triggers', 'missing a trigger', 'forgot a trigger', 'forgotten trigger', 'trigger missed', 'MT'],
  'forgetting-to-score': ['forgot to score', 'missed score', 'missed scoring', 'did not score', 'score forgotten', 'missed point'],
  'forgetting-to-draw-cards': [
    'forgetting to draw',
    'forgot to draw',
    'forgot draw',
    'missed draw',
    'did not draw',
    'drew too few cards',
    'drawing too few cards',
  ],
  'looking-at-extra-cards': ['looked at extra cards', 'saw extra cards', 'seeing extra cards', 'extra cards seen', 'LEC', 'L@EC', 'LaEC'],
  'channeling-too-many-runes': ['too many runes', 'channeled too many runes', 'channelling too many runes', 'extra rune', 'extra runes'],
  'channeling-too-few-runes': [
    'too few runes',
    'channeled too few runes',
    'channelling too few runes',
    'missed rune',
    'forgot to channel',
    'forgetting to channel',
  ],
  'overpayment-for-cost': ['overpayment', 'overpaid', 'paid too much', 'overpaid cost', 'overpaying'],
  'mispayment-for-cost': ['mispayment', 'mispaid', 'wrong payment', 'paid too little', 'underpaid', 'underpayment', 'wrong cost paid'],
  'looking-at-secret-information': ['secret information', 'looked at secret information', 'saw secret information', 'LSI'],
  'looking-at-opponent-private-information': [
    'looking at opponents private information',
    'looking at private information',
    'private information',
    'saw opponents hand',
    'looked at opponents hand',
    'LPI',
  ],
  'drawing-extra-cards': ['drew extra cards', 'drew an extra card', 'extra card drawn', 'extra draw', 'overdraw', 'DEC'],
  'facedown-card-error': ['face down card error', 'facedown error', 'facedown card', 'face-down card', 'hidden card error'],
  'mulligan-procedure-error': ['mulligan error', 'mulligan', 'improper mulligan', 'wrong mulligan', 'MPE'],
  'forgetting-to-ready': ['forgot to ready', 'did not ready', 'missed ready', 'not readied', 'missed untap', 'forgot to untap'],
  'general-error': ['general game play error', 'game rule violation', 'rules violation', 'rule violation', 'other game play error', 'GRV'],
  'failure-to-maintain-game-state': [
    'failed to maintain game state',
    'failure to maintain the game state',
    'FtM',
    'FtMGS',
    'failure to maintain',
  ],
  'slow-play': ['slowplay', 'playing slowly', 'too slow', 'slow'],
  'decklist-error': [
    'deck list error',
    'decklist',
    'deck list',
    'decklist problem',
    'illegal decklist',
    'wrong decklist',
    'registration error',
  ],
  'deck-presentation-error': [
    'deck presentation',
    'deck error',
    'illegal deck',
    'wrong deck presented',
    'illegal main deck',
    'presented illegal deck',
  ],
  'communication-violation': [
    'communication error',
    'player communication violation',
    'communication policy violation',
    'wrong information given',
    'CPV',
  ],
  'marked-cards': ['marked card', 'marked sleeves', 'marked deck', 'cards marked'],
  'insufficient-randomization': [
    'insufficient randomisation',
    'insufficient shuffling',
    'insufficient shuffle',
    'not shuffled enough',
    'did not shuffle enough',
    'shuffling',
  ],
  'late-to-match': ['late', 'late arrival', 'late for match', 'tardiness', 'tardy', 'late for the round', 'late to round'],
  'late-to-match never-arrived': ['no show', 'no-show', 'never arrived', 'did not show up', 'absent', 'did not come'],
  'outside-assistance': ['outside help', 'outside advice', 'coaching', 'help from spectator', 'spectator advice', 'OA'],
  'improperly-determining-a-winner': [
    'improperly determining winner',
    'improper determination of a winner',
    'random determination of winner',
    'rolled for the match',
    'coin flip for winner',
    'IDW',
  ],
  'unsporting-minor': [
    'unsporting conduct minor',
    'unsportsmanlike conduct minor',
    'minor unsporting conduct',
    'usc minor',
    'uc minor',
    'minor unsporting',
  ],
  'unsporting-major': [
    'unsporting conduct major',
    'unsportsmanlike conduct major',
    'major unsporting conduct',
    'usc major',
    'uc major',
    'major unsporting',
  ],
  'angle-shooting': ['angle shoot', 'angleshooting', 'rules lawyering'],
  bribery: ['bribe', 'offering a bribe', 'bribing'],
  wagering: ['wager', 'betting', 'gambling'],
  theft: ['stealing', 'stolen material', 'theft of tournament material'],
  cheating: ['cheat', 'cheated', 'usc cheating', 'unsporting conduct cheating', 'fraud'],
};

/** Called so for more than one category: only a person knows which it was. */
const OF_SEVERAL: Readonly<Record<string, readonly string[]>> = {
  'extra cards': ['looking-at-extra-cards', 'drawing-extra-cards'],
  'unsporting conduct': ['unsporting-minor', 'unsporting-major'],
  'unsportsmanlike conduct': ['unsporting-minor', 'unsporting-major'],
  usc: ['unsporting-minor', 'unsporting-major'],
  'deck problem': ['decklist-error', 'deck-presentation-error'],
  'deck/decklist problem': ['decklist-error', 'deck-presentation-error'],
  'd/dlp': ['decklist-error', 'deck-presentation-error'],
  'bribery and wagering': ['bribery', 'wagering'],
  'wrong number of runes': ['channeling-too-many-runes', 'channeling-too-few-runes'],
};

export const RIFTBOUND_WORDINGS: readonly Wording[] = [
  ...Object.entries(BY_CATEGORY).flatMap(([named, wordings]) => {
    const [category = '', ...conditions] = named.split(' ');
    return wordings.map((wording) => ({ wording, category, conditions }));
  }),
  ...Object.entries(OF_SEVERAL).flatMap(([wording, categories]) => categories.map((category) => ({ wording, category, conditions: [] }))),
];
