import { MerkleTree, leafHash, originOf, signCheckpoint, verifierKeyFor } from '@ladder/audit';
import type { Signer, VerifierKey } from '@ladder/audit';
import type { EventStore, StoredEvent } from '@ladder/event-store';
import { streamOf, tournamentIn } from '@ladder/ledgers';
import { setImmediate as turn } from 'node:timers/promises';
import type { CheckpointBook, KeptCheckpoint, SignedCheckpoint } from './checkpoint-book.js';
import { GrowingTrees } from './growing-trees.js';

/** The name of the key that signs; with the key itself it makes the verifier's key at `/audit/key`. */
const KEY_NAME = 'penalty-ladder';
/** A tournament is signed again at the latest after so many events. */
const EVERY = 256;
const PAGE = 1_000;
const PAUSE_MS = 1_000;
const REMEMBERED_SIZES = 20_000;

/**
 * Signs the audit log of each tournament: when it closes, every 256 events, and when asked. A checkpoint never contradicts an earlier one of
 * its origin: where the ledger is not the one that was signed, another origin is begun and that is said.
 */
export class Checkpoints {
  readonly #signer: Signer;
  readonly #trees = new GrowingTrees();
  /** How much of a tournament was signed, so that the book is not opened for each event; asked of the book again once it was let go. */
  readonly #signedSizes = new Map<string, number>();
  readonly #stop = new AbortController();
  #signing: Promise<unknown> = Promise.resolve();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly book: CheckpointBook,
    key: Pick<Signer, 'privateKey'>,
    private readonly report: (what: string, error: unknown) => void,
  ) {
    this.#signer = { name: KEY_NAME, privateKey: key.privateKey };
  }

  /** What others verify with. */
  get key(): VerifierKey {
    return verifierKeyFor(this.#signer);
  }

  /** Looks after the log from where it was. */
  start(): void {
    this.#running = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#signing.catch(() => undefined);
    this.book.close();
  }

  /** Every checkpoint of a tournament, the latest first. */
  all(tournament: string): SignedCheckpoint[] {
    return this.book.all(tournament);
  }

  /** The latest checkpoint of the log as it is continued now. */
  latest(tournament: string): SignedCheckpoint | undefined {
    return this.book.latest(tournament, this.#origin(tournament));
  }

  /** Signs the ledger as it is; the latest checkpoint again if nothing was recorded since. One after the other. */
  async sign(tournament: string): Promise<SignedCheckpoint> {
    return this.#alone(async () => {
      const { checkpoint, isNew } = await this.#draw(tournament);
      if (isNew) this.#keep([{ tournament, checkpoint }]);
      return checkpoint;
    });
  }

  /** Signs ledgers that have grown, and keeps what was signed with one sync; the event loop has its turn between two of them. */
  async #signAll(tournaments: Iterable<string>, position: bigint): Promise<void> {
    await this.#alone(async () => {
      const drawn: KeptCheckpoint[] = [];
      for (const tournament of tournaments) {
        const { checkpoint, isNew } = await this.#draw(tournament);
        if (isNew) drawn.push({ tournament, checkpoint });
        await turn();
      }
      this.#keep(drawn, position);
    });
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const signed = this.#signing.then(work);
    this.#signing = signed.catch(() => undefined);
    return signed;
  }

  /** The stored bytes of a ledger's events from a position on, in order: the leaves of its log. */
  async *envelopes(tournament: string, position = 0): AsyncGenerator<string> {
    for (let from = position; ;) {
      const page = await this.store.readStream(streamOf(tournament), from, PAGE);
      for (const { body } of page) yield body;
      if (page.length < PAGE) return;
      from += page.length;
    }
  }

  /** The tree over a ledger, up to its end. */
  async treeOf(tournament: string): Promise<MerkleTree> {
    const tree = new MerkleTree();
    for await (const body of this.envelopes(tournament)) tree.append(leafHash(body));
    return tree;
  }

  /** The checkpoint of a ledger as it is, not yet kept if it is new. */
  async #draw(tournament: string): Promise<{ checkpoint: SignedCheckpoint; isNew: boolean }> {
    // Signings come one after the other, so that nobody else grows this tree meanwhile.
    const tree = this.#trees.of(tournament);
    for await (const body of this.envelopes(tournament, tree.size)) tree.append(leafHash(body));
    const latest = this.latest(tournament);
    if (latest && !continues(tree, latest)) {
      this.report(tournament, new Error(`its ledger is not the one that was signed at size ${latest.size}: another origin begins`));
      this.book.startFork();
      this.#signedSizes.clear();
    } else if (latest?.size === tree.size) return { checkpoint: latest, isNew: false };
    const origin = this.#origin(tournament);
    const { size } = tree;
    const root = tree.root();
    const signedAt = new Date().toISOString();
    const note = signCheckpoint({ origin, size, root }, this.#signer);
    return { checkpoint: { origin, size, root: root.toString('base64'), note, signedAt }, isNew: true };
  }

  #keep(checkpoints: readonly KeptCheckpoint[], position?: bigint): void {
    this.book.keep(checkpoints, position);
    for (const { tournament } of checkpoints) this.#signedSizes.delete(tournament);
  }

  #signedSize(tournament: string): number {
    const known = this.#signedSizes.get(tournament);
    if (known !== undefined) return known;
    const size = this.latest(tournament)?.size ?? 0;
    if (this.#signedSizes.size >= REMEMBERED_SIZES) this.#signedSizes.clear();
    this.#signedSizes.set(tournament, size);
    return size;
  }

  #origin(tournament: string): string {
    return originOf(KEY_NAME, tournament, this.book.fork ?? undefined);
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        for await (const batch of this.store.follow(this.book.position, signal)) await this.#lookAfter(batch);
      } catch (error) {
        this.report('checkpoints', error);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  /** The place is kept only when something was signed: what was seen without signing is cheap to see again. */
  async #lookAfter(batch: readonly StoredEvent[]): Promise<void> {
    const due = new Set<string>();
    for (const { stream, revision, type } of batch) {
      const tournament = tournamentIn(stream);
      if (tournament === null) continue;
      const signed = this.#signedSize(tournament);
      if (revision + 1 - signed >= EVERY || (type === 'TournamentClosed' && revision >= signed)) due.add(tournament);
    }
    const last = batch.at(-1)?.position;
    if (due.size > 0 && last !== undefined) await this.#signAll(due, last);
  }
}

function continues(tree: MerkleTree, { size, root }: SignedCheckpoint): boolean {
  return size <= tree.size && tree.root(size).toString('base64') === root;
}
