import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { restoreSqlite } from '@ladder/event-store';
import { dataFolder } from '../folder/data-folder.js';
import type { Surroundings } from '../surroundings.js';

export interface RestoreOptions {
  readonly data?: string;
  readonly json?: boolean;
}

/** Puts a backup into a folder that holds no data yet. */
export function restore({ screen, env }: Surroundings, source: string, { data, json }: RestoreOptions): void {
  const folder = dataFolder(data, env);
  const file = resolve(source);
  screen.progress(`Looking ${file} through and copying it…`);
  restoreSqlite({ file, folder });
  screen.progressed();
  const keyAtHand = env['LADDER_MASTER_KEY'] !== undefined || existsSync(join(folder, 'master.key'));
  if (json) {
    screen.json({ folder, file, keyAtHand });
    return;
  }
  screen.paragraph(`${folder} holds what was in ${file}.`);
  if (keyAtHand) return;
  screen.paragraph('Next: copy master.key of the old data folder there, or set LADDER_MASTER_KEY. Without it no server starts on it.', {
    style: 'yellow',
  });
}
