import { describeEventStore } from '../../libs/event-store/src/event-store.contract.js';
import type { StoreUnderTest } from '../../libs/event-store/src/event-store.contract.js';
import { vaultKeyOf } from '@ladder/access';
import { openKurrentStore } from '@ladder/event-store';
import { MASTER_KEY, serverUnderTest } from './server-under-test.js';

const masterKey = vaultKeyOf(MASTER_KEY);

async function openAt(address: string, letGo: () => Promise<void>): Promise<StoreUnderTest> {
  const { store, vault } = await openKurrentStore({ address, masterKey });
  return {
    store,
    vault,
    async reopen() {
      await store.close();
      return openAt(address, letGo);
    },
    async close() {
      await store.close();
      await letGo();
    },
  };
}

const server = serverUnderTest();

describeEventStore(server.name, async () => {
  const { address, stop } = await server.start();
  return openAt(address, stop);
});
