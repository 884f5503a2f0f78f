import { test } from '@jest/globals';
import fc from 'fast-check';
import { histories, hallOf, refused } from '../../spec/histories.js';
test('stats', () => {
  const types: Record<string, number> = {};
  const qs: Record<string, number> = {};
  const verbs: Record<string, [number, number]> = {};
  const refs: Record<string, number> = {};
  fc.assert(
    fc.property(histories, (h) => {
      const hall = hallOf(h);
      for (const m of h.moves) {
        const r = refused(hall, m);
        const v = (verbs[m.verb] ??= [0, 0]);
        v[r ? 1 : 0]++;
      }
      hall.settle();
      for (const e of hall.events) types[e.type] = (types[e.type] ?? 0) + 1;
      for (const e of hall.ledger.reviews.values())
        qs[e.question + ' ' + e.status + ' ' + e.decision] = (qs[e.question + ' ' + e.status + ' ' + e.decision] ?? 0) + 1;
      for (const e of hall.ledger.penalties.values())
        if (e.earned)
          refs[e.status + (e.earned.review ? ' review' : ' auto') + (e.annulled ? ' ann' : '')] =
            (refs[e.status + (e.earned.review ? ' review' : ' auto') + (e.annulled ? ' ann' : '')] ?? 0) + 1;
    }),
    { numRuns: 500, seed: 1 },
  );
  console.log(types, qs, verbs, refs);
});
