import { categoryOf } from '@ladder/editions';
import type { Edition, Wording } from '@ladder/editions';
import { cell, columnMissing, columnsOf } from '../spreadsheet/columns.js';
import type { KnownColumns } from '../spreadsheet/columns.js';
import { misread } from '../spreadsheet/csv.js';
import { openSpreadsheet, placedInAsync } from '../spreadsheet/spreadsheet.js';

const WORDING_COLUMNS: KnownColumns<'wording' | 'category' | 'conditions'> = {
  wording: ['wording', 'text', 'infraction'],
  category: ['category', 'id'],
  conditions: ['conditions', 'condition'],
};

/** A user's own table of wordings. @throws Complaint naming line and column */
export async function wordingsIn(file: string, edition: Edition): Promise<Wording[]> {
  const { header, rows } = await openSpreadsheet(file, WORDING_COLUMNS);
  return placedInAsync(file, async () => {
    const columns = columnsOf(header, WORDING_COLUMNS, new Map());
    for (const column of ['wording', 'category'] as const) if (!columns.has(column)) throw columnMissing(header, column);
    const wordings: Wording[] = [];
    for await (const row of rows) {
      const wording = cell(row, columns, 'wording');
      if (wording === '') throw misread(row[0].line, (columns.get('wording') ?? 0) + 1, 'the wording is missing');
      const id = cell(row, columns, 'category');
      const conditions = cell(row, columns, 'conditions')
        .split(/[\s,;+]+/)
        .filter((each) => each !== '');
      const category = categoryOf(edition, id);
      const column = (columns.get('category') ?? 0) + 1;
      if (!category) throw misread(row[0].line, column, `${edition.id} has no category ${id}`);
      const strange = conditions.find((each) => !category.conditions.some((known) => known.id === each));
      if (strange !== undefined) throw misread(row[0].line, (columns.get('conditions') ?? 0) + 1, `${id} has no condition ${strange}`);
      wordings.push({ wording, category: id, conditions });
    }
    return wordings;
  });
}
