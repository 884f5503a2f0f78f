/** Organized Play Level of a tournament: `casual` is the low one, the other two are the high ones. */
export type Level = 'casual' | 'competitive' | 'professional';

/** Every level, from low to high. */
export const LEVELS: readonly Level[] = ['casual', 'competitive', 'professional'];
