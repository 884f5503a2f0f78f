/**
 * `npm run answers`: writes `apps/server/answers.json`, what every route answers as JSON Schemas for the OpenAPI document, from the
 * types that the controllers return. `npm run answers -- --check` only says whether it is up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { answersOf } from './routes.ts';

const FILE = fileURLToPath(new URL('../answers.json', import.meta.url));
const CONFIG = fileURLToPath(new URL('../../../tsconfig.build.json', import.meta.url));

const { fileNames, options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(CONFIG, (file) => ts.sys.readFile(file)).config,
  ts.sys,
  fileURLToPath(new URL('../../..', import.meta.url)),
);
const answers = answersOf(ts.createProgram(fileNames, { ...options, noEmit: true }));
// The compiler names the fields of a shape in an order that other files have a say in: that is no difference.
if (!isDeepStrictEqual(existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : undefined, answers)) {
  if (process.argv.includes('--check')) {
    console.error('apps/server/answers.json does not say what the routes answer: npm run answers');
    process.exitCode = 1;
  } else writeFileSync(FILE, await format(JSON.stringify(answers), { ...(await resolveConfig(FILE)), filepath: FILE }));
}
