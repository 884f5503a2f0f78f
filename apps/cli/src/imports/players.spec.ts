import { describe, expect, it } from '@jest/globals';
import { nameKey, turnedRound } from './names.js';
import { Players } from './players.js';
import type { ListedPlayer } from './players.js';

const listed = (id: string, name: string, externalId: string | null = null): ListedPlayer => ({ id, name, team: null, externalId });
const players = new Players([
  listed('p-1', 'Ána Lind', '1001'),
  listed('p-2', 'Cleo Tan', '1002'),
  listed('p-3', 'Tan Cleo'),
  listed('p-4', 'Søren Weiß'),
]);
const found = (name: string, number = '') => {
  const one = players.find(name, number);
  return 'player' in one ? one.player.id : [one.why, ...one.candidates.map(({ id }) => id)].join(' ');
};

describe('a player of a file', () => {
  it.each([
    ['Lind, Ana', '', 'p-1'],
    ['ana  LIND', '', 'p-1'],
    ['Soren Weiss', '', 'p-4'],
    ['', '1001', 'p-1'],
    ['Lind, Ana', '1001', 'p-1'],
    ['', 'p-4', 'p-4'],
    ['Cleo Tan', '1002', 'p-2'],
    // The tournament knows no number of this player: the name is enough.
    ['Weiß, Søren', '7007', 'p-4'],
  ])('%j %j is %s', (name, number, id) => {
    expect(found(name, number)).toBe(id);
  });

  it.each([
    ['Cleo Tan', '', 'several p-2 p-3'],
    ['Nobody', '', 'unknown'],
    ['Lind, Bea', '', 'unknown p-1'],
    ['Cleo Tan', '1001', 'name and number differ p-1 p-2 p-3'],
    ['Ana Lind', '9999', 'name and number differ p-1'],
    ['', '9999', 'unknown'],
  ])('%j %j is for somebody to tell: %s', (name, number, why) => {
    expect(found(name, number)).toBe(why);
  });
});

describe('a name', () => {
  it('is turned round where one comma says so', () => {
    expect(['Lind, Ana', 'Lind, Ana, Jr.', 'Ana Lind', ', Ana'].map(turnedRound)).toEqual([
      'Ana Lind',
      'Lind, Ana, Jr.',
      'Ana Lind',
      ', Ana',
    ]);
  });

  it('in letters that have no case is kept as it is', () => {
    expect(nameKey('山田 太郎')).toBe(nameKey('太郎　山田'));
  });
});
