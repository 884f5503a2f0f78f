import { withServer } from '../api/with-server.js';
import { Complaint } from '../complaint.js';
import { dataFolder, folderKeys } from '../folder/data-folder.js';
import { columnWords, mapped } from '../imports/columns.js';
import { enrolledIn } from '../imports/players.js';
import { RowKeys } from '../imports/row-keys.js';
import { openSpreadsheet, placedInAsync } from '../imports/spreadsheet.js';
import type { Spreadsheet } from '../imports/spreadsheet.js';
import { compared } from '../roster/newcomers.js';
import { partsOf } from '../roster/parts.js';
import { ROSTER_COLUMNS, rosterColumns, rosterIn } from '../roster/roster.js';
import type { Roster, RosterColumn } from '../roster/roster.js';
import { count } from '../screen/words.js';
import type { Surroundings } from '../surroundings.js';

export interface ImportRosterOptions {
  readonly tournament: string;
  readonly map?: readonly string[];
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
  const { screen, env } = surroundings;
  const { tournament, json } = options;
  const { sheet, columns, roster } = await rosterOf(file, options.map ?? []);
  const folder = dataFolder(options.data, env);
  const { enrolled, there, namesakes } = await withServer(folder, surroundings, async (api) => {
    const before = compared(
      roster.entries.map(({ entry }) => entry),
      await enrolledIn(api, tournament),
    );
    const keys = new RowKeys(folderKeys(folder, env), 'import-roster', tournament);
    const added: Enrolled[] = [];
    for (const { players, key } of partsOf(before.newcomers, keys)) {
      screen.progress(`Enrolled ${added.length} of ${before.newcomers.length}…`);
      const path = `/v1/tournaments/${encodeURIComponent(tournament)}/players`;
      const answer = await api.post<{ players: readonly Enrolled[] }>(path, { players }, key);
      added.push(...answer.players.map(({ id, name, team }) => ({ id, name, team })));
    }
    return { ...before, enrolled: added };
  });
  screen.progressed();
  if (json) {
    const titles = Object.fromEntries([...columns].map(([column, at]) => [column, sheet.header[at]?.text.trim() ?? '']));
    const found = { encoding: sheet.encoding.name, delimiter: sheet.delimiter, columns: titles, namesTurned: roster.isTurned };
    screen.json({
      tournament,
      file,
      ...found,
      enrolled,
      alreadyThere: there.map(({ player: { id, name, team } }) => ({ id, name, team })),
    });
    return;
  }
  screen.paragraph(`${file}: ${roster.entries.length} rows, ${sheet.encoding.name}, parted by ${sheet.delimiter}.`, { style: 'bold' });
  screen.paragraph(`Columns: ${columnWords(sheet.header, columns)}. Not so? --map name=Player`, { hang: 2, style: 'dim' });
  if (roster.isTurned) screen.paragraph('Names stood as "Last, First" and are turned round.', { style: 'dim' });
  for (const { id, name, team } of enrolled.slice(0, NAMED))
    screen.paragraph(`${id}  ${name}${team === null ? '' : ` (${team})`}`, { hang: 2 });
  if (enrolled.length > NAMED) screen.paragraph(`… and ${enrolled.length - NAMED} more`, { style: 'dim' });
  for (const { entry, player } of namesakes.slice(0, NAMED)) {
    screen.paragraph(`${entry.name} is new by id or number, and has the name of ${player.id}: is it the same person?`, {
      hang: 2,
      style: 'yellow',
    });
  }
  screen.paragraph(`${count(enrolled.length, 'player')} enrolled in ${tournament}, ${there.length} were there already.`, {
    style: 'green',
  });
}

async function rosterOf(
  file: string,
  map: readonly string[],
): Promise<{ sheet: Spreadsheet; columns: ReadonlyMap<RosterColumn, number>; roster: Roster }> {
  const sheet = await openSpreadsheet(file, ROSTER_COLUMNS);
  return placedInAsync(file, async () => {
    const columns = rosterColumns(sheet.header, mapped(map));
    const roster = await rosterIn(sheet, columns);
    if (roster.entries.length === 0) throw new Complaint('It names no player.');
    return { sheet, columns, roster };
  });
}
