import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openKeys, vaultKeyOf } from '@ladder/access';
import { FolderUnusable, copyStore, openKurrentStore, openSqliteStore } from '@ladder/event-store';
import type { EventStore, MovableVault } from '@ladder/event-store';
import { Complaint } from '../complaint.js';
import { holdsEvents } from '../folder/data-folder.js';
import type { Surroundings } from '../surroundings.js';

export interface CopyOptions {
  /** A data folder, or an `esdb://` address. */
  readonly from: string;
  readonly to: string;
  readonly json?: boolean;
}

/** Copies everything from one store to another and compares the two; goes on where it was cut off. */
export async function copy({ screen, env }: Surroundings, { from, to, json }: CopyOptions): Promise<void> {
  // A misspelt folder would be made anew, and nothing copied for everything.
  if (!isAddress(from) && !holdsEvents(resolve(from))) throw new FolderUnusable(resolve(from), 'there is no event store in it');
  const masterKey = masterKeyFor([from, to], env);
  const source = await open(from, masterKey);
  try {
    const target = await open(to, masterKey);
    try {
      const copied = await copyStore(source, target, (events) => screen.progress(`${events} events…`));
      screen.progressed();
      if (json) screen.json(copied);
      else {
        screen.paragraph(
          `${copied.events} events and ${copied.texts} texts are in the copy, as they were and in the same order. Forgotten persons: ${copied.forgotten}.`,
        );
        screen.paragraph('The server of the copy needs the same master key. Let no server write to the old store any more.', {
          style: 'yellow',
        });
      }
    } finally {
      await target.store.close();
    }
  } finally {
    await source.store.close();
  }
}

function isAddress(store: string): boolean {
  return /^esdb(\+discover)?:/.test(store);
}

/** Both stores have one master key: that of the environment, or of whichever data folder has one. */
function masterKeyFor(stores: readonly string[], env: NodeJS.ProcessEnv): string {
  const given = env['LADDER_MASTER_KEY'];
  if (given !== undefined) return given;
  const file = stores.filter((store) => !isAddress(store)).map((folder) => join(resolve(folder), 'master.key')).find((each) => existsSync(each)); // prettier-ignore
  if (file === undefined) throw new Complaint('The master key is missing: set LADDER_MASTER_KEY to that of the store that is copied.');
  return readFileSync(file, 'utf8').trim();
}

async function open(store: string, masterKey: string): Promise<{ store: EventStore; vault: MovableVault }> {
  if (isAddress(store)) return openKurrentStore({ address: store, masterKey: vaultKeyOf(masterKey) });
  const folder = resolve(store);
  // Nobody who copies is the administrator, and none is made.
  return openSqliteStore({ folder, masterKey: openKeys({ folder, masterKey, adminKey: 'nobody-presents-this-key' }).master });
}
