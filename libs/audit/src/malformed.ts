/** What could not be read, in a sentence that says why. */
export interface Malformed {
  readonly malformed: string;
}

export function malformed(why: string): Malformed {
  return { malformed: why };
}

export function isMalformed(read: object): read is Malformed {
  return 'malformed' in read;
}
