import { MerkleTree } from '@ladder/audit';

/** Leaves that are held together, in some tens of megabytes; the tree used last is always held. */
const MOST_LEAVES = 100_000;

/** The trees that were signed last, the latest used last: a ledger that has grown costs what was added, and not all that it holds. */
export class GrowingTrees {
  readonly #trees = new Map<string, MerkleTree>();

  /** The tree of a tournament as it was left, or an empty one; to be grown by whoever asks, and by one at a time. */
  of(tournament: string): MerkleTree {
    const tree = this.#trees.get(tournament) ?? new MerkleTree();
    this.#trees.delete(tournament);
    this.#trees.set(tournament, tree);
    let leaves = [...this.#trees.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [oldest, { size }] of this.#trees) {
      if (leaves <= MOST_LEAVES || oldest === tournament) return tree;
      this.#trees.delete(oldest);
      leaves -= size;
    }
    return tree;
  }
}
