const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' };

/** "1 December 2026", "1–2 December 2026": the UTC days of two moments in ISO 8601. */
export function daysInWords(first: string, last: string): string {
  return new Intl.DateTimeFormat('en-GB', DAY).formatRange(new Date(first), new Date(last));
}

/** "1 December 2026 at 22:17 UTC" */
export function momentInWords(moment: string): string {
  return `${daysInWords(moment, moment)} at ${moment.slice(11, 16)} UTC`;
}
