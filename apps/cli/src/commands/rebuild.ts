import { withServer } from '../api/with-server.js';
import { dataFolder } from '../folder/data-folder.js';
import type { Surroundings } from '../surroundings.js';

export interface RebuildOptions {
  readonly data?: string;
  readonly json?: boolean;
}

/** Reads the whole log again into one projection, or into all of them. The ledgers are not touched, and nobody is told anything twice. */
export async function rebuild(surroundings: Surroundings, projection: string | undefined, { data, json }: RebuildOptions): Promise<void> {
  const { screen, env } = surroundings;
  const { projections } = await withServer(dataFolder(data, env), surroundings, (api) => {
    screen.progress('Reading the log again…');
    return api.post<{ projections: string[] }>('/v1/admin/rebuild', projection === undefined ? {} : { projection });
  });
  screen.progressed();
  if (json) screen.json({ projections });
  else for (const each of projections) screen.line(`${screen.paint('green', 'rebuilt')}  ${screen.paint([], each)}`);
}
