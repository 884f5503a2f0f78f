import { expect, test } from '@jest/globals';
import { leafHash } from '@ladder/audit';
import { GrowingTrees } from './growing-trees.js';

test('a tree is found again as it was left', () => {
  const trees = new GrowingTrees();
  trees.of('spring').append(leafHash('a'));
  trees.of('autumn').append(leafHash('b'));
  expect(trees.of('spring').size).toBe(1);
  trees.of('spring').append(leafHash('c'));
  expect(trees.of('spring').size).toBe(2);
});

test('too many leaves make it let go of the trees unused for longest, and never of the one asked for', () => {
  const trees = new GrowingTrees();
  const leaf = leafHash('a');
  const grow = (tournament: string, leaves: number) => {
    const tree = trees.of(tournament);
    for (let added = 0; added < leaves; added += 1) tree.append(leaf);
  };
  grow('spring', 40_000);
  grow('summer', 40_000);
  grow('spring', 1);
  grow('autumn', 30_000);
  expect(trees.of('autumn').size).toBe(30_000);
  expect(trees.of('spring').size).toBe(40_001);
  expect(trees.of('summer').size).toBe(0);
  grow('winter', 200_000);
  expect(trees.of('winter').size).toBe(200_000);
});
