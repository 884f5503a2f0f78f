import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ladder/event-store';
import { isSettled } from '@ladder/ledger';
import { Hall, OPEN, allWarned, enrolled, recorded, typesOf, warned } from '../spec/hall.js';

const LOSS_TOLD = ['GameLossApplied', 'HeadJudgeNotified'];

describe('settling what a ledger owes', () => {
  let hall: Hall;
  beforeEach(async () => {
    hall = new Hall();
    await hall.begin();
  });
  afterEach(() => hall.close());

  const warn = async (player: string, times: number) => {
    for (let left = times; left > 0; left -= 1) await hall.done(warned(player), { by: 'floor' });
  };

  describe('appending it', () => {
    it('a third Warning is followed by its Game Loss and the notice, each naming its cause', async () => {
      await warn('ana', 3);
      const warning = await hall.lastRevision();
      await hall.ledgers.settle(OPEN);
      const events = await hall.ledgers.events(OPEN, warning + 1, 10);
      expect(events.map(({ type, metadata: { by, cause } }) => [type, by, cause])).toEqual([
        ['GameLossApplied', 'saga', warning],
        ['HeadJudgeNotified', 'saga', warning + 1],
      ]);
    });

    it('a settled ledger is left alone, and so is one that does not exist', async () => {
      await warn('ana', 3);
      await hall.ledgers.settle(OPEN);
      const [end, appends] = [await hall.lastRevision(), hall.store.appends];
      for (const node of [hall.ledgers, hall.node(hall.store)]) {
        await node.settle(OPEN);
        await node.settle('elsewhere');
      }
      expect([await hall.lastRevision(), hall.store.appends]).toEqual([end, appends]);
    });

    it('a ledger that owes more than one append holds is settled to the last', async () => {
      const everyone = Array.from({ length: 210 }, (_, index) => `player-${index}`);
      await hall.done(enrolled(...everyone));
      for (let times = 0; times < 3; times += 1) await hall.done(allWarned(everyone), { by: 'floor' });
      const appends = hall.store.appends;
      await hall.ledgers.settle(OPEN);
      expect(hall.store.appends - appends).toBeGreaterThan(1);
      expect(isSettled((await hall.node().read(OPEN))!)).toBe(true);
      const types = await hall.recordedTypes();
      expect(LOSS_TOLD.map((type) => types.filter((each) => each === type).length)).toEqual([210, 210]);
    });

    it('two nodes that settle at once record one Game Loss and one notice', async () => {
      await warn('ana', 3);
      const nodes = Array.from({ length: 4 }, () => hall.node());
      await Promise.all(nodes.map((node) => node.read(OPEN)));
      await Promise.all(nodes.map((node) => node.settle(OPEN)));
      expect((await hall.recordedTypes()).slice(-3)).toEqual(['WarningIssued', ...LOSS_TOLD]);
    });

    it('goes on from what another writer recorded meanwhile', async () => {
      await warn('ana', 3);
      let left = 3;
      hall.store.beforeAppend = async () => {
        left -= 1;
        if (left >= 0) await hall.done(warned('ana'), { by: 'floor', node: hall.node() });
      };
      await hall.ledgers.settle(OPEN);
      const types = await hall.recordedTypes();
      expect(types.slice(types.indexOf('GameLossApplied'))).toEqual(Array.from({ length: 4 }, () => LOSS_TOLD).flat());
    });

    it('fails where the store fails, and succeeds when it is back', async () => {
      await warn('ana', 3);
      hall.store.beforeAppend = () => {
        throw new StoreUnavailable('the disk is full');
      };
      await expect(hall.ledgers.settle(OPEN)).rejects.toThrow(StoreUnavailable);
      hall.store.beforeAppend = () => undefined;
      hall.store.afterAppend = () => {
        throw new StoreUnavailable('the answer was lost');
      };
      await expect(hall.ledgers.settle(OPEN)).rejects.toThrow(StoreUnavailable);
      hall.store.afterAppend = () => undefined;
      await hall.ledgers.settle(OPEN);
      expect((await hall.recordedTypes()).slice(-3)).toEqual(['WarningIssued', ...LOSS_TOLD]);
    });

    it('comes before a command that asks for it: a tournament is closed with nothing owed', async () => {
      await warn('ana', 3);
      const request = { tournament: OPEN, by: 'head', key: 'close', fingerprint: null };
      const closing = () => hall.ledgers.execute(request, () => ({ type: 'close-tournament' }), typesOf, { settleFirst: true });
      expect(recorded(await closing()).facts).toEqual(['TournamentClosed']);
      expect((await hall.recordedTypes()).slice(-4)).toEqual(['WarningIssued', ...LOSS_TOLD, 'TournamentClosed']);
      expect(recorded(await closing())).toMatchObject({ replayed: true });
    });

    it('before a command is begun anew when another node overtakes it', async () => {
      await warn('ana', 3);
      const other = hall.node();
      let left = 2;
      hall.store.beforeAppend = async () => {
        left -= 1;
        if (left >= 0) await hall.done(warned('ana'), { by: 'floor', node: other });
      };
      const request = { tournament: OPEN, by: 'head', key: 'close', fingerprint: null };
      await hall.ledgers.execute(request, () => ({ type: 'close-tournament' }), typesOf, { settleFirst: true });
      const types = await hall.recordedTypes();
      expect(types.filter((type) => type === 'GameLossApplied')).toHaveLength(3);
      expect(types.at(-1)).toBe('TournamentClosed');
    });
  });

  describe('waiting for it', () => {
    it('a ledger that owes nothing is not waited for', async () => {
      await warn('ana', 2);
      expect(await hall.ledgers.settled(OPEN, 0)).toBe(true);
      expect(await hall.ledgers.settled('elsewhere', 1_000)).toBe(false);
    });

    it('who waits is told at once when the ledger is settled here', async () => {
      await warn('ana', 3);
      const before = performance.now();
      const waiting = Promise.all(Array.from({ length: 10 }, () => hall.ledgers.settled(OPEN, 20_000)));
      await hall.ledgers.settle(OPEN);
      expect(new Set(await waiting)).toEqual(new Set([true]));
      expect(performance.now() - before).toBeLessThan(5_000);
    });

    it('who waits is told when another node has settled it', async () => {
      await warn('ana', 3);
      const waiting = hall.ledgers.settled(OPEN, 20_000);
      await hall.node().settle(OPEN);
      expect(await waiting).toBe(true);
    });

    it('who waits in vain is told so when the time is over, also while other things are recorded', async () => {
      await warn('ana', 3);
      expect(await hall.ledgers.settled(OPEN, 0)).toBe(false);
      const before = performance.now();
      const waiting = hall.ledgers.settled(OPEN, 120);
      await warn('ben', 2);
      expect(await waiting).toBe(false);
      expect(performance.now() - before).toBeGreaterThanOrEqual(119);
    });
  });

  describe('waiting for a position', () => {
    it('one that is there already is not waited for', async () => {
      const end = await hall.lastRevision();
      expect(await hall.ledgers.reaches(OPEN, end, 0)).toEqual({ reached: true, revision: end });
      expect(await hall.ledgers.reaches(OPEN, 0, 0)).toEqual({ reached: true, revision: end });
    });

    it('one that another node has recorded is there, although nothing has moved here', async () => {
      await hall.ledgers.read(OPEN);
      const { position } = await hall.done(warned('ana'), { by: 'floor', node: hall.node() });
      expect(await hall.ledgers.reaches(OPEN, position, 0)).toEqual({ reached: true, revision: position });
    });

    it('one that comes is waited for, and one that does not come is not waited for longer than was said', async () => {
      const end = await hall.lastRevision();
      const waiting = hall.ledgers.reaches(OPEN, end + 2, 20_000);
      await warn('ana', 1);
      await hall.done(warned('ana'), { by: 'floor', node: hall.node() });
      expect(await waiting).toEqual({ reached: true, revision: end + 2 });
      expect(await hall.ledgers.reaches(OPEN, end + 3, 30)).toEqual({ reached: false, revision: end + 2 });
      expect(await hall.ledgers.reaches('elsewhere', 0, 1_000)).toEqual({ reached: false, revision: -1 });
    });
  });
});
