/** What a ruling can cost a player (R1–R7). */
export type Penalty = 'none' | 'warning' | 'game-loss' | 'match-loss' | 'disqualification';

/** Every penalty, the mildest first. */
export const PENALTIES: readonly Penalty[] = ['none', 'warning', 'game-loss', 'match-loss', 'disqualification'];

/** How severe a penalty is: 0 for `none` to 4 for `disqualification`. Meant for comparing, as R9 and R10 do. */
export function severity(penalty: Penalty): number {
  return PENALTIES.indexOf(penalty);
}
