import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '../support/device.js';
import { Feed } from '../support/feed.js';
import { Hall } from '../support/hall.js';
import type { Pending, Ruled } from '../support/hall.js';
import { Served } from '../support/served.js';

let server: Served;
beforeAll(async () => {
  server = await Served.start();
});
afterAll(() => server.end());

describe('a third Looking at Extra Cards', () => {
  let hall: Hall;
  let feed: Feed;
  let third: Ruled;
  let heardAfter: number;

  beforeAll(async () => {
    hall = await Hall.open(server.admin);
    feed = await Feed.open(hall.by('head'), hall.path);
    await hall.warn('ana', 'looking-at-extra-cards', { table: 4 });
    await hall.warn('ana', 'looking-at-extra-cards', { table: 4 });
    const asked = performance.now();
    third = await hall.warn('ana', 'looking-at-extra-cards', { table: 4, game: 2, account: 'Two cards came along.' });
    await feed.until((events) => events.some(({ event, data }) => event === 'HeadJudgeNotified' && data.position > third.position));
    heardAfter = performance.now() - asked;
    feed.cut();
  });

  it('is a Game Loss that the judge hears of in the answer', () => {
    expect(third.penalties).toMatchObject([
      {
        player: 'ana',
        penalty: 'warning',
        tally: { category: 3, family: 3 },
        escalation: {
          status: 'applied',
          appliesTo: { when: 'now', round: 1, table: 4, game: 2 },
          concededBy: ['ana'],
          reasons: [{ rule: 'game-play-error/same-category', count: 3, threshold: 3, cites: ['TR 702.1.b.1'] }],
        },
      },
    ]);
    expect(third.announce.table).toContain('Ana Lindqvist');
  });

  it('reaches the head judge on the open feed within a second', () => {
    expect(heardAfter).toBeLessThan(1_000);
  });

  it('is told once, and waits to be acknowledged', async () => {
    expect(await hall.notices()).toMatchObject([
      { status: 'open', about: 'penalty', player: 'ana', penalty: third.penalties[0]?.escalation.penalty, table: 4, judge: 'floor' },
    ]);
  });

  it('is on the record beside its Warnings', async () => {
    const { tallies, penalties } = await hall.record('ana');
    expect(tallies.categories).toEqual([{ category: 'looking-at-extra-cards', warnings: 3, upgradesAt: 3 }]);
    expect(penalties.map(({ penalty, status }) => [penalty, status])).toEqual([
      ['warning', 'standing'],
      ['warning', 'standing'],
      ['warning', 'standing'],
      ['game-loss', 'pending'],
    ]);
  });

  it('is explained by who gave what, and why that is enough', async () => {
    const explanation = await hall.get<Record<string, unknown>>('head', `penalties/${third.penalties[0]?.escalation.penalty}/explanation`);
    const counted = (await hall.record('ana')).penalties.filter(({ penalty }) => penalty === 'warning');
    expect(explanation).toMatchObject({
      penalty: { penalty: 'game-loss', status: 'pending' },
      reasons: [{ rule: 'game-play-error/same-category', count: 3, threshold: 3, cites: ['TR 702.1.b.1'] }],
      counted: counted.map(({ ruling, position }) => ({ ruling, position, category: 'looking-at-extra-cards' })),
      causes: [
        { position: third.position + 1, type: 'GameLossApplied' },
        { position: third.position, type: 'WarningIssued' },
      ],
    });
    expect(explanation['text']).toEqual(expect.stringContaining('TR 702.1.b.1'));
  });

  it('stands in the ledger as a chain of causes', async () => {
    const [warning, loss, notice] = (await hall.ledger()).slice(third.position);
    expect([warning, loss, notice].map((event) => [event?.type, event?.metadata.by, event?.metadata.cause])).toEqual([
      ['WarningIssued', 'floor', null],
      ['GameLossApplied', 'saga', third.position],
      ['HeadJudgeNotified', 'saga', third.position + 1],
    ]);
  });

  it('is a fold of what was recorded: cut before it, the record knows two Warnings', async () => {
    const { tallies, penalties } = await hall.record('ana', `?asOf=${third.position - 1}`);
    expect(tallies.categories).toEqual([{ category: 'looking-at-extra-cards', warnings: 2, upgradesAt: 3 }]);
    expect(penalties).toHaveLength(2);
  });
});

describe('the ladder over HTTP', () => {
  it('names both reasons where a Warning crosses its category and its family', async () => {
    const hall = await Hall.open(server.admin);
    const before = ['looking-at-extra-cards', 'looking-at-extra-cards', 'mispayment-for-cost', 'general-error', 'drawing-extra-cards'];
    for (const category of before) expect((await hall.warn('ben', category)).penalties[0]?.escalation.status).toBe('none');
    const { penalties } = await hall.warn('ben', 'looking-at-extra-cards');
    expect(penalties[0]?.escalation.reasons.map(({ rule, count }) => [rule, count])).toEqual([
      ['game-play-error/same-category', 3],
      ['game-play-error/any-category', 6],
    ]);
  });

  it('lets the team-mate concede along in 2v2', async () => {
    const team = (id: string, name: string, of: string) => ({ id, name, team: of });
    const players = [team('ana', 'Ana', 'Red'), team('cleo', 'Cleo', 'Red'), team('ben', 'Ben', 'Blue'), team('dan', 'Dan', 'Blue')];
    const hall = await Hall.open(server.admin, { format: '2v2', players });
    await hall.warn('ana', 'unsporting-minor');
    const { penalties } = await hall.warn('ana', 'unsporting-minor');
    expect(penalties[0]?.escalation).toMatchObject({ status: 'applied', concededBy: ['ana', 'cleo'] });
    const { losses } = await hall.get<Pending>('scorekeeper', 'pending');
    expect(losses).toMatchObject([{ player: 'ana', concededBy: ['ana', 'cleo'], outcome: 'conceded' }]);
  });

  it('only asks the head judge where the tournament was opened so', async () => {
    const hall = await Hall.open(server.admin, { escalation: 'review' });
    await hall.warn('ana', 'unsporting-minor');
    const { penalties } = await hall.warn('ana', 'unsporting-minor');
    expect(penalties[0]?.escalation.status).toBe('review');
    expect((await hall.record('ana')).penalties.map(({ penalty }) => penalty)).toEqual(['warning', 'warning']);
    const { items } = await hall.get<Page<{ id: string }>>('head', 'reviews?status=open');
    await hall.post('head', `reviews/${items[0]?.id ?? ''}/answer`, { decision: 'confirm', reason: 'It is.' });
    expect((await hall.record('ana')).penalties.map(({ penalty }) => penalty)).toEqual(['warning', 'warning', 'game-loss']);
  });
});
