import type { Device } from './device.js';
import { Hall } from './hall.js';
import type { Ruled } from './hall.js';

/** Plays a closed 2v2 tournament over HTTP whose ledger holds every type of event that there is. */
export async function wholeTournament(admin: Device, id: string): Promise<Hall> {
  const teams = ['Larks', 'Owls', 'Swifts'].flatMap((team, index) =>
    [1, 2].map((seat) => ({ id: `p-${index * 2 + seat}`, name: `${team} ${seat}`, team, externalId: `M-${index}${seat}` })),
  );
  const hall = await Hall.open(admin, { id, format: '2v2', players: teams, started: false });
  const pairings = [
    { table: 1, players: ['p-1', 'p-2', 'p-3', 'p-4'] },
    { table: 2, players: ['p-5', 'p-6'] },
  ];
  const reason = 'because it was so';
  const account = 'what the judge saw';
  const ruled = async (player: string, category: string, more: Readonly<Record<string, unknown>> = {}) =>
    hall.post<Ruled>('floor', 'rulings', { infractions: [{ player, category }], table: 1, game: 1, account, distinct: true, ...more });
  const idsOf = async (player: string, penalty: string) =>
    (await hall.record(player)).penalties.filter((each) => each.penalty === penalty && each.status === 'pending').map((each) => each.id);
  const answer = async (player: string, decision: 'confirm' | 'dismiss') => {
    const { reviews } = await hall.record(player);
    const open = reviews.find(({ status }) => status === 'open');
    await hall.post('head', `reviews/${open?.id ?? ''}/answer`, { decision, reason });
  };

  await hall.post('scorekeeper', 'rounds', { number: 1, pairings });
  await hall.post('scorekeeper', 'rounds', { number: 1, pairings: pairings.slice(0, 1) });
  await hall.post('scorekeeper', 'players/p-1/correct', { name: 'Larks One', reason });
  await hall.post('head', 'extensions', { table: 1, minutes: 5, cause: 'deck-check' });

  // p-1: the ladder's Game Loss, which falls with its ground; another that is served, unserved and aimed elsewhere.
  for (let times = 0; times < 3; times++) await ruled('p-1', 'slow-play', { gameState: 'between-rounds', durationSeconds: 100 });
  const { rulings } = await hall.record('p-1');
  await hall.post('floor', `rulings/${rulings[0]?.ruling ?? ''}/void`, { reason });
  await ruled('p-1', 'slow-play');
  const [loss = ''] = await idsOf('p-1', 'game-loss');
  await hall.post('scorekeeper', `penalties/${loss}/serve`, { round: 1, table: 1, game: 1 });
  await hall.post('scorekeeper', `penalties/${loss}/unserve`, { reason });
  await hall.post('scorekeeper', `penalties/${loss}/retarget`, { appliesTo: { when: 'next-game' }, reason });

  // p-2: two losses for one game are two after all, and one is lowered.
  await ruled('p-2', 'decklist-error');
  await ruled('p-2', 'decklist-error');
  const merged = (await idsOf('p-2', 'game-loss')).at(-1) ?? '';
  await hall.post('head', `penalties/${merged}/separate`, { reason });
  await hall.post('head', `penalties/${merged}/replace`, { penalty: 'warning', reason });

  // p-3: asked about, and withdrawn; asked again, confirmed, served and annulled.
  await hall.post('scorekeeper', 'rounds', { number: 2, pairings });
  for (let times = 0; times < 2; times++) await ruled('p-3', 'marked-cards');
  const late = await ruled('p-3', 'marked-cards', { round: 1 });
  await hall.post('head', `rulings/${late.ruling}/void`, { reason });
  const third = await ruled('p-3', 'marked-cards', { round: 1 });
  await answer('p-3', 'confirm');
  const [confirmed = ''] = await idsOf('p-3', 'game-loss');
  await hall.post('scorekeeper', `penalties/${confirmed}/serve`, { round: 2, table: 1, game: 2 });
  await hall.post('head', `rulings/${third.ruling}/void`, { reason });
  await answer('p-3', 'confirm');

  // p-4: another category, another player, an appeal.
  const { ruling } = await ruled('p-4', 'general-error');
  await hall.post('floor', `rulings/${ruling}/recategorise`, { player: 'p-4', category: 'looking-at-extra-cards', reason });
  await hall.post('floor', `rulings/${ruling}/reassign`, { from: 'p-4', to: 'p-5', reason });
  const { appeal } = await hall.post<{ appeal: string }>('floor', `rulings/${ruling}/appeal`, { player: 'p-5', grounds: 'I did nothing' });
  await hall.post('head', `appeals/${appeal}/decision`, { decision: 'overturned', reason });

  // p-5: several infractions at once, a referral, an offline double.
  const several = [
    { player: 'p-5', category: 'marked-cards' },
    { player: 'p-5', category: 'bribery' },
  ];
  await hall.post('floor', 'rulings', { infractions: several, account, remedy: 'play on' });
  const deviating = { player: 'p-5', category: 'angle-shooting', penalty: 'match-loss', deviation: { reason } };
  await hall.post('floor', 'rulings', { infractions: [deviating], account, refer: true });
  await answer('p-5', 'confirm');
  await ruled('p-5', 'slow-play', { distinct: false });
  await hall.post('appeals', 'rulings', {
    infractions: [{ player: 'p-5', category: 'slow-play' }],
    table: 1,
    game: 1,
    offline: true,
    account,
  });
  await answer('p-5', 'dismiss');

  await hall.post('scorekeeper', 'players/p-6/drop', { reason });
  await hall.post('head', 'players/p-6/reinstate', { reason });
  await hall.post('head', 'rulings', { infractions: [{ player: 'p-6', category: 'cheating' }], account });
  const { investigations } = await hall.record('p-6');
  await hall.post('head', `investigations/${investigations[0]?.investigation ?? ''}/conclude`, { finding: 'violation', reason });
  const open = (await hall.notices()).find(({ status }) => status === 'open');
  await hall.post('head', `notices/${open?.id ?? ''}/acknowledge`);

  await hall.admin.post(`${hall.path}/officials`, { id: 'helper', name: 'A helper', roles: ['floor-judge'] });
  await hall.post('head', 'officials/helper/roles', { roles: ['scorekeeper'], reason });
  await hall.post('head', 'officials/helper/revoke', { reason });
  await hall.post('head', 'close');
  await hall.post('head', 'reopen', { reason });
  await hall.post('head', 'close');
  await hall.post('organizer', 'officials/helper/erase');
  return hall;
}
