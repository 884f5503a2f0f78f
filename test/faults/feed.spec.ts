import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Feed } from '../support/feed.js';
import { Hall } from '../support/hall.js';
import { Served } from '../support/served.js';
import { often } from '../support/often.js';

let server: Served;
beforeAll(async () => {
  server = await Served.start();
});
afterAll(() => server.end());
afterEach(() => {
  jest.restoreAllMocks();
});

async function eventually(holds: () => Promise<boolean>, patience = 10_000): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('it never came true');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Timers of one length run shorter: what waits half a minute is seen in a moment. */
function shorten(kind: 'setTimeout' | 'setInterval', from: number, to: number): void {
  const real = globalThis[kind];
  jest.spyOn(globalThis, kind).mockImplementation((handler: () => void, ms?: number) => real(handler, ms === from ? to : ms));
}

describe('a feed that is cut at any byte', () => {
  it('goes on after the last whole event: together its pieces are the ledger, each event once and in order', async () => {
    const hall = await Hall.open(server.admin);
    const over = new AbortController();
    const judge = (async () => {
      while (!over.signal.aborted) {
        await hall.warn('ana', 'slow-play', { account: 'Slow again.' });
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    const seen: number[] = [];
    const cutsAt = fc.sample(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 4_000 })), often(200));
    for (const cutAfter of cutsAt) {
      const last = seen.at(-1);
      const feed = await Feed.open(hall.by('floor'), hall.path, { cutAfter, ...(last !== undefined && { lastEventId: last }) });
      // It may have caught up before so many bytes have come.
      await Promise.race([feed.gone, new Promise((resolve) => setTimeout(resolve, 60))]);
      feed.cut();
      seen.push(...feed.events.map(({ id }) => id));
    }
    over.abort();
    await judge;
    const end = await hall.end();
    const rest = await Feed.open(hall.by('floor'), hall.path, { lastEventId: seen.at(-1) ?? -1 });
    await rest.until((events) => (events.at(-1)?.id ?? seen.at(-1)) === end);
    rest.cut();
    seen.push(...rest.events.map(({ id }) => id));
    expect(seen).toEqual(Array.from({ length: end + 1 }, (_, position) => position));
    expect(end).toBeGreaterThan(50);
  });

  it('says the same of an event however often it is read', async () => {
    const hall = await Hall.open(server.admin);
    await hall.warn('ana', 'slow-play');
    const end = await hall.end();
    const read = async (lastEventId?: number) => {
      const feed = await Feed.open(hall.by('head'), hall.path, lastEventId === undefined ? {} : { lastEventId });
      await feed.until((events) => events.at(-1)?.id === end);
      feed.cut();
      return feed.events;
    };
    const whole = await read();
    for (let from = 0; from < end; from += 1) expect(await read(from)).toEqual(whole.slice(from + 1));
  });
});

describe('an id that the ledger does not hold', () => {
  it.each(['4711', '-1', 'yesterday', '1e3', '9'.repeat(30)])(
    '%s is answered with a reset to the end, and the feed goes on',
    async (lastEventId) => {
      const hall = await Hall.open(server.admin);
      const end = await hall.end();
      const feed = await Feed.open(hall.by('head'), hall.path, { lastEventId });
      await hall.warn('ana', 'slow-play');
      await feed.until((events) => events.length === 2);
      feed.cut();
      expect(feed.events.map(({ id, event }) => [id, event])).toEqual([
        [end, 'reset'],
        [end + 1, 'WarningIssued'],
      ]);
    },
  );
});

describe('two feeds of one tournament', () => {
  it('tell notices to the head judge, and to a floor judge that there is something', async () => {
    const hall = await Hall.open(server.admin);
    for (let times = 0; times < 2; times += 1) await hall.warn('ana', 'unsporting-minor');
    const end = await hall.end();
    const [head, floor] = await Promise.all(
      (['head', 'floor'] as const).map(async (who) => {
        const feed = await Feed.open(hall.by(who), hall.path);
        await feed.until((events) => events.at(-1)?.id === end);
        feed.cut();
        return feed.events;
      }),
    );
    expect(head?.at(-1)).toMatchObject({ event: 'HeadJudgeNotified', data: { data: { player: 'ana' } } });
    expect(floor?.at(-1)).toMatchObject({ id: end, event: 'Withheld', data: { data: {}, by: null } });
    expect(floor?.slice(0, -1)).toEqual(head?.slice(0, -1));
  });
});

describe('a rebuild of the read models', () => {
  it('tells nobody anything: no event, no notice, nothing on a feed', async () => {
    const hall = await Hall.open(server.admin);
    for (let times = 0; times < 2; times += 1) await hall.warn('ana', 'unsporting-minor');
    const before = { ledger: await hall.ledger(), notices: await hall.notices() };
    const feed = await Feed.open(hall.by('head'), hall.path, { lastEventId: await hall.end() });
    await server.admin.post('/v1/admin/rebuild', {});
    expect({ ledger: await hall.ledger(), notices: await hall.notices() }).toEqual(before);
    const { position } = await hall.warn('ben', 'slow-play');
    await feed.until((events) => events.length > 0);
    feed.cut();
    expect(feed.events.map(({ id }) => id)).toEqual([position]);
  });
});

describe('a feed where nothing happens', () => {
  it('says so every 15 seconds, so that nobody hangs up', async () => {
    shorten('setInterval', 15_000, 20);
    const hasty = await Served.start();
    const hall = await Hall.open(hasty.admin);
    const feed = await Feed.open(hall.by('floor'), hall.path);
    await eventually(async () => feed.comments.filter((comment) => comment === 'keep-alive').length >= 2);
    feed.cut();
    await hasty.end();
  });
});

describe('readers that come and go', () => {
  it('leave nothing behind', async () => {
    const hall = await Hall.open(server.admin);
    const rounds = often(500);
    for (let round = 0; round < rounds; round += 20) {
      await Promise.all(
        Array.from({ length: 20 }, async (_, number) => {
          const feed = await Feed.open(hall.by('floor'), hall.path);
          if (number % 2 === 0) await feed.until((events) => events.length > 0);
          feed.cut();
        }),
      );
    }
    await eventually(async () => (await server.feedsOpen()) === 0);
  });

  it('are counted while they are there: it is not that nobody counts', async () => {
    const hall = await Hall.open(server.admin);
    const feeds = await Promise.all(Array.from({ length: 3 }, async () => Feed.open(hall.by('floor'), hall.path)));
    expect(await server.feedsOpen()).toBe(3);
    for (const feed of feeds) feed.cut();
    await eventually(async () => (await server.feedsOpen()) === 0);
  });
});

describe('a reader that stops reading', () => {
  let hall: Hall;
  /** Nine megabytes, much more than what lies between a server and a reader: 30 rounds of 2,000 tables, and ids as long as they may be. */
  beforeAll(async () => {
    const id = (number: number) => `player-${number}`.padEnd(64, '.');
    hall = await Hall.open(server.admin, { started: false });
    await hall.post('organizer', 'players', { players: Array.from({ length: 4_000 }, (_, index) => ({ id: id(index), name: 'P' })) });
    const pairings = Array.from({ length: 2_000 }, (_, table) => ({ table: table + 1, players: [id(2 * table), id(2 * table + 1)] }));
    for (let number = 1; number <= 30; number += 1) await hall.post('scorekeeper', 'rounds', { number, pairings });
  });

  it('gets everything once it reads again', async () => {
    const end = await hall.end();
    const feed = await Feed.open(hall.by('floor'), hall.path, { paused: true });
    await hall.warn('ana', 'slow-play');
    await new Promise((resolve) => setTimeout(resolve, 300));
    feed.response.resume();
    await feed.until((events) => events.at(-1)?.id === end + 1, 20_000);
    feed.cut();
    expect(feed.events.map(({ id }) => id)).toEqual(Array.from({ length: end + 2 }, (_, position) => position));
  });

  it('is dropped after half a minute', async () => {
    shorten('setTimeout', 30_000, 300);
    const feed = await Feed.open(hall.by('floor'), hall.path, { paused: true });
    expect(await server.feedsOpen()).toBe(1);
    await eventually(async () => (await server.feedsOpen()) === 0);
    feed.cut();
  });

  it('holds up nobody else', async () => {
    const stalled = await Promise.all(Array.from({ length: 3 }, async () => Feed.open(hall.by('floor'), hall.path, { paused: true })));
    const end = await hall.end();
    const quick = await Feed.open(hall.by('head'), hall.path, { lastEventId: end });
    const { position } = await hall.warn('ben', 'slow-play');
    await quick.until((events) => events.some(({ id }) => id === position), 2_000);
    for (const feed of [quick, ...stalled]) feed.cut();
    await eventually(async () => (await server.feedsOpen()) === 0);
  });
});

describe('a feed that is asked for right behind something else, on the same connection', () => {
  it('waits for that answer, and then is the bytes of its events with nothing between them', async () => {
    const hall = await Hall.open(server.admin);
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    const token = hall.by('floor').token ?? '';
    const question = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${header}\r\n`;
    // The first is answered when something more is recorded.
    socket.write(question(`${hall.path}/players`, `At-Least: ${(await hall.end()) + 1}\r\n`) + question(`${hall.path}/feed`));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await hall.warn('ana', 'slow-play');
    const end = await hall.end();
    await eventually(() => Promise.resolve(received.includes(`id: ${end}\n`) && received.endsWith('\n\n')));
    socket.destroy();
    const [players, feed] = received.split(/(?=HTTP\/1\.1 )/).map((answer) => {
      const [head, body] = answer.split('\r\n\r\n');
      return { head, body };
    });
    expect(JSON.parse(players?.body ?? '')).toMatchObject({ next: null });
    expect(feed?.head).toMatch(/^HTTP\/1\.1 200 OK\r\n.*text\/event-stream.*connection: close/is);
    const again = await Feed.open(hall.by('floor'), hall.path);
    await again.until((events) => events.at(-1)?.id === end);
    again.cut();
    const blocks = again.events.map(({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    expect(feed?.body).toBe(`: welcome\n\n${blocks.join('')}`);
  });
});

describe('a reader that hangs up in the middle of its question', () => {
  it('leaves nothing behind either', async () => {
    const hall = await Hall.open(server.admin);
    const { port, hostname } = new URL(server.url);
    const question = `GET ${hall.path}/feed HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${hall.by('floor').token ?? ''}\r\n\r\n`;
    const whole = Array.from({ length: 40 }, () => question.length);
    for (const length of [...whole, ...fc.sample(fc.integer({ min: 1, max: question.length }), 40)]) {
      await new Promise<void>((resolve) => {
        const socket: Socket = connect(Number(port), hostname, () => {
          socket.write(question.slice(0, length), () => socket.destroy());
        });
        socket.once('close', () => resolve());
      });
    }
    await eventually(async () => (await server.feedsOpen()) === 0);
    expect((await hall.by('floor').ask('GET', hall.path)).status).toBe(200);
  });
});
