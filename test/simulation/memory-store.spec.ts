import { describeEventStore } from '../../libs/event-store/src/event-store.contract.js';
import type { StoreUnderTest } from '../../libs/event-store/src/event-store.contract.js';
import { Disk, MemoryStore } from './memory-store.js';

function openOn(disk: Disk): StoreUnderTest {
  const store = new MemoryStore(disk);
  return {
    store,
    vault: store,
    async reopen() {
      await store.close();
      return openOn(disk);
    },
    close: () => store.close(),
  };
}

// What the simulation finds out on it holds for a real store only if it keeps what a real one keeps.
describeEventStore('The store of the simulation', () => Promise.resolve(openOn(new Disk())));
