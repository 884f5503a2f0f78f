import type { Checkpoint } from './checkpoint.js';
import { leafHash, MerkleTree } from './merkle.js';
import type { AuditPack } from './pack.js';
import { fromBase64 } from './signed-note.js';
import { at } from './verdict.js';
import type { Problem } from './verdict.js';

/** Whether the envelopes of a pack are the ones that were signed: all of them, in their order, to the byte; and if not, which are not. */
export function checkTree({ envelopes, leafHashes }: AuditPack, signed: Checkpoint): Problem[] {
  const hashes = envelopes.map(leafHash);
  if (signed.size === hashes.length && MerkleTree.over(hashes).root().equals(signed.root)) {
    const isTold = leafHashes.length === hashes.length && hashes.every((hash, index) => hash.toString('base64') === leafHashes[index]);
    return isTold ? [] : [{ where: 'the leaf hashes', what: 'They are not the hashes of these envelopes.' }];
  }
  const problem = {
    where: 'the envelopes',
    what: `These ${hashes.length} envelopes are not the ${signed.size} that were signed: the root over them is another.`,
  };
  const told = leafHashes.map((each) => fromBase64(each) ?? Buffer.alloc(0));
  if (told.length !== signed.size || !MerkleTree.over(told).root().equals(signed.root)) {
    return [problem, { where: 'the leaf hashes', what: 'They were changed too, so that it cannot be said which envelope was.' }];
  }
  return [problem, ...differences(envelopes, hashes, told)];
}

/** Which envelopes are not the signed ones, each compared with what was signed at the position that it claims. */
function differences(envelopes: readonly string[], hashes: readonly Buffer[], told: readonly Buffer[]): Problem[] {
  const found = new Map<number, Buffer[]>();
  for (const [index, hash] of hashes.entries()) {
    const position = positionOf(envelopes[index] ?? '') ?? index;
    found.set(position, [...(found.get(position) ?? []), hash]);
  }
  const changed = told.flatMap((hash, position): Problem[] => {
    const there = found.get(position);
    if (!there) return [{ where: at(position), what: 'Its envelope is missing.' }];
    return there.every((each) => each.equals(hash)) ? [] : [{ where: at(position), what: 'Its envelope is not the one that was signed.' }];
  });
  const unsigned = [...found.keys()].filter((position) => position >= told.length);
  return [...changed, ...unsigned.map((position) => ({ where: at(position), what: 'No event was signed at this position.' }))];
}

function positionOf(envelope: string): number | undefined {
  try {
    const { position } = JSON.parse(envelope) as { position?: unknown };
    return typeof position === 'number' && Number.isSafeInteger(position) && position >= 0 ? position : undefined;
  } catch {
    return undefined;
  }
}
