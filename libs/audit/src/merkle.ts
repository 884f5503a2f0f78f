import { hash } from 'node:crypto';

/**
 * The Merkle tree of RFC 6962 (section 2.1), over SHA-256: a leaf is hashed behind a 0x00 byte and an inner node behind a 0x01 byte, so that
 * neither can pass for the other. Proofs are verified as RFC 9162 spells it out (sections 2.1.3.2 and 2.1.4.2).
 */

/** Bytes of a hash. */
export const HASH_BYTES = 32;

/** The root of the tree without leaves: the hash of nothing. */
export const EMPTY_ROOT: Buffer = hash('sha256', '', 'buffer');

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** The hash of one leaf; a text is its UTF-8 bytes. */
export function leafHash(leaf: Uint8Array | string): Buffer {
  return hash('sha256', typeof leaf === 'string' ? `\0${leaf}` : Buffer.concat([LEAF, leaf]), 'buffer');
}

/** The hash of the inner node above two nodes. */
export function nodeHash(left: Buffer, right: Buffer): Buffer {
  return hash('sha256', Buffer.concat([NODE, left, right]), 'buffer');
}

/**
 * A tree that grows: it keeps the root of every complete subtree, so that appending a leaf costs one or two hashes, and a root or a proof at
 * any earlier size some twenty. `levels[k][i]` is the root over the leaves from i·2^k up to (i+1)·2^k.
 */
export class MerkleTree {
  readonly #levels: Buffer[][] = [[]];

  /** A tree over these leaf hashes. */
  static over(leafHashes: Iterable<Buffer>): MerkleTree {
    const tree = new MerkleTree();
    for (const each of leafHashes) tree.append(each);
    return tree;
  }

  /** How many leaves it has. */
  get size(): number {
    return this.#level(0).length;
  }

  /** Adds a leaf by its hash ({@link leafHash}). */
  append(leaf: Buffer): void {
    let node = leaf;
    for (let level = 0; ; level++) {
      const nodes = this.#level(level);
      nodes.push(node);
      const left = nodes.at(-2);
      if (nodes.length % 2 === 1 || left === undefined) return;
      node = nodeHash(left, node);
    }
  }

  /** The hash of the leaf at `index`. @throws RangeError where there is none. */
  leaf(index: number): Buffer {
    const leaf = this.#level(0)[index];
    if (leaf === undefined) throw new RangeError(`there is no leaf ${index} among ${this.size}`);
    return leaf;
  }

  /** The root over the first `size` leaves, all of them unless told. */
  root(size = this.size): Buffer {
    this.#check(size);
    return size === 0 ? EMPTY_ROOT : this.#over(0, size);
  }

  /** The hashes that lead from the leaf at `index` to the root over the first `size` leaves, from the leaf up. */
  inclusionProof(index: number, size = this.size): Buffer[] {
    this.#check(size);
    if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError(`there is no leaf ${index} among ${size}`);
    const proof: Buffer[] = [];
    let [from, to] = [0, size];
    while (to - from > 1) {
      const middle = from + halfOf(to - from);
      if (index < middle) {
        proof.unshift(this.#over(middle, to));
        to = middle;
      } else {
        proof.unshift(this.#over(from, middle));
        from = middle;
      }
    }
    return proof;
  }

  /** The hashes that show that the tree of the first `older` leaves is a beginning of the tree of the first `newer`. */
  consistencyProof(older: number, newer = this.size): Buffer[] {
    this.#check(newer);
    if (!Number.isSafeInteger(older) || older < 0 || older > newer)
      throw new RangeError(`a tree of ${older} leaves does not come before one of ${newer}`);
    if (older === 0 || older === newer) return [];
    const proof: Buffer[] = [];
    let [from, to] = [0, newer];
    while (to !== older) {
      const middle = from + halfOf(to - from);
      if (older <= middle) {
        proof.unshift(this.#over(middle, to));
        to = middle;
      } else {
        proof.unshift(this.#over(from, middle));
        from = middle;
      }
    }
    // The older root itself is known to whoever checks, and left out.
    return from === 0 ? proof : [this.#over(from, to), ...proof];
  }

  #level(level: number): Buffer[] {
    return (this.#levels[level] ??= []);
  }

  /** The root over the leaves from `from` up to `to`; where that is a complete subtree, it is at hand. */
  #over(from: number, to: number): Buffer {
    const count = to - from;
    const level = Math.log2(count);
    const known = Number.isInteger(level) ? this.#level(level)[from / count] : undefined;
    if (known !== undefined) return known;
    const middle = from + halfOf(count);
    return nodeHash(this.#over(from, middle), this.#over(middle, to));
  }

  #check(size: number): void {
    if (!Number.isSafeInteger(size) || size < 0 || size > this.size) throw new RangeError(`the tree has ${this.size} leaves, not ${size}`);
  }
}

/** The largest power of two below `count`, which is two or more. */
function halfOf(count: number): number {
  return 2 ** Math.ceil(Math.log2(count) - 1);
}

/** A claim that a leaf stands at an index of a tree of some size. */
export interface Inclusion {
  readonly leafHash: Buffer;
  readonly index: number;
  readonly size: number;
  readonly proof: readonly Buffer[];
  readonly root: Buffer;
}

/** Whether the proof leads from the leaf to the root (RFC 9162, 2.1.3.2). Takes any numbers and buffers, and never throws. */
export function isIncluded({ leafHash: leaf, index, size, proof, root }: Inclusion): boolean {
  if (!areHashes([leaf, root, ...proof]) || !Number.isSafeInteger(size) || !Number.isSafeInteger(index)) return false;
  if (index < 0 || index >= size) return false;
  let [first, last] = [index, size - 1];
  let node = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (first % 2 === 1 || first === last) {
      node = nodeHash(sibling, node);
      while (first % 2 === 0 && first !== 0) [first, last] = [half(first), half(last)];
    } else {
      node = nodeHash(node, sibling);
    }
    [first, last] = [half(first), half(last)];
  }
  return last === 0 && node.equals(root);
}

/** A claim that one tree is a beginning of another. */
export interface Consistency {
  readonly older: { readonly size: number; readonly root: Buffer };
  readonly newer: { readonly size: number; readonly root: Buffer };
  readonly proof: readonly Buffer[];
}

/**
 * Whether the proof shows that nothing of the older tree was changed in the newer one (RFC 9162, 2.1.4.2). A tree without leaves is a
 * beginning of every tree, and needs no proof. Takes any numbers and buffers, and never throws.
 */
export function isConsistent({ older, newer, proof }: Consistency): boolean {
  if (!areHashes([older.root, newer.root, ...proof]) || !Number.isSafeInteger(older.size) || !Number.isSafeInteger(newer.size))
    return false;
  if (older.size < 0 || older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && older.root.equals(newer.root);
  if (older.size === 0) return proof.length === 0 && older.root.equals(EMPTY_ROOT);
  const isComplete = 2 ** Math.round(Math.log2(older.size)) === older.size;
  const [start, ...siblings] = isComplete ? [older.root, ...proof] : proof;
  if (start === undefined || proof.length === 0) return false;
  let [first, last] = [older.size - 1, newer.size - 1];
  while (first % 2 === 1) [first, last] = [half(first), half(last)];
  let [olderNode, newerNode] = [start, start];
  for (const sibling of siblings) {
    if (last === 0) return false;
    if (first % 2 === 1 || first === last) {
      olderNode = nodeHash(sibling, olderNode);
      newerNode = nodeHash(sibling, newerNode);
      while (first % 2 === 0 && first !== 0) [first, last] = [half(first), half(last)];
    } else {
      newerNode = nodeHash(newerNode, sibling);
    }
    [first, last] = [half(first), half(last)];
  }
  return last === 0 && olderNode.equals(older.root) && newerNode.equals(newer.root);
}

function half(count: number): number {
  return Math.floor(count / 2);
}

function areHashes(buffers: readonly Buffer[]): boolean {
  return buffers.every(({ length }) => length === HASH_BYTES);
}
