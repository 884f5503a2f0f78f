import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LedgerEvent } from '@ladder/ledger';
import fc from 'fast-check';
import { Terminal } from '../../apps/cli/spec/terminal.js';
import { Hall } from '../support/hall.js';
import { endFolder, everythingOf, newFolder, storeSettings } from '../support/served.js';
import { ServerProcess } from '../support/server-process.js';

/** Words that stand for persons and what is said of them; none is in the program, nor could be by chance. */
const SECRETS = {
  player: 'Zdenka Xquillwort',
  turned: 'Xquillwort, Zdenka',
  stranger: 'Xnobody, Quite',
  number: 'xnumber-4417790',
  judge: 'Yvonne Xpemberley',
  description: 'xdescription: a card lay under the mat',
  formula: '=XHYPERLINK("xleak")',
};

const HEADER = 'Player,Player ID,Round,Table,Infraction,Penalty,Description,Judge,Timestamp';

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = newFolder();
  server = await ServerProcess.start(folder, { LADDER_LOG: 'debug' });
});
afterAll(async () => {
  await server.end();
  await endFolder(folder);
});

interface Imported {
  readonly counts: Readonly<Record<string, number>>;
  readonly gameLossesAsked: number;
  readonly questions: readonly { readonly kind: string; readonly about: string; readonly lines: readonly number[] }[];
  readonly rows: readonly { readonly line: number; readonly status: string; readonly why: string | null; readonly ruling: string | null }[];
}

let files = 0;

function written(rows: readonly string[], header = HEADER, encoding: BufferEncoding = 'utf8'): string {
  const file = join(folder, `import-${++files}.csv`);
  writeFileSync(file, [header, ...rows].join('\r\n'), encoding);
  return file;
}

async function penalties(hall: Hall, file: string, ...more: string[]): Promise<Imported> {
  const words = ['import', 'penalties', file, '--tournament', hall.id, '--zone', 'Europe/Berlin', '--data', folder, '--json', ...more];
  const terminal = new Terminal(words, await storeSettings(folder));
  const code = await terminal.ended;
  if (code !== 0) throw new Error(terminal.err);
  return JSON.parse(terminal.out) as Imported;
}

async function open(rounds = 3): Promise<Hall> {
  const hall = await Hall.open(server.admin, {
    players: [
      { id: 'zed', name: SECRETS.player, ...{ externalId: SECRETS.number } },
      { id: 'ben', name: 'Ben Okafor' },
      { id: 'tan-1', name: 'Cleo Tan' },
      { id: 'tan-2', name: 'Cleo Tan' },
    ],
  });
  for (let number = 2; number <= rounds; number += 1) await hall.post('scorekeeper', 'rounds', { number });
  return hall;
}

const rulingsIn = async (hall: Hall) => {
  const given: LedgerEvent['type'][] = ['InfractionNoted', 'WarningIssued', 'MatchLossApplied', 'PlayerDisqualified', 'GameLossApplied'];
  return (await hall.ledger()).filter(({ type, data }) => given.includes(type) && 'origin' in data);
};

/** A row for Zed, an hour after the one before. */
const row = (infraction: string, penalty: string, hour: number, round = 1) =>
  `"${SECRETS.turned}",${SECRETS.number},${round},5,${infraction},${penalty},"${SECRETS.description}",${SECRETS.judge},2026-10-24 ${hour}:05`;

describe('a file of penalties', () => {
  it('is rehearsed, asked about, answered, and recorded once', async () => {
    const hall = await open();
    const file = written([
      row('GPE - Looking at Extra Cards', 'Warning', 9),
      row('LEC', 'W', 11, 2),
      row('Looking at Extra Cards', 'Game Loss', 13, 3),
      '"Tan, Cleo",,1,,Slow Play,Warning,,,',
      'Ben Okafor,,1,,Sloww Pay,Warning,,,2026-10-25 02:30',
      'Ben Okafor,,9,,Slow Play,Warning,,,2026-10-25 09:30',
      `"${SECRETS.formula.replaceAll('"', '""')}",,1,,Slow Play,Warning,,,`,
      `"${SECRETS.stranger}",,1,,Slow Play,Warning,,,`,
    ]);
    const before = await hall.end();
    const dry = await penalties(hall, file);
    expect(dry.counts).toEqual({ 'would be recorded': 2, 'needs an answer': 4, refused: 2 });
    expect(dry.rows.filter(({ status }) => status === 'refused').map(({ why }) => why)).toEqual([
      'Line 7: Round 9 has not started: the current round is 3.',
      'Line 8, column 1: the name begins with =, as a formula does: write the name alone.',
    ]);
    expect(await hall.end()).toBe(before);

    const review = join(folder, 'review.csv');
    expect((await penalties(hall, file, '--record', '--review', review)).counts).toMatchObject({ recorded: 2 });
    const answers: Readonly<Record<string, string>> = {
      'game-loss for looking-at-extra-cards': 'warning',
      'Tan, Cleo': 'tan-2',
      'Sloww Pay': 'slow-play',
      '2026-10-25 02:30': 'second',
      [SECRETS.stranger]: 'skip',
    };
    const [header = '', ...asked] = readFileSync(review, 'utf8').trim().split('\r\n');
    const answered = asked.map((line) => {
      const about = Object.keys(answers).find((each) => line.includes(each)) ?? '';
      return line.replace(/,,$/, `,${answers[about] ?? ''},`);
    });
    expect(answered).toHaveLength(5);
    writeFileSync(review, [header, ...answered].join('\r\n'));

    const rest = await penalties(hall, file, '--record', '--answers', review);
    expect(rest.counts).toEqual({ recorded: 3, 'already there': 2, 'left out': 1, refused: 2 });
    expect(rest.gameLossesAsked).toBe(1);
    expect((await penalties(hall, file, '--record', '--answers', review)).counts).toMatchObject({ 'already there': 5 });
    expect((await penalties(hall, file, '--record')).counts).toMatchObject({ 'already there': 5, 'needs an answer': 1 });
    expect(await rulingsIn(hall)).toHaveLength(5);

    const record = await hall.record('zed');
    expect(record.tallies.categories).toEqual([{ category: 'looking-at-extra-cards', warnings: 3, upgradesAt: 3 }]);
    expect(record.reviews).toMatchObject([{ question: 'game-loss-due', status: 'open', text: expect.stringContaining('it is imported') }]);
    expect(record.penalties.map(({ penalty }) => penalty)).toEqual(['warning', 'warning', 'warning']);
    expect(record.rulings[0]).toMatchObject({ origin: 'import', judge: 'admin', account: expect.stringContaining(SECRETS.judge) });
    const late = (await hall.record('ben')).rulings[0];
    expect(late).toMatchObject({ origin: 'import', ruledAt: '2026-10-25T01:30:00.000Z' });
    expect(JSON.stringify(await hall.get('head', 'officials'))).not.toContain(SECRETS.judge);
  });

  it('is read the same when it comes in another encoding, with another delimiter and other columns', async () => {
    const hall = await open();
    await penalties(hall, written([row('Slow Play', 'Warning', 9), row('Marked Cards', 'Warning', 10)]), '--record');
    const other = [
      `Warning;Slow Play;1;05;${SECRETS.number};${SECRETS.turned};2026-10-24 9:05;${SECRETS.judge};${SECRETS.description};x`,
      `Warning;Marked Cards;1;5;${SECRETS.number};${SECRETS.turned};2026-10-24 10:05;${SECRETS.judge};${SECRETS.description};x`,
    ].map((line) => line.replace(';05;', ';5;'));
    const header = 'Sanction;Offence;Rd;Table Number;Member ID;Name;Date;Issued by;Notes;Points';
    const again = await penalties(hall, written(other, `\uFEFF${header}`, 'utf16le'), '--record');
    expect(again.counts).toEqual({ 'already there': 2 });
  });

  it('grown, in any other order, or given twice, records every row once', async () => {
    const errors = ['Slow Play', 'Marked Cards', 'General Error', 'USC Minor'];
    const rows = errors.flatMap((error) => [1, 2].map((round) => row(error, 'Warning', 8 + round, round)));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(rows.length),
        fc.array(fc.nat(999), { minLength: rows.length, maxLength: rows.length }),
        async (cut, order) => {
          const hall = await open();
          await penalties(hall, written(rows.slice(0, cut)), '--record');
          const shuffled = rows.map((each, index) => [order[index] ?? 0, each] as const).sort(([one], [other]) => one - other);
          const all = written(shuffled.map(([, each]) => each));
          expect((await penalties(hall, all, '--record')).counts).toEqual({
            ...(cut < rows.length && { recorded: rows.length - cut }),
            ...(cut > 0 && { 'already there': cut }),
          });
          expect((await penalties(hall, all, '--record')).counts).toEqual({ 'already there': rows.length });
          expect(await rulingsIn(hall)).toHaveLength(rows.length);
        },
      ),
      { numRuns: 4 },
    );
  });

  it('is for the head judge: nobody else may say that a ruling is imported', async () => {
    const hall = await open();
    const body = { infractions: [{ player: 'ben', category: 'slow-play' }], origin: 'import' };
    const { status, body: refusal } = await hall.by('floor').ask('POST', `${hall.path}/rulings`, { body });
    expect([status, refusal.code]).toEqual([403, 'not-granted']);
    expect(await hall.post('head', 'rulings', body)).toMatchObject({ penalties: [{ penalty: 'warning' }] });
    const strange = await hall.by('head').ask('POST', `${hall.path}/rulings`, { body: { ...body, origin: 'elsewhere' } });
    expect([strange.status, strange.body.code]).toEqual([400, 'invalid-request']);
  });

  it('that holds two equal rows asks whether the second is another error, and takes it once it is told so', async () => {
    const hall = await open();
    const file = written([row('Slow Play', 'Warning', 9), row('Slow Play', 'Warning', 9)]);
    const first = await penalties(hall, file, '--record');
    expect(first.counts).toEqual({ recorded: 1, 'needs an answer': 1 });
    const [question] = first.questions;
    expect(question).toMatchObject({ kind: 'duplicate', lines: [3] });
    const answers = written([`duplicate,"${question?.about ?? ''}",another`], 'question,about,answer');
    expect((await penalties(hall, file, '--record', '--answers', answers)).counts).toEqual({ recorded: 1, 'already there': 1 });
    expect((await hall.record('zed')).tallies.categories).toMatchObject([{ warnings: 2 }]);
  });

  it('that names one of two players of a name asks of each row which one it is, before anything is recorded', async () => {
    const hall = await open();
    const file = written([1, 2, 3].map((round) => `"Tan, Cleo",,${round},,Slow Play,Warning,,,`));
    const review = join(folder, 'namesakes.csv');
    expect((await penalties(hall, file, '--record', '--review', review)).questions).toMatchObject([{ kind: 'player', lines: [2, 3, 4] }]);
    const [header = '', ...asked] = readFileSync(review, 'utf8').trim().split('\r\n');
    expect(asked).toHaveLength(3);
    const report = join(folder, 'rows.csv');
    await penalties(hall, file, '--report', report);
    expect(readFileSync(report, 'utf8').split('\r\n').slice(1, 4)).toEqual(
      [2, 3, 4].map((line) => expect.stringMatching(`^${line},needs an answer,"Tan, Cleo",`)),
    );
    expect([review, report].map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o600]);
    const who = ['tan-1', 'tan-2', 'tan-2'];
    writeFileSync(review, [header, ...asked.map((line, at) => line.replace(/,,$/, `,${who[at] ?? ''},`))].join('\r\n'));
    const end = await hall.end();
    await expect(penalties(hall, file, '--record', '--answers', review, '--review', review)).rejects.toThrow('may hold answers');
    await expect(penalties(hall, file, '--record', '--answers', review, '--report', file)).rejects.toThrow('holds something else already');
    await expect(penalties(hall, file, '--record', '--report', join(folder, 'none', 'r.csv'))).rejects.toThrow('there is no such folder');
    expect(await hall.end()).toBe(end);
    expect((await penalties(hall, file, '--record', '--answers', review)).counts).toEqual({ recorded: 3 });
    expect((await hall.record('tan-1')).rulings).toHaveLength(1);
    expect((await hall.record('tan-2')).rulings).toHaveLength(2);
  });

  it('is refused row by row where the tournament is closed (R37)', async () => {
    const hall = await open();
    await hall.post('head', 'close', {});
    const { rows } = await penalties(hall, written([row('Slow Play', 'Warning', 9)]), '--record');
    expect(rows).toMatchObject([{ status: 'refused', why: 'Line 2: The tournament is closed: the head judge can reopen it.' }]);
  });

  it.each([
    [
      'Player|Round|Infraction|Penalty',
      /Line 1, column 1: no column is known as the player; there are Player\|Round\|Infraction\|Penalty\. /,
    ],
    ['Player,Round,Infraction', /Line 1, column 1: no column is known as the sanction; /],
    ['Player,Round,Infraction,Penalty,Penalty', /Line 1, column 5: the column Penalty is there twice\.$/m],
  ])('without what it needs is refused as a whole, with line and column: %s', async (header, message) => {
    const hall = await open();
    await expect(penalties(hall, written(['Ben Okafor,1,Slow Play,Warning,Warning'], header))).rejects.toThrow(message);
  });

  it('stopped with Ctrl-C while it is rehearsed is not recorded at all', async () => {
    const hall = await open(20);
    const file = written(Array.from({ length: 4_000 }, (_, index) => `Ben Okafor,,${(index % 20) + 1},,Slow Play,Warning,${index},,`));
    const words = ['import', 'penalties', file, '--tournament', hall.id, '--data', folder, '--record'];
    const begun = await hall.end();
    const terminal = new Terminal(words, await storeSettings(folder));
    expect(await terminal.interrupt()).toBe(1);
    expect([terminal.out, terminal.err]).toEqual(['', expect.stringContaining('Stopped. Nothing of this file was recorded now.')]);
    expect(await hall.end()).toBe(begun);
  });

  it('stopped with Ctrl-C is whole as far as it came, and goes on from there', async () => {
    const hall = await open(20);
    const rows = Array.from({ length: 20 }, (_, index) => `Ben Okafor,,${index + 1},,Slow Play,Warning,x,y,`);
    const file = written(rows);
    const words = ['import', 'penalties', file, '--tournament', hall.id, '--data', folder, '--record', '--json'];
    const begun = await hall.end();
    const terminal = new Terminal(words, await storeSettings(folder));
    while ((await hall.end()) === begun) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await terminal.interrupt()).toBe(1);
    expect(terminal.err).toContain('Stopped. What is recorded is whole: the same command goes on from there.');
    const { counts } = JSON.parse(terminal.out) as Imported;
    expect(counts['not reached']).toBeGreaterThan(0);
    expect((await penalties(hall, file, '--record')).counts).toEqual({
      recorded: counts['not reached'],
      'already there': counts['recorded'],
    });
  });

  it('cut off by a server that is killed is whole as far as it came, and goes on from there', async () => {
    const hall = await open(20);
    const rounds = Array.from({ length: 20 }, (_, index) => index + 1);
    const errors = ['Slow Play', 'Marked Cards', 'General Error', 'Communication Violation', 'Drawing Extra Cards'];
    const rows = rounds.flatMap((round) => errors.map((error) => `Ben Okafor,,${round},,${error},Warning,x,y,`));
    const file = written(rows);
    const words = ['import', 'penalties', file, '--tournament', hall.id, '--data', folder, '--record', '--json'];
    const begun = await hall.end();
    const terminal = new Terminal(words, await storeSettings(folder));
    while ((await hall.end()) < begun + 20) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.end('SIGKILL');
    expect(await terminal.ended).toBe(1);
    expect(terminal.err).toContain('What is recorded is whole: the same command goes on from there.');
    const cut = JSON.parse(terminal.out) as Imported;
    expect(cut.counts['not reached']).toBeGreaterThan(0);

    server = await ServerProcess.start(folder, { LADDER_LOG: 'debug' });
    const rest = await penalties(hall.at(server.url), file, '--record');
    expect((rest.counts['already there'] ?? 0) + (rest.counts['recorded'] ?? 0)).toBe(rows.length);
    const recorded = await rulingsIn(hall.at(server.url));
    expect(recorded).toHaveLength(rows.length);
    expect(new Set(recorded.map(({ metadata }) => metadata.key)).size).toBe(rows.length);
  });
});

describe('names and texts of a file', () => {
  it('are in no event, no log and no file of the folder but the ones that the user made', async () => {
    const hall = await open();
    const file = written([
      row('Slow Play', 'Warning', 9),
      `"${SECRETS.stranger}",,1,,Slow Play,Warning,${SECRETS.description},${SECRETS.judge},`,
    ]);
    await penalties(hall, file, '--record');
    const secretsIn = (text: string) => Object.values(SECRETS).filter((secret) => text.includes(secret));
    expect(secretsIn(JSON.stringify(await hall.ledger()))).toEqual([]);
    expect(server.err).toContain('"route":"/v1/tournaments/:t/rulings"');
    expect(secretsIn(server.err + server.out)).toEqual([]);
    const made = (await everythingOf(folder)).filter((each) => !each.includes(HEADER) && !each.includes('question,about'));
    for (const each of made) expect(Object.values(SECRETS).filter((secret) => each.includes(secret))).toEqual([]);
  });
});
