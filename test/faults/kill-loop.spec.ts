import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LedgerEvent } from '@ladder/ledger';
import fc from 'fast-check';
import { Hall } from '../support/hall.js';
import type { Ruled } from '../support/hall.js';
import { often } from '../support/often.js';
import { newFolder, removeFolder } from '../support/served.js';
import { ServerProcess } from '../support/server-process.js';

const PLAYERS = ['ana', 'ben', 'cleo'];

let folder: string;
beforeAll(() => {
  folder = newFolder();
});
afterAll(() => removeFolder(folder));

/** What was sent, by its key: to whom, and the answer, if one was heard. */
type Sent = Map<string, { readonly player: string; answer: Ruled | null }>;

const bodyFor = (player: string) => ({ player, category: 'slow-play', distinct: true, account: `What ${player} did.` });

/** Judges who rule without a pause until the server is gone. */
async function judge(hall: Hall, player: string, sent: Sent): Promise<void> {
  for (;;) {
    const key = randomUUID();
    const entry: { player: string; answer: Ruled | null } = { player, answer: null };
    sent.set(key, entry);
    try {
      entry.answer = await hall.post<Ruled>('floor', 'warnings', bodyFor(player), key);
    } catch {
      return;
    }
  }
}

const keysOf = (ledger: readonly LedgerEvent[]) => ledger.flatMap(({ type, metadata }) => (type === 'WarningIssued' ? [metadata.key] : []));

/** Once the saga has come to everything: from the third Warning on each has earned one Game Loss, and each of these was told once. */
async function settledLedger(hall: Hall): Promise<LedgerEvent[]> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const ledger = await hall.ledger();
    const of = (type: string) => ledger.filter((event) => event.type === type);
    const due = PLAYERS.map((player) => of('WarningIssued').filter(({ data }) => 'player' in data && data.player === player).length);
    const losses = due.reduce((sum, warnings) => sum + Math.max(0, warnings - 2), 0);
    const told = [of('GameLossApplied').length, of('HeadJudgeNotified').length];
    if (told.every((count) => count === losses)) return ledger;
    if (Date.now() > deadline || told.some((count) => count > losses))
      throw new Error(`${losses} Game Losses are due, not ${told.join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('a server that is killed at any moment has everything that it acknowledged, once', async () => {
  const sent: Sent = new Map();
  const first = await ServerProcess.start(folder);
  let hall = await Hall.open(first.admin, { id: 'killed-again' });
  await first.end();

  for (const moment of fc.sample(fc.integer({ min: 0, max: 400 }), often(8))) {
    const server = await ServerProcess.start(folder);
    hall = hall.at(server.url);
    const judges = PLAYERS.map(async (player) => judge(hall, player, sent));
    await new Promise((resolve) => setTimeout(resolve, moment));
    expect(await server.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    await Promise.all(judges);
  }

  const server = await ServerProcess.start(folder);
  hall = hall.at(server.url);
  const ledger = await settledLedger(hall);
  expect(ledger.map(({ position }) => position)).toEqual(ledger.map((_, index) => index));
  const recorded = keysOf(ledger);
  expect(new Set(recorded).size).toBe(recorded.length);
  const heard = [...sent].flatMap(([key, { answer }]) => (answer ? [{ key, answer }] : []));
  expect(heard.length).toBeGreaterThan(often(8));
  for (const { key, answer } of heard) {
    expect(ledger[answer.position]).toMatchObject({ type: 'WarningIssued', metadata: { key }, data: { ruling: answer.ruling } });
  }

  // What nobody heard of is sent again, and is there once, whether it was recorded the first time or not.
  const unheard = [...sent].filter(([, { answer }]) => answer === null);
  expect(unheard.length).toBeGreaterThan(0);
  for (const [key, { player }] of unheard) await hall.post<Ruled>('floor', 'warnings', bodyFor(player), key);
  const after = keysOf(await settledLedger(hall));
  expect(after.toSorted()).toEqual([...sent.keys()].toSorted());
});
