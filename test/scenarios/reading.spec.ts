import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '../support/device.js';
import { Hall } from '../support/hall.js';
import type { Notice, Pending, Ruled, Timeline } from '../support/hall.js';
import { Served } from '../support/served.js';

let server: Served;
beforeAll(async () => {
  server = await Served.start();
});
afterAll(() => server.end());

/** Every item of a list, in pages of that size. */
async function pages<T>(hall: Hall, list: string, limit: number, between: () => Promise<unknown> = async () => undefined): Promise<T[][]> {
  const found: T[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { items, next }: Page<T> = await hall.get<Page<T>>('head', `${list}${list.includes('?') ? '&' : '?'}limit=${limit}${query}`);
    found.push([...items]);
    cursor = next;
    await between();
  }
  return found;
}

describe('At-Least', () => {
  let hall: Hall;
  beforeAll(async () => {
    hall = await Hall.open(server.admin);
  });
  const atLeast = async (position: number | string) =>
    hall.by('floor').ask('GET', `${hall.path}/players`, { headers: { 'at-least': String(position) } });

  it('lets a judge read what was just written', async () => {
    const { position } = await hall.warn('ana', 'slow-play');
    expect((await atLeast(position)).status).toBe(200);
  });

  it('waits for what is on its way', async () => {
    const end = await hall.end();
    const waiting = atLeast(end + 1);
    await hall.warn('ana', 'marked-cards');
    expect((await waiting).status).toBe(200);
  });

  it('is answered 503 with both positions when nothing comes', async () => {
    const end = await hall.end();
    const { status, body, headers } = await atLeast(end + 5);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(body).toMatchObject({ code: 'read-model-behind', asked: end + 5, known: end });
  });
});

describe('a preview', () => {
  it('says what would follow, and records nothing', async () => {
    const hall = await Hall.open(server.admin);
    await hall.warn('ana', 'unsporting-minor');
    const ruling = { infractions: [{ player: 'ana', category: 'unsporting-minor' }], account: 'Loud.', table: 2, distinct: true };
    const before = await hall.ledger();
    const preview = await hall.by('floor').ask<Ruled>('POST', `${hall.path}/rulings/preview`, { body: ruling, key: null });
    expect(preview.status).toBe(200);
    expect(preview.body).not.toHaveProperty('ruling');
    expect(preview.body).toMatchObject({
      penalties: [{ penalty: 'warning', tally: { category: 2 }, escalation: { status: 'applied', penalty: null } }],
    });
    expect(await hall.ledger()).toEqual(before);

    const then = await hall.post<Ruled>('floor', 'rulings', ruling);
    expect(then.penalties[0]?.tally).toEqual(preview.body.penalties[0]?.tally);
    expect(then.announce).toEqual(preview.body.announce);
  });

  it('is refused as the ruling would be', async () => {
    const hall = await Hall.open(server.admin);
    const cheating = { infractions: [{ player: 'ana', category: 'cheating' }] };
    for (const path of ['rulings/preview', 'rulings']) {
      const { status, body } = await hall.by('floor').ask('POST', `${hall.path}/${path}`, { body: cheating });
      expect([status, body.code]).toEqual([403, 'disqualification-needs-head-judge']);
    }
  });
});

describe('a record of earlier', () => {
  it('is the record that was shown then, at each position', async () => {
    const hall = await Hall.open(server.admin);
    const shown = new Map<number, unknown>();
    for (const category of ['slow-play', 'marked-cards', 'slow-play', 'slow-play']) {
      await hall.warn('ana', category);
      const record = await hall.record('ana');
      shown.set(record.asOf.position, record);
    }
    expect(shown.size).toBe(4);
    for (const [position, record] of shown) expect(await hall.record('ana', `?asOf=${position}`)).toEqual(record);
  });

  it('is found by time', async () => {
    const hall = await Hall.open(server.admin);
    const { position } = await hall.warn('ana', 'slow-play');
    const recordedAt = (await hall.ledger())[position]?.metadata.recordedAt ?? '';
    await new Promise((resolve) => setTimeout(resolve, 5));
    await hall.warn('ana', 'slow-play');
    const then = await hall.record('ana', `?at=${recordedAt}`);
    expect(then.asOf).toEqual({ position, recordedAt });
    expect(then.tallies.categories).toMatchObject([{ warnings: 1 }]);
    const before = await hall.by('head').ask('GET', `${hall.path}/players/ana/record?at=2020-01-01T00:00:00.000Z`);
    expect([before.status, before.body.code]).toEqual([400, 'invalid-request']);
  });

  it('shows names and accounts as they are now', async () => {
    const hall = await Hall.open(server.admin);
    const { position } = await hall.warn('ana', 'slow-play');
    await hall.post('head', 'players/ana/correct', { name: 'Anna Lindqvist', reason: 'Misspelt.' });
    expect((await hall.record('ana', `?asOf=${position}`)).player.name).toBe('Anna Lindqvist');
  });

  it('does not reach beyond the end, nor say two things at once', async () => {
    const hall = await Hall.open(server.admin);
    const end = await hall.end();
    for (const query of [`asOf=${end + 1}`, `asOf=${end}&at=2026-11-07T10:41:00.000Z`, 'asOf=-1', 'at=yesterday']) {
      const { status, body } = await hall.by('head').ask('GET', `${hall.path}/players/ana/record?${query}`);
      expect([query, status, body.code]).toEqual([query, 400, 'invalid-request']);
    }
  });
});

describe('lists', () => {
  let hall: Hall;
  beforeAll(async () => {
    hall = await Hall.open(server.admin);
    for (const category of ['slow-play', 'slow-play', 'slow-play', 'marked-cards', 'slow-play']) await hall.warn('ana', category);
  });

  it('come in pages that hold everything once', async () => {
    for (const list of ['rulings', 'notices', 'players', 'officials', 'players/ana/timeline']) {
      const whole = (await hall.get<Page<unknown>>('head', `${list}?limit=500`)).items;
      expect(whole.length).toBeGreaterThan(1);
      expect([list, (await pages(hall, list, 1)).flat()]).toEqual([list, whole]);
    }
  });

  it('keep their place while new things come ahead of them', async () => {
    const whole = (await hall.get<Page<{ ruling: string }>>('head', 'rulings')).items.map(({ ruling }) => ruling);
    const seen = await pages<{ ruling: string }>(hall, 'rulings', 2, async () => hall.warn('ben', 'slow-play'));
    expect(seen.flat().map(({ ruling }) => ruling)).toEqual(whole);
  });

  it('tell a ledger in order and without a hole', async () => {
    const positions = (await pages<{ position: number }>(hall, 'ledger', 3)).flat().map(({ position }) => position);
    expect(positions).toEqual(positions.map((_, index) => index));
    expect(positions.length).toBe((await hall.end()) + 1);
  });

  it('can be narrowed', async () => {
    const of = async (query: string) => (await hall.get<Page<{ ruling: string }>>('head', `rulings?limit=500&${query}`)).items.length;
    expect(await of('player=ana')).toBe(5);
    expect(await of('player=ana&category=marked-cards')).toBe(1);
    expect(await of('judge=head')).toBe(0);
    expect(await of('round=0')).toBe(0);
    expect(await of('penalty=warning&player=ana&round=1&judge=floor')).toBe(5);
  });
});

describe('a timeline', () => {
  it('tells every event that touched the player, with the tallies right after it', async () => {
    const hall = await Hall.open(server.admin);
    const { ruling } = await hall.warn('ana', 'slow-play');
    await hall.warn('ben', 'slow-play');
    await hall.warn('ana', 'slow-play');
    await hall.post('head', `rulings/${ruling}/void`, { reason: 'It was the clock.' });
    const { items } = await hall.get<Page<Timeline>>('floor', 'players/ana/timeline');
    const told = items.map(({ type, tallies }) => [type, tallies.categories.map(({ warnings }) => warnings)]);
    expect(told).toEqual([
      ['PlayersEnrolled', []],
      ['WarningIssued', [1]],
      ['WarningIssued', [2]],
      ['RulingVoided', [1]],
    ]);
    expect(items.map(({ position }) => position)).toEqual(items.map(({ position }) => position).toSorted((a, b) => a - b));
  });

  it('withholds notices from a floor judge without leaving a hole', async () => {
    const hall = await Hall.open(server.admin);
    for (let times = 0; times < 2; times += 1) await hall.warn('ana', 'unsporting-minor');
    const [floor, head] = await Promise.all(
      (['floor', 'head'] as const).map(async (who) => (await hall.get<Page<Timeline>>(who, 'players/ana/timeline')).items),
    );
    expect(head?.map(({ type }) => type)).toContain('HeadJudgeNotified');
    expect(floor?.map(({ type }) => type)).toEqual(head?.map(({ type }) => (type === 'HeadJudgeNotified' ? 'Withheld' : type)));
  });
});

describe('who is near a Game Loss', () => {
  it('is told to the head judge, by the scope that it would come from', async () => {
    const hall = await Hall.open(server.admin);
    await hall.warn('ana', 'unsporting-minor');
    for (const category of ['slow-play', 'slow-play', 'marked-cards', 'insufficient-randomization', 'communication-violation']) {
      await hall.warn('ben', category);
    }
    await hall.warn('cleo', 'slow-play');
    const { items } = await hall.get<Page<{ player: string; near: { scope: string; warnings: number; upgradesAt: number }[] }>>(
      'head',
      'players?near=1',
    );
    expect(items.map(({ player, near }) => [player, near])).toEqual([
      ['ana', [{ scope: 'unsporting-minor', warnings: 1, upgradesAt: 2 }]],
      [
        'ben',
        [
          { scope: 'slow-play', warnings: 2, upgradesAt: 3 },
          { scope: 'tournament-error', warnings: 5, upgradesAt: 6 },
        ],
      ],
    ]);
  });

  it('is nothing for a floor judge', async () => {
    const hall = await Hall.open(server.admin);
    const { status, body } = await hall.by('floor').ask('GET', `${hall.path}/players?near=1`);
    expect([status, body.code]).toEqual([403, 'not-granted']);
  });
});

describe('what waits for the scorekeeper', () => {
  it('goes from pending to served, and is overdue when its round is over', async () => {
    const hall = await Hall.open(server.admin, { started: false });
    const pairings = [{ table: 7, players: ['ana', 'ben'] }];
    await hall.post('scorekeeper', 'rounds', { number: 1, pairings });
    for (let times = 0; times < 2; times += 1) await hall.warn('ana', 'unsporting-minor', { table: 7, game: 1, durationSeconds: 150 });
    const pending = async () => hall.get<Pending>('scorekeeper', 'pending');
    const [loss] = (await pending()).losses;
    expect(loss).toMatchObject({
      player: 'ana',
      kind: 'game-loss',
      appliesTo: { when: 'now', round: 1, table: 7, game: 1 },
      overdue: false,
      seat: { round: 1, table: 7, opponents: ['ben'] },
    });
    expect((await pending()).extensions).toMatchObject([{ round: 1, table: 7, minutes: 6 }]);

    await hall.post('scorekeeper', 'rounds', { number: 2 });
    expect((await pending()).losses).toMatchObject([{ overdue: true }]);
    await hall.post('scorekeeper', `penalties/${loss?.penalty ?? ''}/serve`, { round: 1, table: 7, game: 1 });
    expect((await pending()).losses).toEqual([]);
    expect((await hall.record('ana')).penalties.at(-1)).toMatchObject({ status: 'served', served: { round: 1, table: 7, game: 1 } });
  });

  it('is listed once more when the tournament closes', async () => {
    const hall = await Hall.open(server.admin);
    for (let times = 0; times < 2; times += 1) await hall.warn('ana', 'unsporting-minor');
    const closed = await hall.post<{ unserved: unknown[]; notices: Notice[] }>('head', 'close');
    expect(closed.unserved).toMatchObject([{ player: 'ana', penalty: 'game-loss' }]);
    expect(closed.notices).toMatchObject([{ about: 'penalty', player: 'ana' }]);
    const late = await hall.by('floor').ask('POST', `${hall.path}/warnings`, { body: { player: 'ben', category: 'slow-play' } });
    expect([late.status, late.body.code]).toEqual([409, 'tournament-closed']);
  });
});
