/**
 * `npm run bench`: measures the figures and prints them as one table; `npm run bench -- store-appends` only the named ones, and `--quick`
 * makes them small, to see that they work: such numbers say nothing. The numbers also go into `bench/results.json`.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ask } from './measure/child.ts';
import { reaches } from './measure/figure.ts';
import type { Figure } from './measure/figure.ts';
import type { Asked } from './one-figure.ts';
import { tableOf } from './table.ts';
import { versions } from './versions.ts';

const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean', default: false } }, allowPositionals: true });
const known = readdirSync(new URL('figures/', import.meta.url))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));
const strange = positionals.find((name) => !known.includes(name));
if (strange !== undefined) throw new Error(`There is no figure ${strange}: there are ${known.join(', ')}.`);

const figures: Figure[] = [];
for (const name of positionals.length > 0 ? positionals : known) {
  const begin = performance.now();
  process.stderr.write(`${name} … `);
  try {
    figures.push(...(await ask<Asked, Figure[]>('one-figure.ts', { name, quick: values.quick })));
    writeResults();
    process.stderr.write(`${((performance.now() - begin) / 1_000).toFixed(0)} s\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`failed: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

console.log(`\n${tableOf(figures)}\n\n${versions()}`);

/** After each figure, so that a run that is cut short leaves what it has measured. */
function writeResults(): void {
  const results = figures.map((each) => ({
    figure: each.figure,
    ours: each.ours,
    against: each.against,
    ratio: each.ratio,
    aim: each.aim === null ? null : 'atLeast' in each.aim ? each.aim.atLeast : each.aim.atMost,
    reached: reaches(each),
    runs: each.runs,
  }));
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify({ figures: results }, null, 2)}\n`);
}
