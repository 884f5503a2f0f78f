/** The stream does not end where the caller thought: read its tail and decide again. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  readonly stream: string;
  readonly expected: number;
  /** The revision of the stream's last event; -1 when there is none. */
  readonly actual: number;

  constructor(stream: string, expected: number, actual: number) {
    super(`Stream ${stream} was expected to end at revision ${expected}, but it ends at ${actual}.`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** An event id is already in the store, in another place: ids are fresh for each decision. */
export class EventIdTaken extends Error {
  override readonly name = 'EventIdTaken';

  constructor(id: string) {
    super(`An event with the id ${id} is in the store already, in another place.`);
  }
}

/** An event, or an append as a whole, is above the limit: split it. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';

  constructor(what: string, bytes: number, limit: number) {
    super(`${what} has ${bytes} bytes; a store takes at most ${limit}.`);
  }
}

/** The store cannot do what was asked: the disk is full or broken, a page is corrupt, too much waits, it is closed. Nothing was acknowledged. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}
