import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AnalystBook } from '@ladder/access';
import { openSqliteStore, restoreSqlite } from '@ladder/event-store';
import { Ledgers } from '@ladder/ledgers';
import { ErasedList, Erasures, restoreErasedList } from '@ladder/server';
import { dataFolder, vaultKey } from '../folder/data-folder.js';
import { refuseOnServer } from '../folder/store-address.js';
import type { Surroundings } from '../surroundings.js';

export interface RestoreOptions {
  readonly data?: string;
  readonly json?: boolean;
}

/** Puts a backup into a folder that holds no data yet. */
export async function restore({ screen, env }: Surroundings, source: string, { data, json }: RestoreOptions): Promise<void> {
  refuseOnServer('restored by its own means', env);
  const folder = dataFolder(data, env);
  const file = resolve(source);
  screen.progress(`Looking ${file} through and copying it…`);
  restoreSqlite({ file, folder });
  const erased = restoreErasedList(file, folder);
  const keyAtHand = env['LADDER_MASTER_KEY'] !== undefined || existsSync(join(folder, 'master.key'));
  if (keyAtHand && erased > 0) await forgetAgain(folder, vaultKey(folder, env));
  screen.progressed();
  if (json) {
    screen.json({ folder, file, keyAtHand, erased });
    return;
  }
  screen.paragraph(`${folder} holds what was in ${file}.`);
  screen.paragraph(
    'Checkpoints that are signed here from now on have an origin of their own: the restored ledger may differ from the one that was signed before.',
  );
  screen.paragraph('Officials and analysts who were revoked since have access again here: revoke them again.');
  if (erased > 0)
    screen.paragraph(
      `Persons and teams erased since: ${erased}. ${keyAtHand ? 'They are forgotten again.' : 'They are forgotten again when the server starts.'}`,
    );
  if (keyAtHand) return;
  screen.paragraph('Next: copy master.key of the old data folder there, or set LADDER_MASTER_KEY. Without it no server starts on it.', {
    style: 'yellow',
  });
}

/** Applies later erasures to what an older backup brought back. */
async function forgetAgain(folder: string, masterKey: Uint8Array): Promise<void> {
  const { store, vault } = openSqliteStore({ folder, masterKey });
  try {
    await new Erasures(vault, new ErasedList(folder), new Ledgers(store, vault), new AnalystBook(store, vault), () => undefined).makeGood();
  } finally {
    await store.close();
  }
}
