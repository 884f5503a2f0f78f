import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { broken, labelled } from './labels.js';

describe('a label', () => {
  it('is broken at spaces into the lines that it may take', () => {
    expect(broken('Looking at Opponent’s Private Information', 24, 2)).toEqual(['Looking at Opponent’s', 'Private Information']);
  });

  it('ends in … where it does not fit', () => {
    expect(broken('Looking at Opponent’s Private Information', 12, 2)).toEqual(['Looking at', 'Opponent’s…']);
    expect(broken('Wolfeschlegelsteinhausenbergerdorff', 12, 1)).toEqual(['Wolfeschleg…']);
  });

  it('never takes more lines or more signs than there is room for', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 4, max: 40 }), fc.integer({ min: 1, max: 3 }), (text, room, most) => {
        const lines = broken(text, room, most);
        expect(lines.length).toBeLessThanOrEqual(most);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(room);
      }),
    );
  });

  it('counts a Chinese sign as two and an emoji as one that is not torn apart', () => {
    expect(broken('王小明王小明', 8, 1)).toEqual(['王小明…']);
    expect(broken('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 5, 1)).toEqual(['👩‍👩‍👧‍👦👩‍👩‍👧‍👦…']);
  });

  it('stands above its row on a phone where it is long, and beside it where it is short or the screen is wide', () => {
    expect(labelled(['Round 1', 'Round 10'], 'phone').beside).toBe(true);
    expect(labelled(['Looking at Extra Cards'], 'phone').beside).toBe(false);
    expect(labelled(['Looking at Extra Cards'], 'desk').beside).toBe(true);
  });

  it('says above its row what only its end tells apart', () => {
    const ladders = [4, 5, 6].map((count) => `game-play-error/same-category 2, game-play-error/any-category ${count}`);
    const { beside, lines } = labelled(ladders, 'phone');
    expect(beside).toBe(false);
    expect(lines.map((each) => each.join(' '))).toEqual(ladders);
  });
});
