import { randomUUID } from 'node:crypto';
import { BACKWARDS, END } from '@eventstore/db-client';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { Conflict } from './event-appender.js';
import type { Draft, EventAppender } from './event-appender.js';
import { isStreamDeleted, isStreamNotFound, unavailable } from './kurrent-failure.js';
import { PERSONS } from './names.js';
import type { PersonStreams } from './person-streams.js';
import { bytesOf, collect, OF_LEADER } from './reading.js';
import { draftOf, entryIn, inAppends, KEY_MADE, TEXT_KEPT, TEXT_MOVED } from './sealed-entry.js';
import type { SealedEntry, VaultEvent } from './sealed-entry.js';

/** A text and where it lies now. */
export interface Moved {
  readonly ref: string;
  readonly revision: number;
}

/**
 * Takes single texts out of the streams of persons who stay. A server deletes a stream whole or its beginning: so the key and all other texts are
 * written once more at the end, and what lies before is cut off. Then the server gives it to nobody, and drops it when it scavenges.
 */
export class TextCuts {
  constructor(
    private readonly client: EventStoreDBClient,
    private readonly appender: EventAppender,
    private readonly persons: PersonStreams,
  ) {}

  /**
   * Takes texts out of a person's stream. It may be called again at any time, by any node: it goes on where it was cut short, and where others keep
   * texts meanwhile, theirs stay too.
   *
   * @param isMeant tells which; asked for each text once, by its last entry.
   * @param noteMoved makes known where the other texts lie, before they can be read nowhere else.
   * @returns what was taken out.
   * @throws StoreUnavailable: call again.
   */
  async take(
    person: string,
    isMeant: (entry: SealedEntry) => boolean,
    noteMoved: (texts: readonly Moved[]) => Promise<void>,
  ): Promise<SealedEntry[]> {
    try {
      for (;;) {
        const events = await this.persons.everything(person);
        const key = events?.find(({ type }) => type === KEY_MADE);
        if (!events || !key) return [];
        // By ref: what an answer that did not come let be written twice is one text.
        const entries = [...new Map(events.flatMap((event) => entryIn(event) ?? []).map((entry) => [entry.ref, entry])).values()];
        const taken = entries.filter(isMeant);
        if (taken.length === 0) return [];
        const last = Number(events.at(-1)?.revision);
        const places = await this.#writeOnceMore(person, last, key, entries.filter((entry) => !isMeant(entry)).map(moved)); // prettier-ignore
        if (!places) continue;
        await noteMoved(places);
        await this.#cutOff(person, last + 1);
        return taken;
      }
    } catch (error) {
      // Whoever was forgotten meanwhile has no texts at all.
      if (isStreamDeleted(error)) return [];
      throw unavailable('take texts out of the vault', error);
    }
  }

  /** Where the texts lie now; undefined if somebody has written meanwhile, whose texts have to be written once more too. */
  async #writeOnceMore(
    person: string,
    last: number,
    key: VaultEvent,
    entries: readonly SealedEntry[],
  ): Promise<readonly Moved[] | undefined> {
    const [first = [], ...others] = inAppends(entries);
    const drafts: Draft[] = [{ id: randomUUID(), type: KEY_MADE, data: bytesOf(key) }];
    drafts.push(...first.map(draftOf));
    if ((await this.appender.append(PERSONS + person, last, drafts)) instanceof Conflict) return undefined;
    // What others write from here on comes behind the cut, so that the rest may come anywhere.
    const more = (await this.persons.add(person, others.flat())) ?? [];
    const revisions = [...first.map((_, index) => last + 2 + index), ...more];
    return entries.flatMap(({ ref }, index) => {
      const revision = revisions[index];
      return revision === undefined ? [] : [{ ref, revision }];
    });
  }

  /** Never takes back a cut that was made further on. */
  async #cutOff(person: string, before: number): Promise<void> {
    const settings = `$$${PERSONS}${person}`;
    for (;;) {
      const last = await this.#lastOf(settings);
      const { $tb = 0 } = (last?.data ?? {}) as { $tb?: number };
      if ($tb >= before) return;
      const draft = { id: randomUUID(), type: '$metadata', data: { $tb: before } };
      const cut = await this.appender.append(settings, last ? Number(last.revision) : -1, [draft]);
      if (!(cut instanceof Conflict)) return;
    }
  }

  async #lastOf(stream: string): Promise<VaultEvent | undefined> {
    try {
      const read = this.client.readStream(stream, { fromRevision: END, direction: BACKWARDS, maxCount: 1, ...OF_LEADER });
      return (await collect(read))[0]?.event;
    } catch (error) {
      if (isStreamNotFound(error)) return undefined;
      throw error;
    }
  }
}

function moved(entry: SealedEntry): SealedEntry {
  return entry.type === TEXT_KEPT ? { ...entry, type: TEXT_MOVED } : entry;
}
