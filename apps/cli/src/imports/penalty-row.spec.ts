import { describe, expect, it } from '@jest/globals';
import { columnsOf } from '../spreadsheet/columns.js';
import { CsvReader } from '../spreadsheet/csv.js';
import { PENALTY_COLUMNS, penaltyRow } from './penalty-row.js';

/** The only row of a file, or why it is none. */
function read(csv: string) {
  const reader = new CsvReader(',');
  const [header, row] = [...reader.read(csv), ...reader.end()];
  if (!header || !row) throw new Error('no row');
  return penaltyRow(row, columnsOf(header, PENALTY_COLUMNS, new Map()), header);
}

describe('a row of penalties', () => {
  it('may tell the number behind the name, as some tools write it', () => {
    expect(read('Player,Round\n"Lind, Ana (1001)",1')).toMatchObject({ player: 'Lind, Ana', number: '1001' });
    expect(read('First Name,Last Name,Member #\nAna,Lind,1001')).toMatchObject({ player: 'Ana Lind', number: '1001' });
  });

  it.each([
    ['Date,Time\n2026-11-07,10:41', '2026-11-07 10:41'],
    ['Date,Timestamp\n2026-11-07,2026-11-07 10:41', '2026-11-07 10:41'],
    ['Date,Player\n2026-11-07 10:41,Ana', '2026-11-07 10:41'],
    ['Time,Player\n10:41,Ana', '10:41'],
    ['Player,Round\nAna,1', ''],
  ])('tells its time in one column or in two: %j', (csv, time) => {
    expect(read(csv)).toMatchObject({ time });
  });

  it('that has fewer fields than the header, or more with something in them, is none', () => {
    expect(read('Player,Round\nAna')).toMatchObject({ message: 'Line 2, column 1: 1 field, where the header has 2.' });
    expect(read('Player,Round\nAna,1,x')).toMatchObject({ message: 'Line 2, column 2: 3 fields, where the header has 2.' });
    expect(read('Player,Round\nAna,1,,')).toMatchObject({ player: 'Ana', round: '1' });
  });
});
