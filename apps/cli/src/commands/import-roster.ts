import { withServer } from '../api/with-server.js';
import { Complaint } from '../complaint.js';
import { dataFolder, folderKeys } from '../folder/data-folder.js';
import { columnTitles, columnWords, mapped } from '../spreadsheet/columns.js';
import { enrolledIn } from '../imports/players.js';
import { RowKeys } from '../imports/row-keys.js';
import { openSpreadsheet, placedInAsync } from '../spreadsheet/spreadsheet.js';
import type { Spreadsheet } from '../spreadsheet/spreadsheet.js';
import { compared } from '../roster/newcomers.js';
import { partsOf } from '../roster/parts.js';
import { ROSTER_COLUMNS, rosterIn } from '../roster/roster.js';
import type { Roster } from '../roster/roster.js';
import { count } from '../screen/words.js';
import type { Surroundings } from '../surroundings.js';

export interface ImportRosterOptions {
  readonly tournament: string;
  readonly map?: readonly string[];
  readonly dryRun?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

interface Enrolled {
  readonly id: string;
  readonly name: string;
  readonly team: string | null;
}

/** More than these are counted, not named. */
const NAMED = 200;

/** Enrols the players of a file whom the tournament does not know yet. The same file again, grown or in another order, enrols nobody twice. */
export async function importRoster(surroundings: Surroundings, file: string, options: ImportRosterOptions): Promise<void> {
  const { screen, env, stopping } = surroundings;
  const { tournament, dryRun = false, json } = options;
  const { sheet, roster } = await rosterOf(file, options.map ?? []);
  const folder = dataFolder(options.data, env);
  const { enrolled, newcomers, there, namesakes } = await withServer(folder, surroundings, async (api) => {
    const before = compared(
      roster.entries.map(({ entry }) => entry),
      await enrolledIn(api, tournament),
    );
    if (dryRun) return { ...before, enrolled: [] };
    const keys = new RowKeys(folderKeys(folder, env), 'import-roster', tournament);
    const added: Enrolled[] = [];
    for (const { players, key } of partsOf(before.newcomers, keys)) {
      if (stopping.aborted) throw new Complaint(`Stopped after ${count(added.length, 'player')}: the same command goes on from there.`);
      screen.progress(`Enrolled ${added.length} of ${before.newcomers.length}…`);
      const path = `/v1/tournaments/${encodeURIComponent(tournament)}/players`;
      const answer = await api.post<{ players: readonly Enrolled[] }>(path, { players }, key);
      added.push(...answer.players.map(({ id, name, team }) => ({ id, name, team })));
    }
    return { ...before, enrolled: added };
  });
  screen.progressed();
  if (json) {
    const columns = columnTitles(sheet.header, roster.columns);
    const found = { encoding: sheet.encoding.name, delimiter: sheet.delimiter, columns, namesTurned: roster.isTurned };
    screen.json({
      tournament,
      file,
      ...found,
      ...(dryRun && { wouldEnrol: newcomers }),
      enrolled,
      alreadyThere: there.map(({ player: { id, name, team } }) => ({ id, name, team })),
    });
    return;
  }
  screen.paragraph(`${file}: ${count(roster.entries.length, 'row')}, ${sheet.encoding.name}, parted by ${sheet.delimiter}.`, {
    style: 'bold',
  });
  screen.paragraph(`Columns: ${columnWords(sheet.header, roster.columns)}. Not so? --map name=Player`, { hang: 2, style: 'dim' });
  if (roster.isTurned) screen.paragraph('Names stood as "Last, First" and are turned round.', { style: 'dim' });
  const shown = dryRun ? newcomers : enrolled;
  for (const { id, name, team } of shown.slice(0, NAMED))
    screen.paragraph(`${id === undefined ? '' : `${id}  `}${name}${team ? ` (${team})` : ''}`, { hang: 2 });
  if (shown.length > NAMED) screen.paragraph(`… and ${shown.length - NAMED} more`, { style: 'dim' });
  for (const { entry, player } of namesakes.slice(0, NAMED)) {
    screen.paragraph(`${entry.name} is new by id or number, and has the name of ${player.id}: is it the same person?`, {
      hang: 2,
      style: 'yellow',
    });
  }
  const already = `${there.length} ${there.length === 1 ? 'was' : 'were'} there already`;
  const told = dryRun
    ? `${count(newcomers.length, 'player')} would be enrolled in ${tournament}, ${already}. Nothing is recorded: that is done without --dry-run.`
    : `${count(enrolled.length, 'player')} enrolled in ${tournament}, ${already}.`;
  screen.paragraph(told, { style: 'green' });
}

async function rosterOf(file: string, map: readonly string[]): Promise<{ sheet: Spreadsheet; roster: Roster }> {
  const sheet = await openSpreadsheet(file, ROSTER_COLUMNS);
  return placedInAsync(file, async () => {
    const roster = await rosterIn(sheet, mapped(map));
    if (roster.entries.length === 0) throw new Complaint('It names no player.');
    return { sheet, roster };
  });
}
