import { describe, expect, it } from '@jest/globals';
import type { Draft } from '@ladder/ledger';
import { Sealing } from './sealing.js';

describe('the texts of one command', () => {
  it('only those are kept that its events refer to, wherever in them that stands', () => {
    const sealing = new Sealing();
    const [ana, ben, unused] = ['Ana', 'Ben', 'nobody'].map((name) => sealing.seal(name, [`open/player/${name}`]));
    const drafts: Draft[] = [
      { type: 'OfficialRevoked', data: { official: unused!.ref, reason: ana! } },
      {
        type: 'PlayersEnrolled',
        data: { teams: [], players: [{ player: 'ben', name: ben!, team: null, externalId: null, kind: 'player' }] },
      },
    ];
    expect(sealing.keptFor(drafts).map(({ text }) => text)).toEqual(['Ana', 'Ben']);
  });

  it('a text goes into the vault with those whom it concerns, and only its commitment goes into the event', () => {
    const sealing = new Sealing();
    const name = sealing.seal('Ana', ['open/player/ana', 'open/team/red']);
    const drafts: Draft[] = [{ type: 'OfficialRevoked', data: { official: 'floor', reason: name } }];
    expect(sealing.keptFor(drafts)).toEqual([
      { ref: name.ref, persons: ['open/player/ana', 'open/team/red'], text: 'Ana', salt: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(Object.keys(name).sort()).toEqual(['commitment', 'ref']);
  });

  it('a roster of five thousand is looked through in well under a second', () => {
    const sealing = new Sealing();
    const players = Array.from({ length: 5_000 }, (_, index) => {
      const player = `p-${index}`;
      const [name, externalId] = [sealing.seal(`Player ${index}`, [player]), sealing.seal(`R-${index}`, [player])];
      return { player, name, externalId, team: null, kind: 'player' as const };
    });
    const before = performance.now();
    expect(sealing.keptFor([{ type: 'PlayersEnrolled', data: { teams: [], players } }])).toHaveLength(10_000);
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});
