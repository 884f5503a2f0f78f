import { EDITIONS, Wordings } from '@ladder/editions';
import { describe, expect, it } from '@jest/globals';
import { Zone } from './local-time.js';
import { readRow } from './penalty-reading.js';
import type { PenaltyRow } from './penalty-row.js';
import { Players } from './players.js';
import { Questions } from './questions.js';
import type { Answer } from './questions.js';
import type { Reference } from './reference.js';

const edition = EDITIONS.get('riftbound-2026-10-16');
if (!edition) throw new Error('there is no edition');

const KEY = '0a1b2c3d-4e5f-8a6b-8c7d-0a1b2c3d4e5f';

const ROW: PenaltyRow = {
  line: 2,
  player: 'Lind, Ana',
  number: '',
  round: '3',
  table: '',
  infraction: 'Slow Play',
  sanction: 'Warning',
  description: 'Took long.',
  judge: 'Paul',
  time: '',
};

function read(row: Partial<PenaltyRow>, answered: Readonly<Record<string, string>> = {}, more: Partial<Reference> = {}) {
  const answers = new Map(
    Object.entries(answered).map(([key, answer]): [string, Answer] => [
      key,
      { kind: key.split(' ')[0] ?? '', answer, reason: '', where: 'a.csv, line 2' },
    ]),
  );
  const questions = new Questions(answers);
  const players = new Players([{ id: 'p-1', name: 'Ana Lind', team: null, externalId: null }]);
  const reference: Reference = {
    edition: edition!,
    level: 'competitive',
    wordings: new Wordings(edition!),
    players,
    questions,
    zone: new Zone('Europe/Berlin'),
    dateOrder: null,
    columnAt: () => 1,
    ...more,
  };
  const result = readRow({ ...ROW, ...row }, KEY, reference);
  return { ...result, asked: questions.open.map(({ kind, about, choices }) => ({ kind, about, choices })) };
}

const given = (row: Partial<PenaltyRow>, answered: Readonly<Record<string, string>> = {}) => {
  const result = read(row, answered);
  if (!('ruling' in result)) return null;
  const { category, conditions, penalty, deviation } = result.ruling;
  return [penalty, category, ...conditions, ...(deviation === null ? [] : [deviation])].join(' ');
};

describe('a row that is clear', () => {
  it('is read as a ruling; the judge whom it names is a part of the account, and no more', () => {
    expect(read({ time: '2026-11-07 10:41', table: 'Table 7' })).toEqual({
      asked: [],
      ruling: {
        player: 'p-1',
        category: 'slow-play',
        conditions: [],
        penalty: 'warning',
        deviation: null,
        round: 3,
        table: 7,
        ruledAt: '2026-11-07T09:41:00.000Z',
        account: 'Took long.\nImported. The file says "Slow Play", "Warning", judge: Paul.',
      },
    });
  });

  it.each([
    [{ infraction: 'Missed Trigger', sanction: 'Warning' }, 'warning missed-trigger advantageous'],
    [{ infraction: 'Missed Trigger', sanction: 'No Penalty' }, 'none missed-trigger'],
    [{ infraction: 'No show', sanction: 'ML' }, 'match-loss late-to-match never-arrived'],
    [{ infraction: 'Tardiness', sanction: 'GL' }, 'game-loss late-to-match over-2-minutes'],
    [{ infraction: 'Decklist Problem', sanction: 'Game Loss' }, 'game-loss decklist-error'],
  ])('tells by its penalty which line of the guideline it was: %j', (row, expected) => {
    expect(given(row)).toBe(expected);
  });
});

describe('what is not certain', () => {
  it('is asked all at once, and nothing is recorded meanwhile', () => {
    const { asked, ...result } = read({
      player: 'Nobody',
      round: 'Top 8',
      infraction: 'USC',
      sanction: 'Caution',
      time: '2026-10-25 02:30',
    });
    expect(result).toEqual({ why: 'asks' });
    expect(asked.map(({ kind, about }) => `${kind} ${about}`)).toEqual([
      'player Nobody',
      'round Top 8',
      'time 2026-10-25 02:30',
      'infraction USC',
      'sanction Caution',
    ]);
    expect(asked[3]?.choices).toEqual(['unsporting-minor', 'unsporting-major']);
  });

  it('is a penalty that no guideline gives: a Warning that the ledger counts, or a deviation with its reason (R11)', () => {
    const upgraded = { infraction: 'Slow Play', sanction: 'Game Loss' };
    expect(read(upgraded).asked).toEqual([{ kind: 'guideline', about: 'game-loss for slow-play', choices: ['warning', 'as told'] }]);
    const answers = (answer: string) => ({ 'guideline game-loss for slow-play': answer });
    expect(given(upgraded, answers('warning'))).toBe('warning slow-play');
    expect(given(upgraded, answers('as told'))).toBe('game-loss slow-play The imported file says "Game Loss" for "Slow Play".');
    expect(read(upgraded, answers('skip'))).toMatchObject({ why: 'skipped' });
  });

  it('is a penalty that several lines of a guideline give', () => {
    const late = { infraction: 'Tardiness', sanction: 'Match Loss' };
    expect(read(late).asked).toMatchObject([{ kind: 'guideline', choices: ['never-arrived', 'over-10-minutes'] }]);
    expect(given(late, { 'guideline match-loss for late-to-match': 'over-10-minutes' })).toBe('match-loss late-to-match over-10-minutes');
  });

  it.each([
    [{ player: 'Nobody' }, { 'player Nobody': 'p-1' }, { player: 'p-1' }],
    [{ round: 'Top 8' }, { 'round Top 8': '9' }, { round: 9 }],
    [{ infraction: 'Zeitspiel' }, { 'infraction Zeitspiel': 'Slow Play' }, { category: 'slow-play' }],
    [{ infraction: 'fehlte', sanction: 'ML' }, { 'infraction fehlte': 'late-to-match + never-arrived' }, { conditions: ['never-arrived'] }],
    [{ sanction: 'Caution' }, { 'sanction Caution': 'guideline' }, { penalty: 'warning' }],
    [{ time: '2026-10-25 02:30' }, { 'time 2026-10-25 02:30': 'first' }, { ruledAt: '2026-10-25T00:30:00.000Z' }],
    [{ time: '2026-03-29 02:30' }, { 'time 2026-03-29 02:30': '2026-03-29 03:30 +02:00' }, { ruledAt: '2026-03-29T01:30:00.000Z' }],
    [{ time: '2026-03-29 02:30' }, { 'time 2026-03-29 02:30': 'no time' }, { ruledAt: null }],
  ])('is clear once it is answered: %j, %j', (row, answers, ruling) => {
    expect(read(row, answers as unknown as Record<string, string>)).toMatchObject({ asked: [], ruling });
  });

  it('is asked of each row where the same words may mean something else in another; an answer for all with the words counts too', () => {
    const usc = { infraction: 'USC', sanction: 'Warning' };
    const row = '(row 0a1b2c3d-4e5f)';
    expect(given(usc, { [`infraction ${row}`]: 'unsporting-minor' })).toBe('warning unsporting-minor');
    expect(given(usc, { 'infraction USC': 'unsporting-minor' })).toBe('warning unsporting-minor');
    expect(given(usc, { 'infraction USC': 'unsporting-major', [`infraction ${row}`]: 'unsporting-minor' })).toBe(
      'warning unsporting-minor',
    );
    expect(read(usc, { 'infraction (row ffffffff-ffff)': 'unsporting-minor' })).toMatchObject({ why: 'asks' });
  });

  it.each([
    [
      { infraction: 'Slow Play', sanction: 'GL' },
      'The guideline for Slow Play is Warning, the file says Game Loss. Where Warnings had added up,',
    ],
    [{ infraction: 'Tardiness', sanction: 'ML' }, 'Match Loss for Late to Match is given where one of these holds: never-arrived: '],
    [{ player: 'Lind', number: 'p-1' }, 'The name or the number is another than that of p-1: Ana Lind. Who is it?'],
  ])('is asked in words that a judge knows: %j', (row, sentence) => {
    const questions = new Questions(new Map());
    read(row, {}, { questions });
    expect(questions.open.map(({ asks }) => asks)).toEqual([expect.stringContaining(sentence)]);
  });

  it('is not answered by what is no answer: that is said, with the line of the review file', () => {
    expect(() => read({ player: 'Nobody' }, { 'player Nobody': 'p-9' })).toThrow(
      'a.csv, line 2: p-9 is no answer; write the id of a player or skip.',
    );
  });
});

describe('what cannot be recorded', () => {
  it.each([
    [{ player: '' }, 'the player is missing'],
    [{ player: '=1+1' }, 'the name begins with =, as a formula does: write the name alone'],
    [{ round: '' }, 'the round is missing'],
    [{ table: 'corner' }, 'corner is no table'],
    [{ infraction: '' }, 'the infraction is missing'],
    [{ time: 'noon' }, 'noon is no date and time, such as 2026-11-07 10:41; --map time= --map date= leaves all times out'],
    [{ description: 'x'.repeat(4_000) }, 'with what is added it is longer than 4000 characters: shorten it'],
  ])('is refused with its line and column: %#', (row, what) => {
    expect(read(row)).toMatchObject({ refused: { message: `Line 2, column 1: ${what}.` } });
  });

  it.each([
    [
      { zone: null },
      '2026-11-07 10:41',
      'Line 2, column 1: 2026-11-07 10:41 names no time zone: say which it was, such as --zone Europe/Berlin.',
    ],
    [
      {},
      '07/11/2026 10:41',
      'Line 2, column 1: 07/11/2026 10:41 may be day or month first: say which with --dates day-first or --dates month-first.',
    ],
  ])('stops the whole file where only an option can tell (%#)', (more, time, message) => {
    expect(() => read({ time }, {}, more)).toThrow(message);
  });
});
