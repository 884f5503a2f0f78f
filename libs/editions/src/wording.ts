/** A category as other tools and people call it, with the conditions that the wording tells, if it tells any. */
export interface Wording {
  readonly wording: string;
  readonly category: string;
  readonly conditions: readonly string[];
}
