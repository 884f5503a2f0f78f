import { randomUUID } from 'node:crypto';
import { openSqliteStore } from '@ladder/event-store';
import { MASTER_KEY } from '../material/master-key.ts';
import type { Counted, Peer, Warned } from './peer.ts';

const PAGE = 1_000;
const TYPE = 'WarningIssued';

/** Our store, which alone of them has each event on disk when it says so. */
export function ours(folder: string): Peer {
  const { store } = openSqliteStore({ folder, masterKey: MASTER_KEY });
  return {
    name: 'ours',
    append: (tournament: string, version: number, warned: Warned) =>
      store.append(tournament, version - 1, [{ id: randomUUID(), type: TYPE, body: JSON.stringify(warned) }]),
    load: async (tournament: string): Promise<Counted> => {
      let version = 0;
      let warnings = 0;
      for (;;) {
        const page = await store.readStream(tournament, version, PAGE);
        for (const { body } of page) if ((JSON.parse(body) as Warned).player !== '') warnings += 1;
        version += page.length;
        if (page.length < PAGE) return { version, warnings };
      }
    },
    close: () => store.close(),
  };
}
