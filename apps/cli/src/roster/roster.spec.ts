import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mapped } from '../spreadsheet/columns.js';
import { CsvReader } from '../spreadsheet/csv.js';
import type { ListedPlayer } from '../imports/players.js';
import { compared } from './newcomers.js';
import { rosterIn } from './roster.js';
import type { RosterEntry } from './roster.js';

async function read(csv: string, map: readonly string[] = []) {
  const reader = new CsvReader(',');
  const [header, ...rows] = [...reader.read(csv), ...reader.end()];
  if (!header) throw new Error('no header');
  return rosterIn(
    {
      header,
      rows: (async function* () {
        yield* rows;
      })(),
    },
    mapped(map),
  );
}

const entries = async (csv: string, map: readonly string[] = []) => (await read(csv, map)).entries.map(({ entry }) => entry);

describe('a roster from a spreadsheet', () => {
  it('names players, their ids, teams and kinds in any order of columns', async () => {
    expect(await entries('id,name,kind,team,externalId\r\np-1,Ana Lind,,Red,M-1\r\n,Ben Okafor,attendee,,\r\n')).toEqual([
      { id: 'p-1', name: 'Ana Lind', team: 'Red', externalId: 'M-1' },
      { name: 'Ben Okafor', kind: 'attendee' },
    ]);
  });

  it('is read as the usual tools write it: first and last name apart, a membership number, columns that are not known', async () => {
    expect(await entries('Last Name,First Name,Membership Number,Points\nLind,Ana,1001,9\nTan,,1002,6')).toEqual([
      { name: 'Ana Lind', externalId: '1001' },
      { name: 'Tan', externalId: '1002' },
    ]);
  });

  it('has its names turned round where all are written last name first, and only then', async () => {
    expect(await read('Name\n"Lind, Ana"\n"Okafor, Ben"')).toMatchObject({
      isTurned: true,
      entries: [{ entry: { name: 'Ana Lind' } }, { entry: { name: 'Ben Okafor' } }],
    });
    expect(await entries('Name\n"Lind, Ana"\nCleo Tan')).toEqual([{ name: 'Lind, Ana' }, { name: 'Cleo Tan' }]);
  });

  it('takes another column where the user says so', async () => {
    expect(await entries('Name,Alias\nAna Lind,Ani', ['name=Alias'])).toEqual([{ name: 'Ani' }]);
  });

  it.each([
    [
      'spieler\nAna',
      /^Line 1, column 1: no column is known as the name; there are spieler\. Name it with --map "name=…"\. Columns are parted by/,
    ],
    ['name|id\nAna|p-1', /^Line 1, column 1: no column is known as the name; there are name\|id\. /],
    ['name,name\nAna,Ana', 'Line 1, column 2: the column name is there twice.'],
    ['name,id\nAna', 'Line 2, column 1: 1 field, where the header has 2.'],
    ['id,name\np-1,Ana\np-2,', 'Line 3, column 2: the name is missing.'],
    ['name,id\n"two\nlines",p-1\nAna,p 2', 'Line 4, column 2: an id has 1 to 64 letters, digits, dots, dashes or underscores (id).'],
    ['name,id\nAna,p-1\nBen,p-1', 'Line 3, column 2: the id p-1 stands on line 2 already.'],
    ['name,Player ID\nAna,7\nBen,7', 'Line 3, column 2: the number 7 stands on line 2 already.'],
    ['name\nAna Lind\n"Lind, Ána"', 'Line 3, column 1: Lind, Ána stands on line 2 already, and no id or number tells the two apart.'],
    ['name\n=1+1', 'Line 2, column 1: the name begins with =, as a formula does: write the name alone.'],
    ['name\n"@SUM(A1)"', 'Line 2, column 1: the name begins with @, as a formula does: write the name alone.'],
    ['name,kind\nAna,judge', 'Line 2, column 2: the kind is player or attendee (kind).'],
    [`name\n${'a'.repeat(201)}`, 'Line 2, column 1: it is longer than 200 characters (name).'],
  ])('says where %j cannot be read', async (csv, message) => {
    await expect(entries(csv)).rejects.toThrow(message);
  });

  it('of 100,000 players is read whole, and the last row is told apart from the first', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `Player ${index},${index}`);
    const csv = ['name,Player ID', ...rows].join('\n');
    expect((await read(csv)).entries).toHaveLength(100_000);
    await expect(entries(`${csv}\nPlayer again,0`)).rejects.toThrow('Line 100002, column 2: the number 0 stands on line 2 already.');
  });

  it('takes no membership number for an id, which stays in the ledger for good, unless the user says that it is one', async () => {
    await expect(entries('ID,Name\n7,Ana\n10012345,Ben')).rejects.toThrow(
      'Line 3, column 1: 10012345 looks like a membership number, and an id can never be erased: say --map externalId=ID, or --map id=ID where it is none.',
    );
    expect(await entries('ID,Name\n10012345,Ben', ['externalId=ID'])).toEqual([{ externalId: '10012345', name: 'Ben' }]);
    expect(await entries('ID,Name\n10012345,Ben', ['id=ID'])).toEqual([{ id: '10012345', name: 'Ben' }]);
  });

  it('may name two of one name, where their numbers tell them apart', async () => {
    expect(await entries('name,Player ID\nCleo Tan,1\nCleo Tan,2')).toHaveLength(2);
  });
});

describe('a roster for a tournament that knows some of it', () => {
  const enrolled = (entry: RosterEntry, index: number): ListedPlayer => ({
    id: entry.id ?? `p-${index}`,
    name: entry.name,
    team: entry.team ?? null,
    externalId: entry.externalId ?? null,
  });
  const person = fc.record({
    name: fc.constantFrom('Ana Lind', 'Ben Okafor', 'Cleo Tan', 'Dan'),
    externalId: fc.option(fc.nat(5).map(String), { nil: undefined }),
  });
  const rosters = fc
    .uniqueArray(person, { selector: ({ externalId, name }) => externalId ?? name, maxLength: 8 })
    .map((people) => people.map(({ name, externalId }): RosterEntry => ({ name, ...(externalId !== undefined && { externalId }) })))
    .filter((people) =>
      people.every((one) => people.every((other) => one === other || one.name !== other.name || (one.externalId && other.externalId))),
    );

  it('enrols everybody once: the same file again, in any order, enrols nobody, and a longer one those who are new', () => {
    fc.assert(
      fc.property(rosters, fc.nat(8), fc.func(fc.integer()), (roster, cut, order) => {
        const before = roster.slice(0, cut).map(enrolled);
        const first = compared(roster, before);
        expect([first.newcomers, first.there.map(({ entry }) => entry)]).toEqual([roster.slice(cut), roster.slice(0, cut)]);
        const all = roster.map(enrolled);
        const shuffled = roster.toSorted((one, other) => order(one) - order(other));
        expect(compared(shuffled, all).newcomers).toEqual([]);
      }),
    );
  });

  it('enrols the second of two people of a name, where only one of that name is there', () => {
    const there = enrolled({ name: 'Cleo Tan' }, 1);
    const two = [
      { name: 'Cleo Tan', externalId: '1' },
      { name: 'Cleo Tan', externalId: '2' },
    ];
    const { there: known, newcomers, namesakes } = compared(two, [there]);
    expect([known.map(({ entry }) => entry), newcomers, namesakes]).toEqual([[two[0]], [two[1]], [{ entry: two[1], player: there }]]);
    const both = [there, enrolled({ name: 'Cleo Tan' }, 2)];
    expect(compared(two, both)).toMatchObject({ newcomers: [], there: [{ player: { id: 'p-1' } }, { player: { id: 'p-2' } }] });
  });

  it('shows who is new by number, and has the name of somebody', () => {
    const there = enrolled({ name: 'Cleo Tan', externalId: '1' }, 1);
    expect(compared([{ name: 'Tan, Cleo', externalId: '2' }], [there])).toMatchObject({
      newcomers: [{ externalId: '2' }],
      namesakes: [{ player: { id: 'p-1' } }],
    });
  });
});
