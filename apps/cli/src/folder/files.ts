import { decode, fold, open, sealedIn } from '@ladder/ledger';
import type { Ledger, LedgerEvent, Opened } from '@ladder/ledger';
import { TOURNAMENT_STREAMS, beginningWith, eventsOf, streamOf, tournamentIn } from '@ladder/ledgers';
import { withAnalytics } from '@ladder/projections';
import type { AnalyticsReader, AnalyticsSettings } from '@ladder/projections';
import { openForReading } from './open-for-reading.js';
import type { ReadableStore } from './open-for-reading.js';

const STREAMS_AT_ONCE = 500;

/** An event with the ledger right after it. The ledger is folded on as the next event is asked for. */
export interface Step {
  readonly event: LedgerEvent;
  readonly ledger: Ledger;
}

/** The ledgers as a data folder, or the store that LADDER_STORE names, holds them. Nothing is written, and servers may go on writing meanwhile. */
export class Files {
  private constructor(private readonly opened: ReadableStore) {}

  /**
   * Opens the store for the time that `read` takes.
   *
   * @throws FolderUnusable, SettingError or Complaint where they cannot be read.
   */
  static async reading<T>(folder: string, env: NodeJS.ProcessEnv, read: (files: Files) => Promise<T>): Promise<T> {
    const opened = await openForReading(folder, env);
    try {
      return await read(new Files(opened));
    } finally {
      await opened.close();
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

  /** A tournament's first event; undefined if there is none. */
  async opening(tournament: string): Promise<LedgerEvent | undefined> {
    const [first] = await this.opened.store.readStream(streamOf(tournament), 0, 1);
    return first && decode(first.body);
  }

  /** All events of a tournament. */
  async events(tournament: string): Promise<LedgerEvent[]> {
    const events: LedgerEvent[] = [];
    for await (const event of eventsOf(this.opened.store, tournament)) events.push(event);
    return events;
  }

  /** The texts that the vault still has, by their references. */
  async texts(refs: readonly string[]): Promise<Map<string, string>> {
    const opened = await this.opened.vault.open(refs);
    return new Map([...opened].map(([ref, { text }]) => [ref, text]));
  }

  /** Counts everything that is recorded, for the time that `read` takes. @throws the reason of the signal, once it is aborted. */
  async analytics<T>(
    settings: Omit<AnalyticsSettings, 'store' | 'vault' | 'tournamentIn'>,
    read: (analytics: AnalyticsReader) => T | Promise<T>,
  ): Promise<T> {
    return withAnalytics({ store: this.opened.store, vault: this.opened.vault, tournamentIn, ...settings }, read);
  }

  /** Fills a view's names and texts from the vault. Who can read the files may read them all. */
  async open<T>(view: T, ledger: Ledger): Promise<Opened<T>> {
    const refs = sealedIn(view, ledger, true).map(({ ref }) => ref);
    return open(view, ledger, await this.texts([...new Set(refs)]), true);
  }
}
