/** One tournament is one stream. */
const PREFIX = 'tournament-';

export const TOURNAMENT_STREAMS = PREFIX;

/** The stream that is a tournament's ledger. */
export function streamOf(tournament: string): string {
  return PREFIX + tournament;
}

/** The tournament whose ledger a stream is; null for a stream that is no ledger. */
export function tournamentIn(stream: string): string | null {
  return stream.startsWith(PREFIX) ? stream.slice(PREFIX.length) : null;
}

/** The vault's pseudonyms: whom a text concerns. A text that concerns nobody in particular belongs to the tournament. */
export const persons = {
  player: (tournament: string, id: string): string => `${tournament}/player/${id}`,
  official: (tournament: string, id: string): string => `${tournament}/official/${id}`,
  team: (tournament: string, id: string): string => `${tournament}/team/${id}`,
  nobody: (tournament: string): string => `${tournament}/tournament`,
};
