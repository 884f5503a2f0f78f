/** A figure of an analytics projection: its SQL over the rows of a cell. */
export type Figures = Readonly<Record<string, string>>;

/** The SQL of a figure as a whole number, as every number of an answer is. */
export function whole(sql: string): string {
  return `CAST(round(${sql}) AS INTEGER)`;
}

/** One named analytics projection: what it counts, in one sentence, and the SQL over the facts that counts it. */
export interface AnalyticsProjection {
  readonly name: string;
  /** The sentence that says what is counted. */
  readonly counts: string;
  /** What each row is about: columns of {@link from}. */
  readonly keys: readonly string[];
  /** Further columns by which the rows may be told apart. */
  readonly groups: readonly string[];
  readonly figures: Figures;
  /** A table or a sub-select of the facts, with the columns `person`, `level`, `day` and every key and group. */
  readonly from: string;
  /** Whether a row is about one person, a pseudonym being its key: then it is not the row that has to be of several, but the answer. */
  readonly perPerson?: boolean;
}
