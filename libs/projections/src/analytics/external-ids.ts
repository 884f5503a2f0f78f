import type { StoredEvent, TextReader } from '@ladder/event-store';
import { decode } from '@ladder/ledger';
import type { LedgerEvent, Sealed } from '@ladder/ledger';

/** References opened at a time. */
const AT_A_TIME = 1000;

/** The external ids of the players who are enrolled by the events at hand. They are in memory only, and only until the next events come. */
export class ExternalIds {
  readonly #opened = new Map<string, string>();

  constructor(private readonly vault: TextReader) {}

  /** Opens those that these events refer to, in the place of the ones before. @throws StoreUnavailable when the vault does not answer. */
  async open(events: readonly StoredEvent[]): Promise<void> {
    this.#opened.clear();
    const refs = events.flatMap(({ type, body }) => (type === 'PlayersEnrolled' ? refsIn(body) : []));
    for (let from = 0; from < refs.length; from += AT_A_TIME) {
      const some = await this.vault.open(refs.slice(from, from + AT_A_TIME));
      for (const [ref, { text }] of some) this.#opened.set(ref, text);
    }
  }

  /** The external id behind a reference; undefined where the vault has none any more: the person was erased. */
  of({ ref }: Sealed): string | undefined {
    return this.#opened.get(ref);
  }
}

/** An event that cannot be read refers to nothing; it is refused when it is taken. */
function refsIn(body: string): string[] {
  let event: LedgerEvent;
  try {
    event = decode(body);
  } catch {
    return [];
  }
  return event.type === 'PlayersEnrolled' ? event.data.players.flatMap(({ externalId }) => (externalId ? [externalId.ref] : [])) : [];
}
