import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { recordsIn } from './csv.js';
import { rosterIn } from './roster.js';

describe('a roster from a spreadsheet', () => {
  it('names players, their ids, teams and kinds in any order of columns', () => {
    const csv = 'id,name,kind,team,externalId\r\np-1,Ana Lind,,Red,M-1\r\n,Ben Okafor,attendee,,\r\n';
    expect(rosterIn(csv)).toEqual([
      { id: 'p-1', name: 'Ana Lind', team: 'Red', externalId: 'M-1' },
      { name: 'Ben Okafor', kind: 'attendee' },
    ]);
  });

  it('takes commas, quotes and line breaks within quotes, a byte order mark, and lines that end with LF', () => {
    expect(rosterIn('\uFEFFname\n"Lind, ""the"" Ana"\n\n"two\nlines"')).toEqual([{ name: 'Lind, "the" Ana' }, { name: 'two\nlines' }]);
  });

  it.each([
    ['', 'Line 1, column 1: the file is empty; it begins with a header such as name,id,team,externalId,kind.'],
    ['player\nAna', 'Line 1, column 1: there is no column player; the columns are name, id, team, externalId, kind.'],
    ['name,name\nAna,Ana', 'Line 1, column 2: the column name is there twice.'],
    ['id\np-1', 'Line 1, column 1: the header lacks the column name.'],
    ['name,id\nAna', 'Line 2, column 1: 1 fields, where the header has 2.'],
    ['id,name\np-1,Ana\np-2,', 'Line 3, column 2: the name is missing.'],
    ['name,id\n"two\nlines",p-1\nAna,p 2', 'Line 4, column 2: an id has 1 to 64 letters, digits, dots, dashes or underscores (id).'],
    ['name,id\nAna,p-1\nBen,p-1', 'Line 3, column 2: the id p-1 stands on line 2 already.'],
    ['name,kind\nAna,judge', 'Line 2, column 2: the kind is player or attendee (kind).'],
    [`name\n${'a'.repeat(201)}`, 'Line 2, column 1: it is longer than 200 characters (name).'],
    ['name,team\nAna,"Red', 'Line 2, column 2: the quote that opens here is never closed.'],
    ['name,team\nAna,"Red" team', 'Line 2, column 2: something follows the closing quote.'],
    ['name\nAna "A" Lind', 'Line 2, column 1: a quote inside a field; put the whole field in quotes and double the quote.'],
  ])('says where %j cannot be read', (csv, message) => {
    expect(() => rosterIn(csv)).toThrow(message);
  });

  it('reads whatever was written by the rules', () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 4 })), (table) => {
        const csv = table.map((record) => `${record.map(quoted).join(',')}\r\n`).join('');
        expect(recordsIn(csv).map((record) => record.map(({ text }) => text))).toEqual(table);
      }),
    );
  });
});
