import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AuditPack } from '@ladder/audit';
import { withServer } from '../api/with-server.js';
import { Complaint } from '../complaint.js';
import { dataFolder } from '../folder/data-folder.js';
import type { Surroundings } from '../surroundings.js';

export interface AuditPackOptions {
  readonly out: string;
  readonly player?: string;
  readonly data?: string;
  readonly json?: boolean;
}

/** Writes an audit pack to a new file. That it was taken is recorded in the ledger, and stands in the pack itself. */
export async function auditPack(
  surroundings: Surroundings,
  tournament: string,
  { out, player, data, json }: AuditPackOptions,
): Promise<void> {
  const { screen, env } = surroundings;
  const file = resolve(out);
  if (existsSync(file)) throw new Complaint(`${file} exists already: name a new file.`);
  screen.progress(`Putting the pack of ${tournament} together…`);
  const query = player === undefined ? '' : `?player=${encodeURIComponent(player)}`;
  const pack = await withServer(dataFolder(data, env), surroundings, (api) =>
    api.get<AuditPack>(`/v1/tournaments/${encodeURIComponent(tournament)}/audit-pack${query}`),
  );
  writeFileSync(file, JSON.stringify(pack), { mode: 0o600, flag: 'wx' });
  screen.progressed();
  const counts = { events: pack.envelopes.length, texts: Object.keys(pack.texts).length };
  if (json) {
    screen.json({ file, ...counts });
    return;
  }
  screen.paragraph(`${file} holds ${counts.events} events of ${tournament} and ${counts.texts} opened texts.`, { style: 'green' });
  screen.paragraph('Whoever gets it needs the key by another way: ladder audit key.');
}
