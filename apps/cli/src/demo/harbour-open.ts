import { Refused } from '../api/refused.js';
import type { Api } from '../api/api.js';
import type { PlayerRecord } from '../screen/show-record.js';
import { OPEN_CAST, OPEN_OFFICIALS, STORY } from './cast.js';
import { everydayErrors } from './crowd.js';
import { Dice } from './dice.js';
import { Hall } from './hall.js';
import { moment } from './moment.js';
import type { Tell } from './moment.js';
import { Swiss } from './swiss.js';

const SEED = 20_261_107;
const DAYS = [5, 4] as const;

/** What the story leads to: the penalty that is most worth explaining. */
export interface Ending {
  readonly hall: Hall;
  readonly player: string;
  readonly penalty: string;
}

/**
 * The Harbour Open: two days, nine rounds, 64 players at competitive level. It is above all the story of Ines Okoro, who looks at extra cards
 * more often than is good for her.
 */
export async function playHarbourOpen(admin: Api, tell: Tell, progress: (text: string) => void): Promise<Ending> {
  const setting = { id: 'harbour-open', name: 'Harbour Open', level: 'competitive', format: 'individual', days: DAYS } as const;
  const hall = await Hall.open(admin, setting, OPEN_OFFICIALS, OPEN_CAST);
  const dice = new Dice(SEED);
  const swiss = new Swiss(dice);
  const story = new Story(hall, tell);
  const cast = new Set<string>(Object.values(STORY));

  await story.deckChecks();
  for (const tellRound of story.rounds) {
    const tables = swiss.round(OPEN_CAST.map(({ id }) => id).filter((id) => !story.gone.has(id)));
    await hall.startRound(tables);
    progress(`Harbour Open: round ${hall.round} of ${story.rounds.length}…`);
    await hall.serve('next');
    await everydayErrors(
      hall,
      dice,
      tables.filter((players) => !players.some((id) => cast.has(id))),
    );
    await tellRound();
    await hall.serve('now');
    // The last round's notices are left for whoever looks around after the demo.
    if (hall.round < story.rounds.length) await hall.acknowledge();
  }
  return { hall, player: STORY.ines, penalty: story.last };
}

/** What happens to the few, round by round. */
class Story {
  /** Who plays no more. */
  readonly gone = new Set<string>();
  /** The Game Loss with which the story ends. */
  last = '';

  readonly rounds = [
    () => this.#first(),
    () => this.#second(),
    () => this.#third(),
    () => this.#fourth(),
    () => this.#fifth(),
    () => this.#sixth(),
    () => this.#seventh(),
    () => this.#eighth(),
    () => this.#ninth(),
  ];

  constructor(
    private readonly hall: Hall,
    private readonly tell: Tell,
  ) {}

  async deckChecks(): Promise<void> {
    const { goran } = STORY;
    const account = 'The list names 39 cards, the deck has 40.';
    await this.hall.rule([{ player: goran, category: 'decklist-error' }], { by: 'pavel', account, durationSeconds: 300 });
    const text =
      'A deck check finds a card that is not on the list of Goran Tavita. That is a Game Loss by itself, for his next game, and counts in no tally.';
    await moment(this.hall, this.tell, 'decklist-error', goran, text, has('game-loss', 'pending'));
  }

  async #first(): Promise<void> {
    await this.#extraCards(1, 'Drew her opening hand and saw the card below it.');
    await this.hall.warn({ player: STORY.samir, category: 'missed-trigger', conditions: ['advantageous'] }, { minute: 12, game: 1 });
  }

  async #second(): Promise<void> {
    await this.hall.warn({ player: STORY.ines, category: 'drawing-extra-cards' }, { minute: 31, game: 2, durationSeconds: 140 });
    await this.hall.warn({ player: STORY.samir, category: 'forgetting-to-ready', conditions: ['advantageous'] }, { minute: 8, game: 1 });
    await this.hall.warn({ player: STORY.wendeline, category: 'slow-play' }, { minute: 44, game: 2 });
  }

  /** A floor judge wants to be stricter than the guidelines, and hears who may. */
  async #third(): Promise<void> {
    await this.#extraCards(2, 'Knocked over her deck while shuffling; two cards fell face up.');
    await this.hall.warn({ player: STORY.samir, category: 'mispayment-for-cost' }, { minute: 25, game: 1 });
    const { rashid } = STORY;
    const marked = { player: rashid, category: 'marked-cards' };
    const refusal = await refusedBy(this.hall.rule([{ ...marked, penalty: 'game-loss' }], { minute: 15, game: 1 }));
    await this.hall.warn(marked, {
      minute: 17,
      game: 1,
      account: 'Three sleeves have a bent corner, not on any pattern.',
      durationSeconds: 200,
    });
    const text = `A floor judge wants to give Rashid Delacroix a Game Loss for marked cards. It is refused, and nothing is recorded: "${refusal}" The Warning is given.`;
    await moment(this.hall, this.tell, 'refused-deviation', rashid, text, has('warning', 'standing'));
  }

  /** The third Warning of one category. */
  async #fourth(): Promise<void> {
    await this.hall.warn({ player: STORY.samir, category: 'drawing-extra-cards' }, { minute: 19, game: 2 });
    await this.hall.warn({ player: STORY.wendeline, category: 'slow-play' }, { minute: 47, game: 2 });
    await this.#extraCards(3, 'Looked at the top card to see whether it was hers.');
    const text =
      'The third time that Ines Okoro looks at extra cards. The Warning is a Game Loss as well: at once, and the head judge knows.';
    await moment(this.hall, this.tell, 'category-upgrade', STORY.ines, text, has('game-loss', 'pending'));
  }

  /** A floor judge may not disqualify, and hands it over. */
  async #fifth(): Promise<void> {
    await this.hall.warn({ player: STORY.ines, category: 'mispayment-for-cost' }, { minute: 22, game: 1 });
    await this.hall.warn({ player: STORY.samir, category: 'general-error' }, { minute: 9, game: 1 });
    const { elif } = STORY;
    const account = 'A spectator saw her take a card from her lap; the deck was one card short.';
    const { review } = await this.hall.rule([{ player: elif, category: 'cheating' }], { minute: 36, game: 2, account, refer: true });
    if (review === null) throw new Error('a referred ruling is a review');
    await this.hall.post('head', `reviews/${review}/answer`, { decision: 'confirm', reason: 'Spoke to both players and the spectator.' });
    const text =
      'Cheating is suspected. The floor judge hands the ruling to the head judge, who confirms it: Elif Sørensen is disqualified, and an investigation opens by itself.';
    const record = await moment(this.hall, this.tell, 'disqualification', elif, text, (each) => each.investigations.length > 0);
    this.gone.add(elif);
    const [investigation] = record.investigations;
    await this.hall.post('head', `investigations/${investigation?.investigation ?? ''}/conclude`, {
      finding: 'violation',
      reason: 'The spectator and the count of the deck agree.',
    });
  }

  /** A slip from yesterday turns up, and a sixth Warning of five kinds. */
  async #sixth(): Promise<void> {
    const { samir, wendeline } = STORY;
    const slip = { by: 'lucia', round: 5, table: 9, minute: 41, offline: true, account: 'On a slip in my pocket since yesterday.' };
    await this.hall.warn({ player: wendeline, category: 'slow-play' }, slip);
    const asked = await this.hall.recordOnce(wendeline, (each) => each.reviews.some((review) => review.status === 'open'));
    const review = asked.reviews.find((each) => each.status === 'open')?.id ?? '';
    await this.hall.post('head', `reviews/${review}/answer`, { decision: 'confirm', reason: 'The slip is signed by both players.' });
    const late =
      "Yesterday's slip makes it three Warnings for slow play. A late entry never costs a game by itself: the head judge is asked and confirms, for Wendeline Sato's next game.";
    await moment(this.hall, this.tell, 'late-slip', wendeline, late, has('game-loss', 'pending'));

    await this.hall.warn({ player: samir, category: 'looking-at-secret-information' }, { minute: 33, game: 2 });
    const total = 'Never the same error twice, but the sixth game play error of Samir Holmberg: a Game Loss by the total.';
    await moment(this.hall, this.tell, 'total-upgrade', samir, total, has('game-loss', 'pending'));
  }

  /** A Game Loss that falls on appeal, before it is played. */
  async #seventh(): Promise<void> {
    const { ines } = STORY;
    const circumstances = { minute: 38, gameState: 'between-games', account: 'Her opponent says that she skipped a step.' };
    const { ruling } = await this.hall.warn({ player: ines, category: 'general-error' }, circumstances);
    const given = await this.hall.recordOnce(ines, has('game-loss', 'pending'));
    const loss = given.penalties.find((each) => each.status === 'pending')?.id ?? '';
    const grounds = 'The step was not skipped: the opponent passed.';
    const { appeal } = await this.hall.post<{ appeal: string }>('yara', `rulings/${ruling}/appeal`, { player: ines, grounds });
    const reason = 'Both neighbours heard the opponent pass.';
    await this.hall.post('appeals', `appeals/${appeal}/decision`, { decision: 'overturned', reason });
    const text =
      'Ines Okoro would lose her next game for a sixth game play error. She appeals and is right: the Warning goes, and with it the Game Loss, before it was played.';
    await moment(this.hall, this.tell, 'appeal-overturned', ines, text, (each) =>
      each.penalties.some((penalty) => penalty.id === loss && penalty.status === 'rescinded'),
    );
  }

  /** One Warning that crosses both rules. */
  async #eighth(): Promise<void> {
    const { ines, rashid } = STORY;
    await this.hall.warn({ player: rashid, category: 'unsporting-minor' }, { minute: 35, game: 2, account: 'Swore at his deck.' });
    await this.#extraCards(4, 'Turned over the top card with her sleeve.');
    const text = 'Looking at extra cards again: the fourth of its kind and the sixth game play error. Two reasons, one Game Loss.';
    const record = await moment(this.hall, this.tell, 'two-reason-upgrade', ines, text, has('game-loss', 'pending'));
    this.last = record.penalties.find((each) => each.reasons.length === 2)?.id ?? '';
  }

  /** What the head judge has not seen yet when the demo ends: a notice, and a question. */
  async #ninth(): Promise<void> {
    const { rashid, goran } = STORY;
    await this.hall.warn(
      { player: rashid, category: 'unsporting-minor' },
      { minute: 50, game: 2, account: 'Threw his cards on the table.' },
    );
    const wish = { player: goran, category: 'insufficient-randomization', penalty: 'game-loss' };
    await this.hall.rule([wish], { minute: 12, game: 1, account: 'Did not shuffle at all, and knew it.', refer: true });
  }

  async #extraCards(game: number, account: string): Promise<void> {
    const { ines } = STORY;
    const circumstances = { minute: 10 + 3 * game, game: Math.min(game, 3), account, durationSeconds: 90 };
    await this.hall.warn({ player: ines, category: 'looking-at-extra-cards' }, circumstances);
  }
}

/** Whether a record has a penalty of this kind that stands like that. */
function has(kind: string, status: string): (record: PlayerRecord) => boolean {
  return (record) => record.penalties.some((each) => each.penalty === kind && each.status === status);
}

/** The sentence with which a call is refused. @throws if it is not. */
async function refusedBy(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refused && error.code === 'deviation-needs-head-judge') return error.message;
    throw error;
  }
  throw new Error('a deviation of a floor judge is refused');
}
