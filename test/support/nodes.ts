import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** One Node.js of each major version at hand: the one that runs this, and what the machine has besides. Each is its path by `v24` or the like. */
export function nodesAtHand(): Map<string, string> {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const nodes = new Map<string, string>();
  for (const path of [process.execPath, ...paths]) {
    if (!existsSync(path)) continue;
    const [major] = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.trim().split('.');
    if (major !== undefined && !nodes.has(major)) nodes.set(major, path);
  }
  return nodes;
}
