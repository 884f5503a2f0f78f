import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ladder/event-store';
import { FreeText, Name, fold, isRefusal, isSettled } from '@ladder/ledger';
import type { Ledger } from '@ladder/ledger';
import { Hall, OPEN, warned } from '../spec/hall.js';
import { beginningWith, eventsOf, persons, streamOf } from './index.js';
import type { Build } from './index.js';

describe('reading a ledger', () => {
  let hall: Hall;
  beforeEach(async () => {
    hall = new Hall();
    await hall.begin();
    for (let times = 0; times < 3; times += 1) await hall.done(warned('ana', 'She saw the top card.'), { by: 'floor' });
    await hall.ledgers.settle(OPEN);
  });
  afterEach(() => hall.close());

  it('a ledger as of a position is the fold of the events up to there', async () => {
    const events = await hall.ledgers.allEvents(OPEN);
    const folded = beginningWith(events[0]!);
    for (const event of events) {
      fold(folded, event);
      expect(await hall.ledgers.asOf(OPEN, event.position)).toEqual(folded);
    }
    expect(folded).toEqual(await hall.ledgers.read(OPEN));
  });

  it('there is none as of a position that the ledger does not have, and none of a tournament that nobody opened', async () => {
    const end = await hall.lastRevision();
    expect(await hall.ledgers.asOf(OPEN, end + 1)).toBeUndefined();
    expect(await hall.ledgers.asOf(OPEN, -1)).toBeUndefined();
    expect(await hall.ledgers.asOf('elsewhere', 0)).toBeUndefined();
    expect(await hall.ledgers.read('elsewhere')).toBeUndefined();
    expect(await hall.ledgers.begin('elsewhere')).toBeUndefined();
    expect(await hall.ledgers.allEvents('elsewhere')).toEqual([]);
  });

  it('what another node recorded is there at the next look', async () => {
    const before = (await hall.ledgers.read(OPEN))!.revision;
    await hall.done(warned('ben'), { by: 'floor', node: hall.node() });
    expect((await hall.ledgers.read(OPEN))!.revision).toBe(before + 1);
  });

  it('nobody who reads waits for a command that waits for the disk, nor sees it before it is recorded', async () => {
    const before = (await hall.ledgers.read(OPEN))!.revision;
    const disk = Promise.withResolvers<undefined>();
    hall.store.beforeAppend = () => disk.promise;
    const commands = [1, 2, 3].map(() => hall.done(warned('ben'), { by: 'floor' }));
    expect((await hall.ledgers.read(OPEN))!.revision).toBe(before);
    disk.resolve(undefined);
    await Promise.all(commands);
    expect((await hall.ledgers.read(OPEN))!.revision).toBe(before + 3);
  });

  it('a ledger longer than a page is read whole, in order', async () => {
    const newCode: Build = () => ({ type: 'issue-pairing', official: 'floor', codeHash: 'another code' });
    await Promise.all(Array.from({ length: 1_100 }, () => hall.done(newCode)));
    const end = await hall.lastRevision();
    const positions: number[] = [];
    for await (const { position } of eventsOf(hall.store, OPEN, 2)) positions.push(position);
    expect(positions).toEqual(Array.from({ length: end - 1 }, (_, index) => index + 2));
    expect((await hall.node().read(OPEN))!.revision).toBe(end);
    expect((await hall.ledgers.asOf(OPEN, end))!.officials.get('floor')!.pairing!.position).toBe(end);
  }, 30_000);

  it('an event that cannot have been recorded after what is before it is told as a damaged store', async () => {
    const [last] = (await hall.store.readStream(streamOf(OPEN), await hall.lastRevision(), 1)).map(
      ({ body }) => JSON.parse(body) as object,
    );
    const body = JSON.stringify({ ...last, position: undefined, qosition: 5 });
    await hall.store.append(streamOf(OPEN), await hall.lastRevision(), [{ id: randomUUID(), type: 'WarningIssued', body }]);
    for (const read of [() => hall.ledgers.read(OPEN), () => hall.node().read(OPEN), () => hall.node().asOf(OPEN, 0)]) {
      await expect(read()).rejects.toThrow(StoreUnavailable);
    }
  });

  describe('names and texts', () => {
    const view = async () => {
      const ledger = (await hall.ledgers.asOf(OPEN, await hall.lastRevision()))!;
      const { account } = [...ledger.rulings.values()][0]!;
      return { player: new Name('player', 'ana'), account: new FreeText(account) };
    };

    it('a view of long ago shows the name as it is now', async () => {
      const then = await view();
      const renamed: Build = (_, sealing) => ({
        type: 'correct-player',
        player: 'ana',
        newTeams: [],
        name: sealing.seal('Ana María', [persons.player(OPEN, 'ana')]),
        reason: sealing.seal('misspelt', [persons.player(OPEN, 'ana')]),
      });
      await hall.done(renamed);
      expect(await hall.ledgers.open(OPEN, then, true)).toEqual({ player: 'Ana María', account: 'She saw the top card.' });
    });

    it('a text is shown only to those who may read it', async () => {
      expect(await hall.ledgers.open(OPEN, await view(), false)).toEqual({ player: 'ana of the hall', account: null });
    });

    it('of a person who was forgotten neither name nor text is shown', async () => {
      await hall.sqlite.vault.forget(persons.player(OPEN, 'ana'));
      expect(await hall.ledgers.open(OPEN, await view(), true)).toEqual({ player: '(erased)', account: null });
    });
  });

  describe('a preview', () => {
    const floor = { tournament: OPEN, by: 'floor', key: 'a', fingerprint: 'body' };

    it('tells what would be recorded and what would follow, and records nothing', async () => {
      for (let times = 0; times < 2; times += 1) await hall.done(warned('ben'), { by: 'floor' });
      const [before, appends] = [await hall.lastRevision(), hall.store.appends];
      const refs: string[] = [];
      const build: Build = (ledger, sealing) => {
        refs.push(sealing.seal('an account', ['open/player/ben']).ref);
        return warned('ben', 'another account')(ledger, sealing);
      };
      const seen = await hall.ledgers.preview(floor, build, (then, own, later) => ({
        own: own.map(({ type }) => type),
        then: lossesOf(then, 'ben'),
        later: lossesOf(later, 'ben'),
        settled: [isSettled(then), isSettled(later)],
      }));
      expect(seen).toEqual({ own: ['WarningIssued'], then: 0, later: 1, settled: [false, true] });
      expect([await hall.lastRevision(), hall.store.appends]).toEqual([before, appends]);
      expect((await hall.sqlite.vault.open(refs)).size).toBe(0);
      expect(lossesOf((await hall.ledgers.read(OPEN))!, 'ben')).toBe(0);
      expect(await hall.done(warned('ben'), { by: 'floor', key: 'a' })).toMatchObject({ replayed: false, position: before + 1 });
    });

    it('is refused as the ruling would be', async () => {
      const none = () => null;
      expect(await hall.ledgers.preview(floor, warned('nobody'), none)).toMatchObject({ refused: 'unknown-player' });
      expect(await hall.ledgers.preview({ ...floor, by: 'ana' }, warned('ana'), none)).toMatchObject({ refused: 'not-granted' });
      expect(isRefusal(await hall.ledgers.preview({ ...floor, tournament: 'elsewhere' }, warned('ana'), none))).toBe(true);
    });
  });
});

function lossesOf(ledger: Ledger, player: string): number {
  return ledger.players.get(player)!.penalties.filter((id) => ledger.penalties.get(id)?.kind === 'game-loss').length;
}
