import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEventStore } from '../event-store.contract.js';
import type { StoreUnderTest } from '../event-store.contract.js';
import { openSqliteStore } from './open.js';

const masterKey = new Uint8Array(32).fill(7);

function openAt(folder: string): StoreUnderTest {
  const { store, vault } = openSqliteStore({ folder, masterKey });
  return {
    store,
    vault,
    async reopen() {
      await store.close();
      return openAt(folder);
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

describeEventStore('SQLite', () => Promise.resolve(openAt(mkdtempSync(join(tmpdir(), 'event-store-')))));
