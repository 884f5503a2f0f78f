/** Times as spreadsheets and tools write them, and which moment each one was. */

/** How a date of two numbers under 13 is to be read; only the person knows. */
export type DateOrder = 'day-first' | 'month-first';

/** A time on a wall: what it showed, and the offset from UTC in minutes where the text names one. */
export interface WallTime {
  /** The wall's reading as if it were UTC, in milliseconds since 1970. */
  readonly shown: number;
  readonly offsetMinutes: number | null;
}

/** Why a text is no time, or which. */
export type ReadTime = { readonly time: WallTime } | { readonly unclear: 'no-time' | 'day-or-month' };

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})/;
const CLOCK = /^[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AaPp])?\.?(?:[Mm]\.?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/;

/**
 * Reads a date with a time: 2026-11-07 10:41, 07.11.2026 10:41:05, 11/7/2026 10:41 AM, with an offset or without. Dots mean that the day
 * stands first; with slashes or dashes it is read so only where it cannot be the month, or where `order` says so.
 */
export function wallTimeIn(text: string, order: DateOrder | null): ReadTime {
  const date = dateIn(text.trim(), order);
  if ('unclear' in date) return date;
  const clock = CLOCK.exec(date.rest);
  if (!clock) return { unclear: 'no-time' };
  const [, hours = '', minutes = '', seconds = '0', half, zone] = clock;
  const hour = hourOf(Number(hours), half);
  if (hour === null || Number(minutes) > 59 || Number(seconds) > 59) return { unclear: 'no-time' };
  const { year, month, day } = date;
  const shown = Date.UTC(year, month - 1, day, hour, Number(minutes), Number(seconds));
  // The 30th of February is no day.
  if (new Date(shown).getUTCDate() !== day || month > 12) return { unclear: 'no-time' };
  return { time: { shown, offsetMinutes: zone === undefined ? null : offsetIn(zone) } };
}

type ReadDate =
  | { readonly year: number; readonly month: number; readonly day: number; readonly rest: string }
  | { readonly unclear: 'no-time' | 'day-or-month' };

function dateIn(text: string, order: DateOrder | null): ReadDate {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) {
    const [all, year, month, day] = yearFirst;
    return { year: Number(year), month: Number(month), day: Number(day), rest: text.slice(all.length) };
  }
  const yearLast = YEAR_LAST.exec(text);
  if (!yearLast) return { unclear: 'no-time' };
  const [all, first, sign, second, year] = yearLast;
  const [one, other] = [Number(first), Number(second)];
  const rest = text.slice(all.length);
  if (sign === '.' || one > 12) return { year: Number(year), month: other, day: one, rest };
  if (other > 12) return { year: Number(year), month: one, day: other, rest };
  if (order === null && one !== other) return { unclear: 'day-or-month' };
  const [month, day] = order === 'month-first' ? [one, other] : [other, one];
  return { year: Number(year), month, day, rest };
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function offsetIn(zone: string): number {
  if (!/\d/.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** The walls of a time zone (IANA, such as Europe/Berlin). */
export class Zone {
  readonly #format: Intl.DateTimeFormat;
  /** Offsets by the quarter of an hour: no zone changes in between, and a tournament has few of them. */
  readonly #offsets = new Map<number, number>();

  /** @throws RangeError for a zone that does not exist. */
  constructor(readonly name: string) {
    this.#format = new Intl.DateTimeFormat('en-GB', {
      timeZone: name,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  }

  /**
   * The moments at which the wall showed this, in milliseconds since 1970: one; two in the hour that is repeated when the clock is put back;
   * none in the hour that is left out when it is put forward.
   */
  momentsOf({ shown, offsetMinutes }: WallTime): readonly number[] {
    if (offsetMinutes !== null) return [shown - offsetMinutes * 60_000];
    const offsets = new Set([-DAY_MS, 0, DAY_MS].map((away) => this.#offsetAt(shown + away)));
    const moments = [...offsets].map((offset) => shown - offset).filter((moment) => moment + this.#offsetAt(moment) === shown);
    return moments.sort((one, other) => one - other);
  }

  /** How far the wall is ahead of UTC at a moment, in milliseconds. */
  #offsetAt(moment: number): number {
    const quarter = Math.floor(moment / QUARTER_MS);
    const known = this.#offsets.get(quarter);
    if (known !== undefined) return known;
    const at = quarter * QUARTER_MS;
    const parts = new Map(this.#format.formatToParts(at).map(({ type, value }) => [type, Number(value)] as const));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const offset = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - at;
    this.#offsets.set(quarter, offset);
    return offset;
  }
}

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
