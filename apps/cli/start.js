/**
 * `ladder` from a checkout: builds what is not built (silent unless it fails, and then on standard error, so that an answer
 * on standard output stays an answer), then runs in this same process, so that signals meet the server itself.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

for (const step of [[here('../../node_modules/typescript/bin/tsc'), '-b', here('../..')], [here('../verifier/bundle.js')]]) {
  const built = spawnSync(process.execPath, step, { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) process.exit(1);
}

await import('./dist/main.js');
