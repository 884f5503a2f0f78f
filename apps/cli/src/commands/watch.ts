import { setTimeout as pause } from 'node:timers/promises';
import type { Opened, noticeView } from '@ladder/ledger';
import { Api } from '../api/api.js';
import { Refused } from '../api/refused.js';
import { Complaint, lineOf } from '../complaint.js';
import { dataFolder } from '../folder/data-folder.js';
import { runningServer } from '../folder/running-server.js';
import { placeWords } from '../screen/words.js';
import type { Surroundings } from '../surroundings.js';

export interface WatchOptions {
  readonly data?: string;
  readonly json?: boolean;
}

type Notice = Opened<ReturnType<typeof noticeView>>;

/** Between tries to connect again, in milliseconds: doubled from the first to the longest. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** Shows what the head judge is told, as it is told, and rings. Goes on after the server was away; nothing is missed. */
export async function watch(surroundings: Surroundings, tournament: string, { data, json = false }: WatchOptions): Promise<void> {
  const { screen, env, stopping } = surroundings;
  const watching = new Watching(surroundings, dataFolder(data, env), tournament, json);
  let api: Api | null = await watching.connect();
  if (!json) screen.note(`Watching ${tournament}; end with Ctrl-C.`);
  for (let tries = 0; !isStopping(stopping); tries += 1) {
    try {
      api ??= await watching.connect();
      tries = 0;
      await watching.follow(api);
    } catch (error) {
      if (isStopping(stopping)) return;
      // A server that stops, or comes back with another key, refuses for a while; a tournament that is not there stays away.
      if (error instanceof Refused && error.status === 404) throw error;
      if (tries === 0) screen.note(`${lineOf(error)} Trying again…`);
    }
    api = null;
    await pause(Math.min(FIRST_WAIT * 2 ** Math.min(tries, 10), LONGEST_WAIT), undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Asked anew each time: it changes while we wait. */
function isStopping(stopping: AbortSignal): boolean {
  return stopping.aborted;
}

/** One head judge's screen: what it has shown, and where it is in the feed. */
class Watching {
  readonly #shown = new Set<string>();
  readonly #path: string;
  #after: number | null = null;

  constructor(
    private readonly surroundings: Surroundings,
    private readonly folder: string,
    tournament: string,
    private readonly json: boolean,
  ) {
    this.#path = `/v1/tournaments/${encodeURIComponent(tournament)}`;
  }

  /** Finds the server, which may have come back with another key, and shows what is open. */
  async connect(): Promise<Api> {
    const server = runningServer(this.folder);
    if (!server) throw new Complaint(`No server runs on ${this.folder}: start one with "ladder serve".`);
    const api = new Api(server.url, server.key);
    this.#after ??= (await api.get<{ position: number }>(this.#path)).position;
    await this.#showOpen(api);
    return api;
  }

  /** Follows the feed until the connection ends. */
  async follow(api: Api): Promise<void> {
    for await (const { id, event } of api.feed(`${this.#path}/feed`, this.#after ?? 0, this.surroundings.stopping)) {
      if (event === 'HeadJudgeNotified' || event === 'reset') await this.#showOpen(api);
      this.#after = Number(id);
    }
    throw new Complaint('The server has ended the connection.');
  }

  async #showOpen(api: Api): Promise<void> {
    const { items } = await api.get<{ items: Notice[] }>(`${this.#path}/notices?status=open&limit=500`);
    for (const notice of items.toReversed()) {
      if (this.#shown.has(notice.id)) continue;
      this.#shown.add(notice.id);
      this.#show(notice);
    }
  }

  #show(notice: Notice): void {
    const { screen } = this.surroundings;
    if (this.json) return screen.json(notice);
    const { id, about, round, table, text, recordedAt } = notice;
    const where = round === null ? '' : `, ${placeWords({ round, table })}`;
    screen.line(screen.paint(about === 'penalty' ? ['red', 'bold'] : ['magenta', 'bold'], `${about}${where}`));
    screen.paragraph(text, { indent: 2 });
    screen.paragraph(`${id}, ${recordedAt}`, { indent: 2, style: 'dim' });
    screen.bell();
  }
}
