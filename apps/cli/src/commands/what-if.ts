import { pseudonymsOf } from '@ladder/access';
import type { Level } from '@ladder/editions';
import { Complaint } from '../complaint.js';
import { placeOfNew } from '../export/new-file.js';
import { dataFolder, folderKeys } from '../folder/data-folder.js';
import { Files } from '../folder/files.js';
import { knownTournament } from '../folder/find.js';
import { showSweep } from '../screen/show-what-if-sweep.js';
import { showWhatIf } from '../screen/show-what-if.js';
import type { Surroundings } from '../surroundings.js';
import { oneTournament } from '../what-if/one-tournament.js';
import { writeSweep } from '../what-if/page.js';
import { sweep } from '../what-if/sweep.js';
import type { Choice } from '../what-if/sweep.js';
import { variantName, variantsOf } from '../what-if/variants.js';
import type { Variant } from '../what-if/variants.js';

export interface WhatIfOptions {
  /** Other editions, each by its id or in a file. */
  readonly edition?: readonly string[];
  /** `<rule>=<count>` or `<rule>=<from>..<to>`. */
  readonly threshold?: readonly string[];
  /** Only tournaments that were opened within these days, `YYYY-MM-DD`, UTC, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly level?: Level;
  readonly player?: string;
  readonly asOf?: number;
  readonly out?: string;
  readonly data?: string;
  readonly json?: boolean;
}

/**
 * What other rules would have made of the same rulings. Of one tournament and one ladder it tells for each player by name which Game Losses would
 * fall or appear, and why; of several it counts, and tells whom it concerns by pseudonyms. Nothing is recorded.
 */
export async function whatIf(surroundings: Surroundings, named: readonly string[], options: WhatIfOptions): Promise<void> {
  const { env } = surroundings;
  const variants = variantsOf(options.edition ?? [], options.threshold ?? []);
  const [only] = named;
  const [variant] = variants;
  const inDetail =
    only !== undefined && named.length === 1 && variants.length === 1 && options.out === undefined ? { only, variant } : null;
  if (!inDetail?.variant && (options.player !== undefined || options.asOf !== undefined)) {
    throw new Complaint('--player and --as-of are for one tournament under one ladder: name both, and leave out --out.');
  }
  const { from, to } = options;
  if (from !== undefined && to !== undefined && from > to) throw new Complaint(`--from ${from} is after --to ${to}: no day lies between.`);
  await Files.reading(dataFolder(options.data, env), env, (files) =>
    inDetail?.variant
      ? tellOne(surroundings, files, inDetail.only, inDetail.variant, options)
      : tellAll(surroundings, files, named, variants, options),
  );
}

async function tellOne(
  { screen }: Surroundings,
  files: Files,
  tournament: string,
  variant: Variant,
  { player, asOf, json }: WhatIfOptions,
): Promise<void> {
  const { recorded, told } = await oneTournament(files, tournament, variant, { player, asOf });
  if (json) screen.json({ ...told, thresholds: variant.thresholds });
  else showWhatIf(screen, recorded, told, variantName(variant));
}

async function tellAll(
  surroundings: Surroundings,
  files: Files,
  named: readonly string[],
  variants: readonly Variant[],
  options: WhatIfOptions,
): Promise<void> {
  const { screen, env, stopping } = surroundings;
  const page = options.out === undefined ? null : placeOfNew(options.out);
  const all = await files.tournaments();
  for (const each of named) if (!all.includes(each)) await knownTournament(files, each);
  const choice: Choice = { ...options, tournaments: named.length > 0 ? [...new Set(named)] : all };
  const swept = await sweep(files, choice, variants, {
    pseudonym: pseudonymsOf(folderKeys(dataFolder(options.data, env), env)),
    progress: (tournaments, events, of) => screen.progress(`${tournaments} of ${of} tournaments, ${events} events…`),
    signal: stopping,
  }).catch((error: unknown) => {
    throw stopping.aborted ? new Complaint('Stopped before the end: nothing was written.') : error;
  });
  screen.progressed();
  if (all.length === 0) throw new Complaint('There is no tournament here yet.');
  if (swept.tournaments === 0) throw new Complaint('No tournament here is of that level and from these days: there is nothing to compare.');
  if (page !== null) await writeSweep(page, swept);
  if (options.json) screen.json({ ...swept, ...(page !== null && { file: page }) });
  else {
    showSweep(screen, swept);
    if (page !== null) screen.paragraph(`${page} holds it for a browser.`, { style: 'green' });
  }
}
