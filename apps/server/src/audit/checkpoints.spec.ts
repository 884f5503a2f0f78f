import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { isConsistent, isMalformed, openCheckpoint } from '@ladder/audit';
import type { Checkpoint } from '@ladder/audit';
import { openSqliteStore } from '@ladder/event-store';
import type { EventStore } from '@ladder/event-store';
import { streamOf } from '@ladder/ledgers';
import { CheckpointBook } from './checkpoint-book.js';
import type { SignedCheckpoint } from './checkpoint-book.js';
import { Checkpoints } from './checkpoints.js';

jest.setTimeout(30_000);

const { privateKey } = generateKeyPairSync('ed25519');

let folder: string;
let store: EventStore;
let book: CheckpointBook;
let checkpoints: Checkpoints;
let reported: string[];

beforeEach(async () => {
  folder = newFolder();
  await open(folder);
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

describe('a checkpoint on request', () => {
  test('states size and root of the ledger as it is, signed with the key that is handed out', async () => {
    await record('spring', 3);
    const signed = await checkpoints.sign('spring');
    const tree = await checkpoints.treeOf('spring');
    expect(opened(signed)).toEqual({ origin: 'penalty-ladder/spring', size: 3, root: tree.root() });
    expect(signed).toMatchObject({ origin: 'penalty-ladder/spring', size: 3, root: tree.root().toString('base64') });
  });

  test('is the same one again when nothing was recorded since', async () => {
    await record('spring', 3);
    const first = await checkpoints.sign('spring');
    expect(await checkpoints.sign('spring')).toEqual(first);
    await record('spring', 1);
    expect((await checkpoints.sign('spring')).size).toBe(4);
    expect(checkpoints.all('spring').map(({ size }) => size)).toEqual([4, 3]);
  });

  test('is short enough for a QR code on the wall', async () => {
    const longest = 'a'.repeat(64);
    await record(longest, 1);
    // Version 15 at error correction M holds 412 bytes, and is read from across a room.
    expect(Buffer.byteLength((await checkpoints.sign(longest)).note)).toBeLessThan(412);
  });

  test('asked for by many at once is one', async () => {
    await record('spring', 5);
    const signed = await Promise.all(Array.from({ length: 8 }, () => checkpoints.sign('spring')));
    expect(new Set(signed.map(({ note }) => note)).size).toBe(1);
    expect(checkpoints.all('spring')).toHaveLength(1);
  });

  test('of one tournament says nothing of another', async () => {
    await record('spring', 2);
    await record('autumn', 4);
    await checkpoints.sign('spring');
    expect(opened(await checkpoints.sign('autumn'))).toMatchObject({ origin: 'penalty-ladder/autumn', size: 4 });
    expect(checkpoints.all('spring')).toHaveLength(1);
  });
});

describe('without being asked', () => {
  test('a tournament is signed when it closes', async () => {
    checkpoints.start();
    await record('spring', 5);
    await record('spring', 1, 'TournamentClosed');
    await until(() => checkpoints.latest('spring')?.size === 6);
    expect(opened(checkpoints.latest('spring')).size).toBe(6);
  });

  test('a tournament is signed every 256 events, and not before', async () => {
    checkpoints.start();
    await record('spring', 255);
    await record('autumn', 1, 'TournamentClosed');
    await until(() => checkpoints.latest('autumn') !== undefined);
    expect(checkpoints.latest('spring')).toBeUndefined();
    await record('spring', 1);
    await until(() => checkpoints.latest('spring')?.size === 256);
    await record('spring', 255);
    await record('autumn', 1, 'TournamentClosed');
    await until(() => checkpoints.latest('autumn')?.size === 2);
    expect(checkpoints.latest('spring')?.size).toBe(256);
    await record('spring', 1);
    await until(() => checkpoints.latest('spring')?.size === 512);
  });

  test('what was recorded while nobody looked is signed after the next start, and nothing is signed twice', async () => {
    checkpoints.start();
    await record('spring', 1, 'TournamentClosed');
    await until(() => checkpoints.latest('spring') !== undefined);
    await checkpoints.stop();
    await record('spring', 300);
    await record('autumn', 1, 'TournamentClosed');
    await store.close();

    await open(folder);
    checkpoints.start();
    await until(() => checkpoints.latest('autumn') !== undefined && checkpoints.latest('spring')?.size === 301);
    expect(checkpoints.all('spring').map(({ size }) => size)).toEqual([301, 1]);
    expect(checkpoints.all('autumn')).toHaveLength(1);
    expect(new Set(checkpoints.all('spring').map(({ origin }) => origin))).toEqual(new Set(['penalty-ladder/spring']));
  });
});

describe('tournaments that are due at once', () => {
  test('are kept at once, so that the disk is waited for once', async () => {
    await closeThree();
    const keep = jest.spyOn(book, 'keep');
    checkpoints.start();
    await until(() => THREE.every((each) => checkpoints.latest(each)?.size === 1));
    expect(keep.mock.calls.map(([kept]) => kept.map(({ tournament }) => tournament))).toEqual([THREE]);
  });

  test('are kept all or none, and signed again where they were not', async () => {
    await closeThree();
    // The second one cannot be kept: it is there already.
    const [first, second] = await Promise.all([checkpoints.treeOf(THREE[0]), checkpoints.sign(THREE[1])]);
    const checkpoint = { ...second, root: first.root().toString('base64') };
    expect(() =>
      book.keep(
        [THREE[0], THREE[1]].map((tournament) => ({ tournament, checkpoint })),
        3n,
      ),
    ).toThrow('UNIQUE');
    expect(checkpoints.all(THREE[0])).toEqual([]);
    expect(book.position).toBe(0n);
    checkpoints.start();
    await until(() => THREE.every((each) => checkpoints.latest(each)?.size === 1));
    expect(book.position).toBe(await store.lastPosition());
  });
});

describe('checkpoints never contradict each other', () => {
  test('any two of an origin are consistent, and a proof says so', async () => {
    for (const more of [1, 1, 2, 3, 10, 47, 64, 1]) {
      await record('spring', more);
      await checkpoints.sign('spring');
    }
    const signed = checkpoints.all('spring').toReversed().map(opened);
    expect(signed.map(({ size }) => size)).toEqual([1, 2, 4, 7, 17, 64, 128, 129]);
    const tree = await checkpoints.treeOf('spring');
    for (const [index, older] of signed.entries()) {
      for (const newer of signed.slice(index)) {
        const proof = tree.consistencyProof(older.size, newer.size);
        expect(isConsistent({ older, newer, proof })).toBe(true);
        expect(isConsistent({ older: { ...older, root: tree.root(3) }, newer, proof })).toBe(false);
      }
    }
  });

  test('a ledger that is not the one that was signed begins another origin, and that is said', async () => {
    await record('spring', 4);
    const before = await checkpoints.sign('spring');
    await replaceStore(async () => record('spring', 6));
    const after = await checkpoints.sign('spring');
    expect(after.origin).toMatch(/^penalty-ladder\/spring\/[0-9a-f]{8}$/);
    expect(opened(after)).toMatchObject({ origin: after.origin, size: 6 });
    expect(reported).toEqual(['spring: its ledger is not the one that was signed at size 4: another origin begins']);
    expect(checkpoints.all('spring').map(({ origin }) => origin)).toContain(before.origin);
    // And it goes on there.
    await record('spring', 1);
    expect((await checkpoints.sign('spring')).origin).toBe(after.origin);
    expect(reported).toHaveLength(1);
  });

  test('a ledger that is shorter than what was signed begins another origin, too', async () => {
    await record('spring', 4);
    await checkpoints.sign('spring');
    await replaceStore(async () => record('spring', 2));
    expect((await checkpoints.sign('spring')).origin).toMatch(/^penalty-ladder\/spring\/[0-9a-f]{8}$/);
  });

  test('a folder whose events came from a backup has an origin of its own from the start', async () => {
    await record('spring', 4);
    await close();
    rmSync(join(folder, 'checkpoints.db'));
    await open(folder);
    expect((await checkpoints.sign('spring')).origin).toMatch(/^penalty-ladder\/spring\/[0-9a-f]{8}$/);
  });

  test('two folders restored from one backup have different origins', async () => {
    await record('spring', 4);
    await close();
    const origins = new Set<string>();
    for (let times = 0; times < 2; times++) {
      rmSync(join(folder, 'checkpoints.db'));
      await open(folder);
      origins.add((await checkpoints.sign('spring')).origin);
      await close();
    }
    expect(origins.size).toBe(2);
    await open(folder);
  });

  test('a store that ends before what was looked after is looked after anew, under another origin', async () => {
    checkpoints.start();
    await record('spring', 10, 'TournamentClosed');
    await until(() => checkpoints.latest('spring')?.size === 10);
    await replaceStore(async () => undefined);
    checkpoints.start();
    await record('spring', 2, 'TournamentClosed');
    await until(() => checkpoints.latest('spring')?.size === 2);
    expect(checkpoints.latest('spring')?.origin).toMatch(/^penalty-ladder\/spring\/[0-9a-f]{8}$/);
  });
});

describe('where the log cannot be signed', () => {
  test('it is said, and tried again until it can be', async () => {
    const failing = jest.spyOn(store, 'readStream').mockRejectedValueOnce(new Error('the disk is away'));
    checkpoints.start();
    await record('spring', 1, 'TournamentClosed');
    await until(() => checkpoints.latest('spring')?.size === 1);
    expect(reported).toEqual(['checkpoints: the disk is away']);
    failing.mockRestore();
  });
});

// ── What the stories above are made of ─────────────────────────────────────────────────────────────────────────────────────

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'ladder-checkpoints-'));
}

/** Opens a store, and the book that lies in the folder. */
async function open(at: string): Promise<void> {
  ({ store } = openSqliteStore({ folder: at, masterKey: new Uint8Array(32) }));
  reported = [];
  book = new CheckpointBook(folder, await store.lastPosition(), false);
  checkpoints = new Checkpoints(store, book, { privateKey }, (what, error) =>
    reported.push(`${what}: ${error instanceof Error ? error.message : String(error)}`),
  );
}

async function close(): Promise<void> {
  await checkpoints.stop();
  await store.close();
}

const THREE = ['autumn', 'spring', 'winter'] as const;

async function closeThree(): Promise<void> {
  for (const each of THREE) await record(each, 1, 'TournamentClosed');
}

/** Another store under the same book, as if the files of an older backup had been put in the place of those that were signed. */
async function replaceStore(fill: () => Promise<void>): Promise<void> {
  await close();
  for (const name of ['events.db', 'events.db-wal', 'events.db-shm']) rmSync(join(folder, name), { force: true });
  await open(folder);
  await fill();
}

async function record(tournament: string, count: number, type = 'WarningIssued'): Promise<void> {
  const stream = streamOf(tournament);
  const events = Array.from({ length: count }, () => ({ id: randomUUID(), type, body: JSON.stringify(randomUUID()) }));
  await store.append(stream, await store.lastRevision(stream), events);
}

function opened(signed: SignedCheckpoint | undefined): Checkpoint {
  const checkpoint = openCheckpoint(signed?.note ?? '', checkpoints.key);
  if (isMalformed(checkpoint)) throw new Error(checkpoint.malformed);
  return checkpoint;
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('it never came true');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
