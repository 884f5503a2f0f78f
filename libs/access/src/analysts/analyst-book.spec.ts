import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openSqliteStore } from '@ladder/event-store';
import type { SqliteStore } from '@ladder/event-store';
import { AnalystBook, analystPerson } from './analyst-book.js';

let folder: string;
let opened: SqliteStore;
/** Two nodes of one store. */
let books: readonly [AnalystBook, AnalystBook];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ladder-analysts-'));
  opened = openSqliteStore({ folder, masterKey: new Uint8Array(32).fill(7) });
  books = [new AnalystBook(opened.store, opened.vault), new AnalystBook(opened.store, opened.vault)];
});
afterEach(async () => {
  await opened.store.close();
  rmSync(folder, { recursive: true });
});

const appoint = (book: AnalystBook, analyst: string, key: string | null = null, fingerprint = 'same') =>
  book.execute({ by: 'admin', key, fingerprint }, (_, seal) => ({ type: 'appoint', analyst, name: seal(`Name of ${analyst}`, analyst), codeHash: analyst })); // prettier-ignore

describe("the analysts' ledger", () => {
  it('takes every command once, whichever node it is sent to, and all nodes see the same analysts', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `a-${index}`);
    await Promise.all(ids.map((id, index) => appoint(books[index % 2]!, id)));
    for (const book of books) {
      const { byId, revision } = await book.read();
      expect([...byId.keys()].sort()).toEqual([...ids].sort());
      expect(revision).toBe(2 * ids.length - 1);
    }
  });

  it('lets one of two nodes appoint somebody, and answers a repeated command as the first time, on the other node too', async () => {
    const outcomes = await Promise.all(books.map((book) => appoint(book, 'kim')));
    expect(outcomes.filter((each) => 'refused' in each)).toMatchObject([{ refused: 'already-appointed' }]);
    const first = await appoint(books[0], 'lee', 'key');
    expect(await appoint(books[1], 'lee', 'key')).toEqual({ ...first, replayed: true });
    expect(await appoint(books[1], 'mia', 'key', 'another')).toMatchObject({ refused: 'idempotency-key-reused' });
  });

  it('has a code work once, while it is open, and none of who was revoked', async () => {
    await appoint(books[0], 'kim');
    const pair = (book: AnalystBook) =>
      book.execute({ by: 'kim', key: null, fingerprint: null }, () => ({ type: 'pair', codeHash: 'kim' }));
    const outcomes = await Promise.all(books.map(pair));
    expect(outcomes.map((each) => 'refused' in each && each.refused).sort()).toEqual([false, 'pairing-code-invalid']);
    const command = { by: 'admin', key: null, fingerprint: null };
    await books[0].execute(command, () => ({ type: 'issue-pairing', analyst: 'kim', codeHash: 'kim' }));
    await books[0].execute(command, (_, seal) => ({ type: 'revoke', analyst: 'kim', reason: seal('left', 'kim') }));
    expect(await pair(books[1])).toMatchObject({ refused: 'pairing-code-invalid' });
    expect(await books[1].execute(command, () => ({ type: 'issue-pairing', analyst: 'nobody', codeHash: '' }))).toMatchObject({
      refused: 'unknown-official',
    });
  });

  it('holds no name: it lies in the vault, and goes with the person', async () => {
    await appoint(books[0], 'kim');
    const bodies = (await opened.store.readStream('analysts', 0, 10)).map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies.join('')).not.toContain('Name of');
    expect(await books[1].names()).toEqual(new Map([['kim', 'Name of kim']]));
    await opened.vault.forget(analystPerson('kim'));
    expect(await books[1].names()).toEqual(new Map([['kim', null]]));
  });

  it.each(['admin', 'saga'])('takes nobody for %s', async (id) => {
    expect(await appoint(books[0], id)).toMatchObject({ refused: 'invalid-request' });
  });
});
