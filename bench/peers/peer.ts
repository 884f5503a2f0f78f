/** What is counted, in every peer alike: the Warnings of a tournament. */
export interface Counted {
  /** How many events there are. */
  readonly version: number;
  readonly warnings: number;
}

export interface Warned {
  readonly player: string;
  readonly category: string;
}

/** The same work, done by each library in its own way. */
export interface Peer {
  /** With its version, and where it keeps events. */
  readonly name: string;
  /** Appends one event behind the first `version`, and refuses if there are more or fewer. */
  append(tournament: string, version: number, warned: Warned): Promise<unknown>;
  /** Reads every event of a tournament and folds it. */
  load(tournament: string): Promise<Counted>;
  close(): Promise<void>;
}
