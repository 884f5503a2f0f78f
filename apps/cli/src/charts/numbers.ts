/** A number as it is read: thousands apart, at most one decimal. */
export function inWords(number: number): string {
  return number.toLocaleString('en', { maximumFractionDigits: 1 });
}

/** "1 Warning", "2 Warnings", "0 Warnings", "1,200 Warnings" */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${inWords(number)} ${number === 1 ? one : many}`;
}

/** "a", "a and b", "a, b and c" */
export function listed(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`;
}

/** The same text as the beginning of a line. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What stands in the place of a number that would be of too few persons. */
export const WITHHELD = 'not told';

/** The sum of what is told. */
export function sumOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** The sum in words: "12", or "12+" where something is not told, or that nothing is told. */
export function sumInWords(values: readonly (number | null)[]): string {
  if (values.length > 0 && values.every((value) => value === null || value === 0) && values.includes(null)) return WITHHELD;
  return `${inWords(sumOf(values))}${values.includes(null) ? '+' : ''}`;
}
