import type { Saga } from '@ladder/escalation';
import type { Projections } from '@ladder/projections';
import type { OpenedStore } from '../open-store.js';

/** For so long, in milliseconds, may nothing that was written come back to those who follow: a few tries to connect again. */
const LONGEST_SILENCE = 15_000;
/** For so long is a store that could not do what it was asked told as a problem, unless it fails again. */
const DISTRUST = 30_000;

export interface Ready {
  readonly ready: boolean;
  /** What is wrong, by part; empty when ready. */
  readonly problems: Record<string, string>;
}

/** Ready only when the store answers and gives what is written to it, and whatever this node runs of saga and read models is not far behind. */
export class Readiness {
  #failure: { readonly message: string; readonly at: number } | undefined;

  /** @param saga how it does and how far it has come, on a node that runs one; `projections` likewise. */
  constructor(
    private readonly opened: Pick<OpenedStore, 'store' | 'silence' | 'notFar'>,
    private readonly saga: Pick<Saga, 'failing' | 'settled'> | undefined,
    private readonly projections: Pick<Projections, 'failing' | 'position'> | undefined,
  ) {}

  /** The store has just failed under a request: a full disk, say, of which one that only reads knows nothing. */
  storeFailed({ message }: Error): void {
    this.#failure = { message, at: performance.now() };
  }

  async look(): Promise<Ready> {
    const problems: Record<string, string> = {};
    if (this.#failure && performance.now() - this.#failure.at < DISTRUST) problems['store'] = this.#failure.message;
    const { store, notFar } = this.opened;
    const end = await store.lastPosition().catch((error: unknown) => {
      problems['store'] = error instanceof Error ? error.message : 'it does not answer';
      return 0n;
    });
    const silence = this.opened.silence();
    if (silence > LONGEST_SILENCE)
      problems['subscription'] = `has given nothing for ${Math.round(silence / 1000)} s, although it was written`;
    if (this.saga) {
      const { failing, settled } = this.saga;
      if (failing.length > 0) problems['saga'] = `cannot settle ${failing.slice(0, 5).join(', ')}`;
      else if (end - settled > notFar) problems['saga'] = `is ${end - settled} behind`;
    }
    if (this.projections) {
      const { failing, position } = this.projections;
      if (failing.length > 0) problems['projections'] = `fail: ${failing.slice(0, 5).join(', ')}`;
      else if (end - position > notFar) problems['projections'] = `are ${end - position} behind`;
    }
    return { ready: Object.keys(problems).length === 0, problems };
  }
}
