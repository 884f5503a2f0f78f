import type { Verdict } from './verdict.js';

/** A verdict as lines to be read: what was signed, every problem with its place, and what is to be said of each penalty. */
export function verdictLines({ ok, problems, signed, penalties, owed, counts }: Verdict): string[] {
  return [
    ...(signed ? [`Signed: ${signed.origin}, ${signed.size} events, root ${signed.root}`] : []),
    ...problems.map(({ where, what }) => `PROBLEM at ${where}: ${what}`),
    ...penalties.map(({ penalty, player, kind, verdict, why }) => `${verdict}: ${penalty}, ${kind} of ${player}. ${why}`),
    ...owed.map(({ type, cause }) => `Not recorded yet: ${type}${cause === null ? '' : `, due since position ${cause}`}`),
    `${counts.events} events and ${counts.texts} opened texts: ${ok ? 'everything holds.' : `${problems.length} problems. Do not rely on this pack.`}`,
  ];
}
