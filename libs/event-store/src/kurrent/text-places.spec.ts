import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TextPlaces } from './text-places.js';

const text = fc.constantFrom('a', 'b');
const note = fc.oneof(
  fc.record({ kind: fc.constant('keep' as const), text, revision: fc.nat(9) }),
  fc.record({ kind: fc.constant('move' as const), text, revision: fc.nat(9) }),
  fc.record({ kind: fc.constantFrom('strike' as const, 'sweep' as const, 'spare' as const), text }),
);

function take(places: TextPlaces, next: { kind: string; text: string; revision?: number }): void {
  const place = [next.text, 'ada', next.revision ?? 0] as const;
  if (next.kind === 'keep') places.keep(place);
  else if (next.kind === 'move') places.move(place);
  else if (next.kind === 'strike') places.strike(next.text);
  else if (next.kind === 'sweep') places.sweep(next.text);
  else places.spare(next.text);
}

describe('the places of texts', () => {
  it('tell the first place of a text until it is copied, and then the last', () => {
    const places = new TextPlaces();
    places.keep(['a', 'ada', 3]);
    places.keep(['a', 'ben', 1]);
    expect(places.whereIs('a')).toEqual({ person: 'ada', revision: 3 });
    places.move(['a', 'ada', 9]);
    places.move(['a', 'ada', 7]);
    expect(places.whereIs('a')).toEqual({ person: 'ada', revision: 9 });
    expect([places.knows('ada'), places.knows('ben'), places.knows('cleo')]).toEqual([true, true, false]);
  });

  it('tell the copy of a text that was copied before it was told to be kept', () => {
    const places = new TextPlaces();
    places.move(['a', 'ada', 9]);
    expect(places.whereIs('a')).toBeUndefined();
    places.move(['a', 'ada', 7]);
    places.keep(['a', 'ada', 3]);
    expect(places.whereIs('a')).toEqual({ person: 'ada', revision: 9 });
  });

  it('let a text that was swept come back when it is spared or kept, at the place where it lies by then', () => {
    const places = new TextPlaces();
    places.keep(['a', 'ada', 3]);
    places.sweep('a');
    expect([places.whereIs('a'), places.isSwept('a'), places.refs()]).toEqual([undefined, true, []]);
    places.move(['a', 'ada', 5]);
    places.spare('a');
    expect([places.whereIs('a'), places.isSwept('a')]).toEqual([{ person: 'ada', revision: 5 }, false]);
    places.sweep('a');
    places.keep(['a', 'ada', 8]);
    expect(places.whereIs('a')).toEqual({ person: 'ada', revision: 8 });
  });

  it('tell where a text that was struck lay, and never open it again, whatever is noted of it', () => {
    fc.assert(
      fc.property(fc.array(note), fc.array(note), (before, after) => {
        const places = new TextPlaces();
        for (const next of before) take(places, next);
        const at = places.whereIs('a');
        places.strike('a');
        if (at) expect(places.whereWas('a')).toEqual(at);
        for (const next of after) take(places, next);
        expect([places.whereIs('a'), places.isStruck('a'), places.isSwept('a'), places.refs().includes('a')]).toEqual([undefined, true, false, false]); // prettier-ignore
      }),
    );
  });

  it('are the same when every note is taken twice', () => {
    fc.assert(
      fc.property(fc.array(note), (notes) => {
        const [once, twice] = [new TextPlaces(), new TextPlaces()];
        for (const next of notes) {
          take(once, next);
          take(twice, next);
          take(twice, next);
        }
        for (const ref of ['a', 'b']) {
          expect([twice.whereIs(ref), twice.whereWas(ref), twice.isSwept(ref)]).toEqual([once.whereIs(ref), once.whereWas(ref), once.isSwept(ref)]); // prettier-ignore
        }
      }),
    );
  });
});
