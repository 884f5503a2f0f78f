import { LEVELS } from '@ladder/editions';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { analytics } from './commands/analytics.js';
import type { AnalyticsOptions } from './commands/analytics.js';
import { auditKey } from './commands/audit-key.js';
import type { AuditKeyOptions } from './commands/audit-key.js';
import { auditPack } from './commands/audit-pack.js';
import type { AuditPackOptions } from './commands/audit-pack.js';
import { auditVerify } from './commands/audit-verify.js';
import type { AuditVerifyOptions } from './commands/audit-verify.js';
import { backup } from './commands/backup.js';
import type { BackupOptions } from './commands/backup.js';
import { copy } from './commands/copy.js';
import type { CopyOptions } from './commands/copy.js';
import { demo } from './commands/demo.js';
import type { DemoOptions } from './commands/demo.js';
import { erase } from './commands/erase.js';
import type { EraseOptions } from './commands/erase.js';
import { explain } from './commands/explain.js';
import type { ExplainOptions } from './commands/explain.js';
import { importPenalties } from './commands/import-penalties.js';
import type { ImportPenaltiesOptions } from './commands/import-penalties.js';
import { importRoster } from './commands/import-roster.js';
import type { ImportRosterOptions } from './commands/import-roster.js';
import { rebuild } from './commands/rebuild.js';
import type { RebuildOptions } from './commands/rebuild.js';
import { record } from './commands/record.js';
import type { RecordOptions } from './commands/record.js';
import { replay } from './commands/replay.js';
import type { ReplayOptions } from './commands/replay.js';
import { report } from './commands/report.js';
import type { ReportOptions } from './commands/report.js';
import { restore } from './commands/restore.js';
import type { RestoreOptions } from './commands/restore.js';
import { serve } from './commands/serve.js';
import type { ServeOptions } from './commands/serve.js';
import { tournaments } from './commands/tournaments.js';
import type { TournamentsOptions } from './commands/tournaments.js';
import { watch } from './commands/watch.js';
import type { WatchOptions } from './commands/watch.js';
import { whatIf } from './commands/what-if.js';
import type { WhatIfOptions } from './commands/what-if.js';
import { Complaint, lineOf } from './complaint.js';
import type { Surroundings } from './surroundings.js';

const DEMO_DATA = 'a new data folder (else a temporary one)';
const DATA = 'the data folder (else LADDER_DATA, else ./data)';
const TOURNAMENT = 'the id of the tournament';

/**
 * Runs one command line.
 *
 * @returns the exit code: 0, or 1 after one line on standard error that says what went wrong.
 */
export async function run(words: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    // Commander's own help knows one level of commands: `help audit pack` is `audit pack --help`.
    const [first, ...named] = words;
    const said = first === 'help' && named.length > 1 ? [...named, '--help'] : words;
    await program(surroundings).parseAsync(said, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has said what was wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode;
    surroundings.screen.progressed();
    surroundings.screen.note(`ladder: ${lineOf(error)}`);
    return 1;
  }
}

function program(surroundings: Surroundings): Command {
  const { screen } = surroundings;
  const ladder = new Command('ladder')
    .description('The penalty ledger of a tournament: serves it, and tells from its files what happened and why.')
    .addHelpText('after', '\nBegin with:\n  ladder demo\nMore on one command:\n  ladder help replay')
    .exitOverride()
    .configureHelp({
      minWidthToWrap: 20,
      subcommandTerm: (each) => `${each.name()} ${each.usage().replace('[options]', '').trim()}`.trim(),
    })
    .configureOutput({
      writeOut: (text) => screen.line(text.trimEnd()),
      writeErr: (text) =>
        text
          .trimEnd()
          .split('\n')
          .forEach((line) => screen.note(line)),
      outputError: (text) => screen.note(text.trimEnd().replace(/^error/, 'ladder')),
      getOutHelpWidth: () => screen.width,
      getErrHelpWidth: () => screen.width,
    });
  const command = (usage: string, does: string, example: string) =>
    ladder.command(usage).description(does).addHelpText('after', `\nExample:\n  ladder ${example}`);

  command('serve', 'Serve the ledger to the judges’ phones until Ctrl-C.', 'serve --port 3000')
    .option('--port <number>', 'the port (else LADDER_PORT, else 3000)', portFrom)
    .addOption(new Option('--role <role>', 'what this node does (else LADDER_ROLE, else all)').choices(['all', 'api', 'worker']))
    .action((options: ServeOptions) => serve(surroundings, options));

  command('demo', 'Play a two-day tournament and a 2v2 side event on a new folder, and go on serving it.', 'demo')
    .option('--port <number>', 'the port (else LADDER_PORT, else 3000)', portFrom)
    .option('--once', 'stop after the show')
    .option('--season <count>', 'make a season of so many tournaments instead, and stop (with --port: serve it)', seasonFrom)
    .option('--seed <number>', 'what the season comes out of; the same seed, the same season (else 1)', seedFrom)
    .action((options: DemoOptions) => demo(surroundings, options));

  command('tournaments', 'List the tournaments of a data folder.', 'tournaments').action((options: TournamentsOptions) =>
    tournaments(surroundings, options),
  );

  command(
    'replay <tournament>',
    'Tell what happened, event by event, with the tallies after each.',
    'replay harbour-open --player Okoro --as-of 120',
  )
    .option('--player <player>', 'only what touched this player (id, or a part of the name)')
    .option('--as-of <position>', 'stop there: the tallies are shown as they were then', positionFrom)
    .action((tournament: string, options: ReplayOptions) => replay(surroundings, tournament, options));

  command(
    'what-if [tournament...]',
    'Tell what other rules would have made of the same rulings, in one tournament or in many.',
    'what-if --threshold game-play-error/same-category=2..5',
  )
    .option('--edition <edition>', 'another edition, its id or a file in JSON; more than once', collected)
    .option('--threshold <rule=count>', 'a threshold at every level, or all from one to another (2..5); more than once', collected)
    .option('--from <day>', 'only tournaments opened on this day or later (UTC)', dayFrom)
    .option('--to <day>', 'only those opened on this day or earlier (UTC)', dayFrom)
    .addOption(new Option('--level <level>', 'only those of this level').choices(LEVELS))
    .option('--player <player>', 'of one tournament: only this player (id, or a part of the name)')
    .option('--as-of <position>', 'of one tournament: stop there', positionFrom)
    .option('--out <new.html>', 'write it to a file that a browser shows')
    .action((named: readonly string[], options: WhatIfOptions) => whatIf(surroundings, named, options));

  command('record <player>', 'Show a player’s Warnings, penalties and open questions.', 'record Okoro --tournament harbour-open')
    .requiredOption('--tournament <tournament>', TOURNAMENT)
    .action((player: string, options: RecordOptions) => record(surroundings, player, options));

  command('explain <penalty>', 'Tell why a penalty was given and what became of it.', 'explain gl-163 --tournament harbour-open')
    .option('--tournament <tournament>', `${TOURNAMENT}, where several have such a penalty`)
    .action((penalty: string, options: ExplainOptions) => explain(surroundings, penalty, options));

  command(
    'report <tournament|season>',
    'Write a page with charts for a browser: of a tournament for its judges, or of all tournaments for analysts.',
    'report harbour-open --out report.html',
  )
    .requiredOption('--out <new.html>', 'the new file')
    .option('--analyst', 'of a tournament: without names')
    .option('--as-of <position>', 'of a tournament: as it was then', positionFrom)
    .option('--from <day>', 'of the season: rulings of this day or later (UTC)', dayFrom)
    .option('--to <day>', 'of the season: rulings of this day or earlier (UTC)', dayFrom)
    .addOption(new Option('--level <level>', 'of the season: only tournaments of this level').choices(LEVELS))
    .action((what: string, options: ReportOptions) => report(surroundings, what, options));

  command('watch <tournament>', 'Show what the head judge is told, as it happens, and ring.', 'watch harbour-open').action(
    (tournament: string, options: WatchOptions) => watch(surroundings, tournament, options),
  );

  const importing = command(
    'import',
    'Take over a roster or penalties from the spreadsheet of another tool.',
    'import roster players.csv --tournament harbour-open',
  )
    .usage('roster|penalties <file>')
    // Before there were two kinds of file the name of a roster stood here.
    .argument('[file]')
    .allowUnknownOption()
    .allowExcessArguments()
    .action((file: string | undefined, _options: unknown, { args: [, second = '-'] }: Command) => {
      // A kind that is misspelt stands before the file.
      const named = second.startsWith('-') ? (file ?? '<file>') : second;
      throw new Complaint(`Say what the file holds: ladder import roster ${named} --tournament …, or ladder import penalties ${named} ….`);
    });
  const importOf = (usage: string, does: string, example: string) =>
    importing
      .command(usage)
      .description(does)
      .requiredOption('--tournament <tournament>', TOURNAMENT)
      .option('--map <field=column>', 'a column by its title, where it is not found by itself; more than once', collected)
      .addHelpText('after', `\nExample:\n  ladder import ${example}`);
  importOf('roster <file>', 'Enrol players; the same file again enrols nobody twice.', 'roster players.csv --tournament harbour-open')
    .option('--dry-run', 'show whom it would enrol, and enrol nobody')
    .addHelpText('after', '\nFields: name (or first and last), id, externalId, team,\nkind (player or attendee).')
    .action((file: string, options: ImportRosterOptions) => importRoster(surroundings, file, options));
  importOf(
    'penalties <file>',
    'Show what a file of penalties would record; record it, once, with --record.',
    'penalties friday.csv --tournament harbour-open --zone Europe/Berlin',
  )
    .option('--record', 'record what is clear; without it nothing is')
    .option('--zone <zone>', 'the time zone of the file’s times, such as Europe/Berlin')
    .addOption(new Option('--dates <order>', 'how 07/11/2026 is meant').choices(['day-first', 'month-first']))
    .option('--review <new.csv>', 'write the questions there, to be answered')
    .option('--answers <file.csv>', 'a review file with answers; more than once', collected)
    .option('--wordings <file.csv>', 'your own words for infractions: wording, category, conditions')
    .option('--report <file.csv>', 'write there what becomes of every row')
    .addHelpText(
      'after',
      '\nFields: player (or first and last), number, round, table,\ninfraction, sanction, description, judge, time (or date\nand time). --map time= leaves a field out.',
    )
    .action((file: string, options: ImportPenaltiesOptions) => importPenalties(surroundings, file, options));

  command(
    'analytics [projection]',
    'Tell what all tournaments together show, by pseudonyms: one projection, or all.',
    'analytics categories-by-round --group level',
  )
    .option('--from <day>', 'the first day (UTC) that counts, such as 2026-11-07', dayFrom)
    .option('--to <day>', 'the last day (UTC) that counts', dayFrom)
    .addOption(new Option('--level <level>', 'only tournaments of this level').choices(LEVELS))
    .option('--group <group>', 'tell the rows apart by this, too')
    .option('--csv <file>', 'write the rows as CSV to a new file, or "-"')
    .option('--ndjson [file]', 'write the rows as JSON, one a line')
    .option('--parquet <file>', 'write the rows as Parquet (needs DuckDB)')
    .action((projection: string | undefined, options: AnalyticsOptions) => analytics(surroundings, projection, options));

  command('rebuild [projection]', 'Build the lists and counters anew from the ledgers, one or all.', 'rebuild warning-counters').action(
    (projection: string | undefined, options: RebuildOptions) => rebuild(surroundings, projection, options),
  );

  command('backup <file>', 'Copy everything recorded to a new file, also while a server runs.', 'backup friday.db').action(
    (file: string, options: BackupOptions) => backup(surroundings, file, options),
  );

  command('restore <file>', 'Put a backup into a folder that holds no data.', 'restore friday.db --data ./restored').action(
    (file: string, options: RestoreOptions) => restore(surroundings, file, options),
  );

  command(
    'copy',
    'Copy everything to another store, a folder or an EventStoreDB, and compare.',
    "copy --from ./data --to 'esdb://localhost:2113?tls=false'",
  )
    .requiredOption('--from <store>', 'a data folder, or an esdb:// address')
    .requiredOption('--to <store>', 'the same')
    .action((options: CopyOptions) => copy(surroundings, options));

  command(
    'erase <person>',
    'Forget a person: names and texts go for good, rulings stay.',
    'erase p-17 --tournament harbour-open --force --reason "on request"',
  )
    .requiredOption('--tournament <tournament>', TOURNAMENT)
    .option('--official', 'the person is an official')
    .option('--force', 'also while the tournament is open')
    .option('--reason <words>', 'why, when it is forced')
    .action((person: string, options: EraseOptions) => erase(surroundings, person, options));

  const audit = command('audit', 'Let others check a ledger without trusting you.', 'audit pack harbour-open --out pack.json');
  const auditing = (usage: string, does: string, example: string) =>
    audit.command(usage).description(does).addHelpText('after', `\nExample:\n  ladder audit ${example}`);
  auditing('pack <tournament>', 'Write a pack that verifies offline; the taking is recorded.', 'pack harbour-open --out pack.json')
    .requiredOption('--out <file>', 'the new file')
    .option('--player <player>', 'open only the texts about this player (id)')
    .action((tournament: string, options: AuditPackOptions) => auditPack(surroundings, tournament, options));
  auditing(
    'verify <pack.json>',
    'Check a pack: signature, order, texts, and every penalty anew.',
    'verify pack.json --key "$(cat key.txt)"',
  )
    .requiredOption('--key <key>', 'the key, had by another way than the pack')
    .action((file: string, options: AuditVerifyOptions) => auditVerify(surroundings, file, options));
  auditing('key', 'Print the key that packs of this folder are checked with.', 'key').action((options: AuditKeyOptions) =>
    auditKey(surroundings, options),
  );

  for (const each of [...ladder.commands, ...audit.commands, ...importing.commands]) {
    if (each === audit || each === importing) continue;
    each.option('--json', 'answer in JSON');
    // A pack is checked without any folder, and a copy names its two.
    if (each.name() !== 'verify' && each.name() !== 'copy') each.option('--data <folder>', each.name() === 'demo' ? DEMO_DATA : DATA);
  }
  return ladder;
}

/** An option that is named several times. */
function collected(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function portFrom(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return Number(text);
}

function seasonFrom(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 200)
    throw new InvalidArgumentError('A season has 1 to 200 tournaments.');
  return Number(text);
}

function seedFrom(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A seed is a number from 0 to 999999999.');
  return Number(text);
}

function dayFrom(text: string): string {
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text)) {
    throw new InvalidArgumentError('A day is written as in 2026-11-07.');
  }
  return text;
}

function positionFrom(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('A position is a number from 0 on.');
  return Number(text);
}
