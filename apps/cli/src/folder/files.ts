import { openSqliteStoreReadOnly } from '@ladder/event-store';
import type { SqliteStoreReadOnly } from '@ladder/event-store';
import { fold, open, sealedIn } from '@ladder/ledger';
import type { Ledger, LedgerEvent, Opened } from '@ladder/ledger';
import { TOURNAMENT_STREAMS, beginningWith, eventsOf, tournamentIn } from '@ladder/ledgers';
import { vaultKey } from './data-folder.js';

const STREAMS_AT_ONCE = 500;

/** An event with the ledger right after it. The ledger is folded on as the next event is asked for. */
export interface Step {
  readonly event: LedgerEvent;
  readonly ledger: Ledger;
}

/** The ledgers of a data folder as its files hold them. Nothing is written, and a server may go on writing meanwhile. */
export class Files {
  private constructor(private readonly opened: SqliteStoreReadOnly) {}

  /**
   * Opens the files for the time that `read` takes.
   *
   * @throws FolderUnusable, SettingError or Complaint where they cannot be read.
   */
  static async reading<T>(folder: string, env: NodeJS.ProcessEnv, read: (files: Files) => Promise<T>): Promise<T> {
    const opened = openSqliteStoreReadOnly({ folder, masterKey: vaultKey(folder, env) });
    try {
      return await read(new Files(opened));
    } finally {
      opened.close();
    }
  }

  /** The ids of all tournaments. */
  async tournaments(): Promise<string[]> {
    const ids: string[] = [];
    for (let after = ''; ;) {
      const streams = await this.opened.store.streams(TOURNAMENT_STREAMS, after, STREAMS_AT_ONCE);
      ids.push(...streams.map(tournamentIn).filter((id) => id !== null));
      if (streams.length < STREAMS_AT_ONCE) return ids;
      after = streams.at(-1) ?? after;
    }
  }

  /** A tournament event by event; nothing for one that does not exist. */
  async *steps(tournament: string): AsyncGenerator<Step> {
    let ledger: Ledger | undefined;
    for await (const event of eventsOf(this.opened.store, tournament)) {
      ledger = fold(ledger ?? beginningWith(event), event);
      yield { event, ledger };
    }
  }

  /** A tournament's ledger at its end; undefined if there is none. */
  async ledger(tournament: string): Promise<Ledger | undefined> {
    let ledger: Ledger | undefined;
    for await (const step of this.steps(tournament)) ({ ledger } = step);
    return ledger;
  }

  /** All events of a tournament. */
  async events(tournament: string): Promise<LedgerEvent[]> {
    const events: LedgerEvent[] = [];
    for await (const event of eventsOf(this.opened.store, tournament)) events.push(event);
    return events;
  }

  /** Fills a view's names and texts from the vault. Who can read the files may read them all. */
  async open<T>(view: T, ledger: Ledger): Promise<Opened<T>> {
    const refs = sealedIn(view, ledger, true).map(({ ref }) => ref);
    const opened = await this.opened.vault.open([...new Set(refs)]);
    return open(view, ledger, new Map([...opened].map(([ref, { text }]) => [ref, text])), true);
  }
}
