import { withServer } from '../api/with-server.js';
import { dataFolder } from '../folder/data-folder.js';
import type { Surroundings } from '../surroundings.js';

export interface AuditKeyOptions {
  readonly data?: string;
  readonly json?: boolean;
}

/** Prints the key that packs and checkpoints of this folder are verified with: for the wall of the venue, or the organiser's page. */
export async function auditKey(surroundings: Surroundings, { data, json }: AuditKeyOptions): Promise<void> {
  const { screen, env } = surroundings;
  const key = (await withServer(dataFolder(data, env), surroundings, (api) => api.text('/audit/key'))).trim();
  if (json) screen.json({ key });
  else screen.line(key);
}
