import { isFormula } from '../spreadsheet/csv.js';
import { wallTimeIn } from './local-time.js';
import type { ListedPlayer } from './players.js';
import type { Known, RowReader } from './row-reader.js';

const LAST_ROUND = 1_000;
const LAST_TABLE = 100_000;
const MOST_CANDIDATES = 6;

/** Whom a row is about: one player for certain, or a question that names those who come into question. */
export function playerOf(reader: RowReader): Known<ListedPlayer> {
  const { player: name, number } = reader.row;
  if (isFormula(name)) throw reader.refused('player', `the name begins with ${name.slice(0, 1)}, as a formula does: write the name alone`);
  if (name === '' && number === '') throw reader.refused('player', 'the player is missing');
  const { players } = reader.reference;
  const found = players.find(name, number);
  if ('player' in found) return found.player;
  const candidates = found.candidates.slice(0, MOST_CANDIDATES);
  const named = candidates
    .map(({ id, name: known, externalId }) => `${id}: ${known}${externalId === null ? '' : ` (${externalId})`}`)
    .join('; ');
  const asks = {
    unknown: `Nobody of this name is enrolled${named === '' ? '' : `, but ${named}`}. Who is it?`,
    several: `Several are called so: ${named}. Who is it?`,
    'name and number differ':
      candidates.length === 1
        ? `The name or the number is another than that of ${named}. Who is it?`
        : `The name and the number are not one player's: ${named}. Who is it?`,
  }[found.why];
  const about = [name, ...(number === '' ? [] : [`(${number})`])].join(' ').trim();
  const choices = candidates.length > 0 ? candidates.map(({ id }) => id) : ['the id of a player'];
  return reader.ask({ kind: 'player', about, asks, choices, isOfEachRow: found.why === 'several' }, ({ answer }) => players.withId(answer));
}

/** The round of a row: "3", "R3", "Round 3"; what has a name instead, such as Top 8, is asked. */
export function roundOf(reader: RowReader): Known<number> {
  const { round } = reader.row;
  if (round === '') throw reader.refused('round', 'the round is missing');
  const number = roundIn(round);
  if (number !== undefined) return number;
  const asks = `Which round is "${round}"? Write its number.`;
  return reader.ask({ kind: 'round', about: round, asks, choices: ['a number from 0 on'] }, ({ answer }) => roundIn(answer));
}

function roundIn(text: string): number | undefined {
  const number = /^(?:r|rd|round)?[ .#]*(\d{1,4})$/i.exec(text.trim())?.[1];
  return number !== undefined && Number(number) <= LAST_ROUND ? Number(number) : undefined;
}

/** The table of a row; null where the file names none. */
export function tableOf(reader: RowReader): number | null {
  const { table } = reader.row;
  if (table === '') return null;
  const number = /^\D{0,10}(\d{1,6})$/.exec(table)?.[1];
  if (number === undefined || Number(number) < 1 || Number(number) > LAST_TABLE) throw reader.refused('table', `${table} is no table`);
  return Number(number);
}

/** When a ruling was made by the wall of the hall, as ISO 8601 UTC; null where the file does not say. */
export function timeOf(reader: RowReader): Known<string | null> {
  const { time: text } = reader.row;
  if (text === '') return null;
  const { dateOrder, zone } = reader.reference;
  const read = wallTimeIn(text, dateOrder);
  if ('unclear' in read) {
    if (read.unclear === 'no-time')
      throw reader.refused('time', `${text} is no date and time, such as 2026-11-07 10:41; --map time= --map date= leaves all times out`);
    throw reader.misread('time', `${text} may be day or month first: say which with --dates day-first or --dates month-first`);
  }
  const { time } = read;
  if (time.offsetMinutes !== null) return new Date(time.shown - time.offsetMinutes * 60_000).toISOString();
  if (!zone) throw reader.misread('time', `${text} names no time zone: say which it was, such as --zone Europe/Berlin`);
  const [first, second] = zone.momentsOf(time).map((moment) => new Date(moment).toISOString());
  if (first !== undefined && second === undefined) return first;
  const asks =
    first === undefined
      ? `This never was on a clock in ${zone.name}: it was put forward over it. Which time was it?`
      : `This was twice on a clock in ${zone.name}: ${first} and, after it was put back, ${second ?? ''}. Which is it?`;
  const choices = [...(first === undefined ? [] : ['first', 'second']), 'a time such as 2026-10-25 02:30 +01:00', 'no time'];
  return reader.ask({ kind: 'time', about: text, asks, choices, isOfEachRow: true }, ({ answer }) => {
    if (answer === 'no time') return null;
    if (answer === 'first') return first;
    if (answer === 'second') return second;
    const other = wallTimeIn(answer, dateOrder);
    if (!('time' in other) || other.time.offsetMinutes === null) return undefined;
    return new Date(other.time.shown - other.time.offsetMinutes * 60_000).toISOString();
  });
}
