import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EMPTY_ROOT, isConsistent, isIncluded, leafHash, MerkleTree, nodeHash } from './merkle.js';

describe('the published trees of Certificate Transparency', () => {
  test('their roots, from none to eight leaves', () => {
    expect(EMPTY_ROOT.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(ROOTS.map((_, index) => tree.root(index + 1).toString('hex'))).toEqual(ROOTS);
  });

  test.each(INCLUSIONS())('the leaf at $index is in the tree of $size', ({ index, size, proof }) => {
    expect(hexOf(tree.inclusionProof(index, size))).toEqual(proof);
    expect(isIncluded({ leafHash: leafHash(LEAVES[index]!), index, size, proof: proof.map(bytes), root: tree.root(size) })).toBe(true);
  });

  test.each(CONSISTENCIES())('the tree of $older is a beginning of the tree of $newer', ({ older, newer, proof }) => {
    expect(hexOf(tree.consistencyProof(older, newer))).toEqual(proof);
    const head = (size: number) => ({ size, root: tree.root(size) });
    expect(isConsistent({ older: head(older), newer: head(newer), proof: proof.map(bytes) })).toBe(true);
  });
});

describe('a tree that grows', () => {
  test('has at every size the root that the definition gives, whatever was appended since', () => {
    const grown = MerkleTree.over(HASHES);
    for (let size = 0; size <= HASHES.length; size++) expect(grown.root(size)).toEqual(byDefinition(HASHES.slice(0, size)));
  });

  test('reads a text as its UTF-8 bytes', () => {
    expect(leafHash('{"name":"Zoë 🂡"}')).toEqual(leafHash(Buffer.from('{"name":"Zoë 🂡"}')));
  });

  test('has no proof for what it does not hold', () => {
    expect(() => tree.root(9)).toThrow('the tree has 8 leaves, not 9');
    expect(() => tree.root(-1)).toThrow(RangeError);
    expect(() => tree.inclusionProof(5, 5)).toThrow('there is no leaf 5 among 5');
    expect(() => tree.inclusionProof(0.5)).toThrow(RangeError);
    expect(() => tree.consistencyProof(6, 5)).toThrow('a tree of 6 leaves does not come before one of 5');
  });
});

describe('an inclusion proof', () => {
  test('holds for every leaf of every tree up to 65 leaves', () => {
    const grown = MerkleTree.over(HASHES);
    for (let size = 1; size <= HASHES.length; size++) {
      for (let index = 0; index < size; index++) expect(isIncluded(inclusion(grown, index, size))).toBe(true);
    }
  });

  test('holds for no other leaf, index, root or proof', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), byteFlips, (size, at, other, flip) => {
        const index = at % size;
        const claim = inclusion(big, index, size);
        const elsewhere = other % size;
        const { proof } = claim;
        const broken = [
          { ...claim, leafHash: flip(claim.leafHash) },
          { ...claim, root: flip(claim.root) },
          { ...claim, proof: [...proof, claim.root] },
          { ...claim, proof: [claim.root, ...proof] },
          { ...claim, proof: [...proof, Buffer.alloc(0)] },
          ...proof.map((each, n) => ({ ...claim, proof: proof.with(n, flip(each)) })),
          ...proof.map((_, n) => ({ ...claim, proof: proof.toSpliced(n, 1) })),
          ...(elsewhere === index ? [] : [{ ...claim, index: elsewhere }]),
          ...[-1, size, size + index, index + 0.5, NaN].map((wrong) => ({ ...claim, index: wrong })),
          ...[0, -size, NaN].map((wrong) => ({ ...claim, size: wrong })),
        ];
        expect(broken.filter(isIncluded)).toEqual([]);
      }),
    );
  });

  test('does not take an inner node for a leaf', () => {
    const [one, two, three] = HASHES as [Buffer, Buffer, Buffer];
    const root = nodeHash(nodeHash(one, two), three);
    expect(isIncluded({ leafHash: leafHash(Buffer.concat([one, two])), index: 0, size: 2, proof: [three], root })).toBe(false);
  });
});

describe('a consistency proof', () => {
  test('holds between any two sizes up to 65 leaves', () => {
    const grown = MerkleTree.over(HASHES);
    for (let newer = 0; newer <= HASHES.length; newer++) {
      for (let older = 0; older <= newer; older++) expect(isConsistent(consistency(grown, older, newer))).toBe(true);
    }
  });

  test('holds for no tree in which an earlier leaf was changed', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), byteFlips, (size, cut, at, flip) => {
        const older = 1 + (cut % size);
        const leaves = MANY.slice(0, size);
        const rewritten = MerkleTree.over(leaves.with(at % older, flip(leaves[at % older]!)));
        const root = big.root(older);
        expect(isConsistent({ ...consistency(rewritten, older, size), older: { size: older, root } })).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  test('holds for no other root, size or proof', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), byteFlips, (size, cut, flip) => {
        const claim = consistency(big, 1 + (cut % size), size);
        const { older, newer, proof } = claim;
        const broken = [
          { ...claim, older: { ...older, root: flip(older.root) } },
          { ...claim, newer: { ...newer, root: flip(newer.root) } },
          { ...claim, older: { ...older, size: 0 } },
          { ...claim, older: { ...older, size: newer.size + 1 } },
          { ...claim, older: { ...older, size: older.size - 0.5 } },
          { ...claim, proof: [...proof, newer.root] },
          { ...claim, proof: [...proof, Buffer.alloc(0)] },
          { ...claim, proof: [newer.root, ...proof] },
          ...proof.map((each, n) => ({ ...claim, proof: proof.with(n, flip(each)) })),
          ...proof.map((_, n) => ({ ...claim, proof: proof.toSpliced(n, 1) })),
          ...(older.size === newer.size ? [] : [{ ...claim, older: newer, newer: older }]),
        ];
        expect(broken.filter(isConsistent)).toEqual([]);
      }),
    );
  });

  test('needs the empty root for the tree without leaves, and nothing else', () => {
    const newer = { size: 8, root: tree.root() };
    expect(isConsistent({ older: { size: 0, root: EMPTY_ROOT }, newer, proof: [] })).toBe(true);
    expect(isConsistent({ older: { size: 0, root: tree.root() }, newer, proof: [] })).toBe(false);
    expect(isConsistent({ older: { size: 0, root: EMPTY_ROOT }, newer, proof: [EMPTY_ROOT] })).toBe(false);
  });
});

test('a checkpoint of 20,000 events costs some hashes more than the one before, not 20,000', () => {
  const grown = MerkleTree.over(Array.from({ length: 20_000 }, (_, n) => leafHash(String(n))));
  const before = performance.now();
  for (let n = 0; n < 1_000; n++) {
    grown.append(leafHash(String(n)));
    grown.root();
  }
  // 1,000 rebuilt trees would be 40,000,000 hashes: a minute at the least.
  expect(performance.now() - before).toBeLessThan(5_000);
});

const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(bytes);

const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** Published with the trees; indices from 0. */
function INCLUSIONS() {
  return [
    { index: 0, size: 1, proof: [] },
    {
      index: 0,
      size: 8,
      proof: [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    },
    {
      index: 5,
      size: 8,
      proof: [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    { index: 2, size: 3, proof: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'] },
    {
      index: 1,
      size: 5,
      proof: [
        '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    },
  ];
}

function CONSISTENCIES() {
  return [
    { older: 1, newer: 1, proof: [] },
    {
      older: 1,
      newer: 8,
      proof: [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    },
    {
      older: 6,
      newer: 8,
      proof: [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    {
      older: 2,
      newer: 5,
      proof: [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    },
    {
      older: 6,
      newer: 7,
      proof: [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
  ];
}

const tree = MerkleTree.over(LEAVES.map((each) => leafHash(each)));
const HASHES = Array.from({ length: 65 }, (_, n) => leafHash(`leaf ${n}`));
const MANY = Array.from({ length: 700 }, (_, n) => leafHash(`leaf ${n}`));
const big = MerkleTree.over(MANY);

const sizes = fc.integer({ min: 1, max: MANY.length });
/** Changes one byte of a hash. */
const byteFlips = fc.tuple(fc.nat(31), fc.integer({ min: 1, max: 255 })).map(([at, by]) => (hash: Buffer) => {
  const changed = Buffer.from(hash);
  changed[at]! ^= by;
  return changed;
});

function bytes(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

function hexOf(hashes: readonly Buffer[]): string[] {
  return hashes.map((each) => each.toString('hex'));
}

function inclusion(of: MerkleTree, index: number, size: number) {
  return { leafHash: leafHash(`leaf ${index}`), index, size, proof: of.inclusionProof(index, size), root: of.root(size) };
}

function consistency(of: MerkleTree, older: number, newer: number) {
  const head = (size: number) => ({ size, root: of.root(size) });
  return { older: head(older), newer: head(newer), proof: of.consistencyProof(older, newer) };
}

/** RFC 6962, 2.1, word for word. */
function byDefinition(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return EMPTY_ROOT;
  if (leaves.length === 1) return only;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return nodeHash(byDefinition(leaves.slice(0, half)), byDefinition(leaves.slice(half)));
}
