/** Letters that are no other letter with an accent, and that people write without the machine's help. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/**
 * What two ways to write a person's name have in common: its words without accents, case and punctuation, in no order. `Lind, Ána` and
 * `ana lind` are one. Two persons may share it: that is for somebody to tell.
 */
export function nameKey(name: string): string {
  return wordsOf(name).join(' ');
}

/** The words of a name, sorted. */
export function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłæœđðþı]/g, (letter) => PLAIN[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort();
}

/** "Lind, Ana" as "Ana Lind"; a name without a comma, or with several, as it is. */
export function turnedRound(name: string): string {
  const [last = '', first = '', ...others] = name.split(',').map((part) => part.trim());
  return others.length === 0 && first !== '' && last !== '' ? `${first} ${last}` : name;
}
