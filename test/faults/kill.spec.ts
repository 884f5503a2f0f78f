import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Hall } from '../support/hall.js';
import type { Ruled } from '../support/hall.js';
import { newFolder, removeFolder } from '../support/served.js';
import { ServerProcess } from '../support/server-process.js';

let folder: string;
let hall: Hall;
beforeEach(async () => {
  folder = newFolder();
  const server = await ServerProcess.start(folder);
  hall = await Hall.open(server.admin, { id: 'killed' });
  await hall.warn('ana', 'unsporting-minor', { table: 1 });
  await server.end();
});
afterEach(() => removeFolder(folder));

/** The Warning that earns a Game Loss, sent with a key that can be sent again. */
const body = { player: 'ana', category: 'unsporting-minor', table: 2, distinct: true };
const warnWith = async (key: string) => hall.by('floor').ask<Ruled>('POST', `${hall.path}/warnings`, { body, key });

/** The Game Loss and its notice are there, each once, and caused by the second Warning. */
async function holdsOneLossAndOneNotice(): Promise<void> {
  const deadline = Date.now() + 10_000;
  while ((await hall.notices()).length === 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  const events = (await hall.ledger()).filter(({ type }) => /^(WarningIssued|GameLossApplied|HeadJudgeNotified)$/.test(type));
  expect(events.map(({ type }) => type)).toEqual(['WarningIssued', 'WarningIssued', 'GameLossApplied', 'HeadJudgeNotified']);
  expect(events[2]?.metadata.cause).toBe(events[1]?.position);
  expect(await hall.notices()).toMatchObject([{ about: 'penalty', player: 'ana', status: 'open' }]);
}

describe('killed between the answer and the saga', () => {
  it('the server applies the Game Loss at its next start, tells the head judge once, and answers the key as first', async () => {
    const dying = await ServerProcess.start(folder, { LADDER_FAILPOINT: 'after-answer-before-saga' });
    hall = hall.at(dying.url);
    const key = randomUUID();
    const first = await warnWith(key);
    expect(first.status).toBe(201);
    expect(first.body.penalties[0]?.escalation.status).toBe('pending');
    expect(await dying.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const again = await ServerProcess.start(folder);
    hall = hall.at(again.url);
    await holdsOneLossAndOneNotice();
    const replayed = await warnWith(key);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    const { ruling, position } = first.body;
    expect(replayed.body).toMatchObject({ ruling, position, penalties: [{ tally: { category: 2 }, escalation: { status: 'applied' } }] });
    await holdsOneLossAndOneNotice();
  });
});

describe('killed between the append and the answer', () => {
  it('the server has the Warning, and whoever never heard of it sends the key again and hears of it', async () => {
    const dying = await ServerProcess.start(folder, { LADDER_FAILPOINT: 'after-append-before-answer' });
    hall = hall.at(dying.url);
    const key = randomUUID();
    await expect(warnWith(key)).rejects.toThrow();
    expect(await dying.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const again = await ServerProcess.start(folder);
    hall = hall.at(again.url);
    await holdsOneLossAndOneNotice();
    const answer = await warnWith(key);
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(answer.body.penalties).toMatchObject([{ tally: { category: 2 }, escalation: { status: 'applied' } }]);
    await holdsOneLossAndOneNotice();
  });

  it('a key that nobody sends again leaves no less', async () => {
    const dying = await ServerProcess.start(folder, { LADDER_FAILPOINT: 'after-append-before-answer' });
    hall = hall.at(dying.url);
    await expect(warnWith(randomUUID())).rejects.toThrow();
    await dying.ended;
    const again = await ServerProcess.start(folder);
    hall = hall.at(again.url);
    await holdsOneLossAndOneNotice();
  });
});

/** Negative control: the check itself sees a Warning whose Game Loss nobody has applied. */
it('a saga that never comes is noticed', async () => {
  const dying = await ServerProcess.start(folder, { LADDER_FAILPOINT: 'after-answer-before-saga' });
  hall = hall.at(dying.url);
  await warnWith(randomUUID());
  await dying.ended;
  // Its failpoint keeps the saga away at this start too, until a judge's answer would kill it.
  const sagaless = await ServerProcess.start(folder, { LADDER_FAILPOINT: 'after-answer-before-saga' });
  hall = hall.at(sagaless.url);
  const types = (await hall.ledger()).map(({ type }) => type);
  expect(types.at(-1)).toBe('WarningIssued');
  expect(await hall.notices()).toEqual([]);
});
