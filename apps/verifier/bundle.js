/** Puts the built verifier and what it needs of the libs into one file that can be read, comments included: dist/verify.mjs. */
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const bundle = await rollup({
  input: here('dist/main.js'),
  external: /^node:/,
  plugins: [
    {
      name: 'the libs of this house',
      resolveId: (id) => (id.startsWith('@ladder/') ? fileURLToPath(import.meta.resolve(id)) : null),
      // What is not brought along cannot be followed.
      transform: (code) => code.replace(/^\/\/# sourceMappingURL=.*$/m, ''),
    },
  ],
  onwarn: (warning) => {
    throw new Error(warning.message);
  },
});
await bundle.write({
  file: here('dist/verify.mjs'),
  format: 'es',
  banner: `/*
 * Verifies an audit pack of a penalty ledger, offline: node verify.mjs <pack.json> --key <verifier key>
 * One file, for Node.js 20 or later, that needs no other. Licence: Apache-2.0
 */`,
});
await bundle.close();
