/** Puts the built verifier and what it needs of the libs into one file that can be read: dist/verify.mjs. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  entryPoints: [here('dist/main.js')],
  outfile: here('dist/verify.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minify: false,
  charset: 'utf8',
  legalComments: 'inline',
  banner: {
    js: '// Verifies an audit pack of a penalty ledger. Usage: node verify.mjs pack.json --key <verifier key>\n// Licence: Apache-2.0',
  },
});
