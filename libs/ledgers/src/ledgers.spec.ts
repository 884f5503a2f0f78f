import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ladder/event-store';
import { talliesOf } from '@ladder/ledger';
import type { Ledger } from '@ladder/ledger';
import { Hall, OPEN, appointed, enrolled, opened, recorded, revoked, warned } from '../spec/hall.js';
import type { Build } from './index.js';

describe('carrying out a command', () => {
  let hall: Hall;
  beforeEach(async () => {
    hall = new Hall();
    await hall.begin();
  });
  afterEach(() => hall.close());

  describe('a command', () => {
    it('is recorded as a whole, and its facts are made of the ledger right after it', async () => {
      const before = await hall.lastRevision();
      const facts = (then: Ledger) => ({ revision: then.revision, warnings: warningsOf(then, 'ana') });
      const request = { tournament: OPEN, by: 'floor', key: 'a', fingerprint: 'body' };
      const outcome = recorded(await hall.ledgers.execute(request, warned('ana'), facts));
      expect(outcome).toEqual({ replayed: false, position: before + 1, facts: { revision: before + 1, warnings: 1 } });
      const [event] = await hall.ledgers.events(OPEN, before + 1, 10);
      expect(event).toMatchObject({ position: before + 1, type: 'WarningIssued' });
      expect(event?.metadata).toMatchObject({ by: 'floor', key: 'a', fingerprint: 'body' });
    });

    it('that is refused records nothing and does not use its key up', async () => {
      const before = await hall.lastRevision();
      expect(await hall.send(warned('nobody'), { by: 'floor', key: 'a' })).toMatchObject({ refused: 'unknown-player' });
      expect(await hall.send(warned('ana'), { by: 'cleo', key: 'a' })).toMatchObject({ refused: 'not-granted' });
      expect(await hall.lastRevision()).toBe(before);
      expect(await hall.done(warned('ana'), { by: 'floor', key: 'a', body: 'another' })).toMatchObject({ replayed: false });
    });

    it('for a tournament that nobody opened is refused', async () => {
      const request = { tournament: 'elsewhere', by: 'admin', key: 'a', fingerprint: null };
      expect(await hall.ledgers.execute(request, warned('ana'), () => null)).toMatchObject({ refused: 'unknown-tournament' });
      const edition = 'chess-1997';
      expect(await hall.ledgers.execute(request, opened('elsewhere'), () => null, { edition })).toMatchObject({
        refused: 'unknown-edition',
      });
    });

    it('that opens a tournament which is there already is refused', async () => {
      expect(await hall.send(opened(OPEN))).toMatchObject({ refused: 'tournament-exists' });
      expect(await hall.send(opened(OPEN), { node: hall.node() })).toMatchObject({ refused: 'tournament-exists' });
    });

    it('that changes nothing records nothing, and says where the ledger ends', async () => {
      for (let times = 0; times < 3; times += 1) await hall.done(warned('ana'), { by: 'floor' });
      await hall.ledgers.settle(OPEN);
      const [notice] = [...(await hall.ledgers.read(OPEN))!.notices.keys()];
      const heard: Build = () => ({ type: 'acknowledge-notice', notice: notice! });
      const first = await hall.done(heard, { by: 'head' });
      expect(await hall.done(heard, { by: 'head' })).toEqual({ replayed: false, position: first.position, facts: [] });
      expect(await hall.lastRevision()).toBe(first.position);
    });

    it('that breaks while it is made leaves the way free for the next', async () => {
      const broken = hall.send(
        () => {
          throw new Error('a bug');
        },
        { key: 'a' },
      );
      await expect(broken).rejects.toThrow('a bug');
      expect(await hall.done(warned('ana'), { by: 'floor', key: 'a' })).toMatchObject({ replayed: false });
    });
  });

  describe('the same command again (R36)', () => {
    it('is answered as it was first, with the facts as of then, however the ledger went on', async () => {
      const request = { tournament: OPEN, by: 'floor', key: 'a', fingerprint: 'body' };
      const facts = (then: Ledger) => ({ warnings: warningsOf(then, 'ana'), revision: then.revision });
      const first = recorded(await hall.ledgers.execute(request, warned('ana'), facts));
      for (let times = 0; times < 3; times += 1) await hall.done(warned('ana'), { by: 'floor' });
      await hall.ledgers.settle(OPEN);
      const end = await hall.lastRevision();
      for (const node of [hall.ledgers, hall.node()]) {
        expect(await node.execute(request, warned('ana'), facts)).toEqual({ ...first, replayed: true });
      }
      expect(await hall.lastRevision()).toBe(end);
    });

    it('is answered with its own events, all of them', async () => {
      const roster = Array.from({ length: 900 }, (_, index) => `player-${index}`);
      const first = await hall.done(enrolled(...roster), { key: 'roster' });
      expect(first.facts).toEqual(['PlayersEnrolled', 'PlayersEnrolled', 'PlayersEnrolled']);
      await hall.done(warned('ana'), { by: 'floor' });
      expect(await hall.done(enrolled(...roster), { key: 'roster' })).toEqual({ ...first, replayed: true });
    });

    it('is answered although it would be refused by now', async () => {
      const first = await hall.done(warned('ana'), { by: 'floor', key: 'a' });
      await hall.done(revoked('floor'));
      expect(await hall.done(warned('ana'), { by: 'floor', key: 'a' })).toEqual({ ...first, replayed: true });
    });

    it('with another body, or by another official, is refused: a key is for one command', async () => {
      await hall.done(warned('ana'), { by: 'floor', key: 'a' });
      const end = await hall.lastRevision();
      expect(await hall.send(warned('ben'), { by: 'floor', key: 'a', body: 'another' })).toMatchObject({
        refused: 'idempotency-key-reused',
      });
      expect(await hall.send(warned('ana'), { by: 'head', key: 'a' })).toMatchObject({ refused: 'idempotency-key-reused' });
      expect(await hall.lastRevision()).toBe(end);
    });

    it('while the first is being carried out is told so, and recorded once', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => hall.send(warned('ana'), { by: 'floor', key: 'a' })));
      expect(answers.filter((answer) => 'refused' in answer)).toEqual(
        Array.from({ length: 4 }, () => expect.objectContaining({ refused: 'command-in-progress' })),
      );
      expect(answers[0]).toMatchObject({ replayed: false });
      expect(warningsOf((await hall.ledgers.read(OPEN))!, 'ana')).toBe(1);
      expect(await hall.done(warned('ana'), { by: 'floor', key: 'a' })).toMatchObject({ replayed: true });
    });

    it('in another tournament is another command', async () => {
      await hall.begin('other');
      await hall.done(warned('ana'), { by: 'floor', key: 'a' });
      expect(await hall.done(warned('ben'), { by: 'floor', key: 'a', body: 'another', tournament: 'other' })).toMatchObject({
        replayed: false,
      });
    });
  });

  describe('several who write', () => {
    it('many commands at once are all recorded, one after the other, without a conflict', async () => {
      const before = hall.store.appends;
      await Promise.all(Array.from({ length: 40 }, () => hall.done(warned('ana'), { by: 'floor' })));
      expect(warningsOf((await hall.ledgers.read(OPEN))!, 'ana')).toBe(40);
      expect(hall.store.appends - before).toBe(40);
    });

    it('a command that another node overtook is decided anew, on the newer state', async () => {
      const other = hall.node();
      overtake(hall, 1, () => hall.done(revoked('floor'), { node: other }));
      expect(await hall.send(warned('ana'), { by: 'floor', key: 'a' })).toMatchObject({ refused: 'not-granted' });
      overtake(hall, 1, () => hall.done(warned('ana'), { by: 'head', node: other }));
      await hall.done(warned('ana'), { by: 'head' });
      expect(warningsOf((await hall.ledgers.read(OPEN))!, 'ana')).toBe(2);
    });

    it('a tournament that two nodes open at once is opened by one of them', async () => {
      const other = hall.node();
      overtake(hall, 1, () => hall.done(opened('new'), { node: other, tournament: 'new' }));
      expect(await hall.send(opened('new'), { tournament: 'new' })).toMatchObject({ refused: 'tournament-exists' });
      expect(await hall.recordedTypes('new')).toEqual(['TournamentOpened']);
    });

    it('the same command at two nodes at once is recorded once, and answered alike', async () => {
      const other = hall.node();
      const atOther: Promise<unknown>[] = [];
      overtake(hall, 1, async () => {
        atOther.push(hall.done(warned('ana'), { by: 'floor', key: 'a', node: other }));
        await Promise.all(atOther);
      });
      const here = await hall.done(warned('ana'), { by: 'floor', key: 'a' });
      expect(here).toEqual({ ...((await atOther[0]) as object), replayed: true });
      expect(warningsOf((await hall.ledgers.read(OPEN))!, 'ana')).toBe(1);
    });

    it('a command that is overtaken nineteen times is recorded at the twentieth try', async () => {
      const other = hall.node();
      overtake(hall, 19, () => hall.done(warned('ben'), { by: 'floor', node: other }));
      expect(await hall.done(warned('ana'), { by: 'floor' })).toMatchObject({ replayed: false });
      expect(warningsOf((await hall.ledgers.read(OPEN))!, 'ben')).toBe(19);
    });

    it('a command that is overtaken twenty times is told that the tournament is busy, and its key stays free', async () => {
      const other = hall.node();
      overtake(hall, 20, () => hall.done(warned('ben'), { by: 'floor', node: other }));
      expect(await hall.send(warned('ana'), { by: 'floor', key: 'a' })).toMatchObject({ refused: 'busy' });
      expect(warningsOf((await hall.ledgers.read(OPEN))!, 'ana')).toBe(0);
      expect(await hall.done(warned('ana'), { by: 'floor', key: 'a' })).toMatchObject({ replayed: false });
    });

    it('nobody is hindered by what goes on in another tournament', async () => {
      await hall.begin('other');
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      hall.store.beforeAppend = (stream) => (stream.endsWith('other') ? held : undefined);
      const waiting = hall.done(warned('ana'), { by: 'floor', tournament: 'other' });
      expect(await hall.done(warned('ana'), { by: 'floor' })).toMatchObject({ replayed: false });
      release();
      await waiting;
    });
  });

  describe('a store that fails', () => {
    const diskFull = () => {
      throw new StoreUnavailable('the disk is full');
    };

    it('a command that could not be recorded leaves everything as it was, and its key free', async () => {
      const before = warningsOf((await hall.ledgers.read(OPEN))!, 'ana');
      hall.store.beforeAppend = diskFull;
      await expect(hall.send(warned('ana'), { by: 'floor', key: 'a' })).rejects.toThrow(StoreUnavailable);
      expect(warningsOf((await hall.ledgers.read(OPEN))!, 'ana')).toBe(before);
      hall.store.beforeAppend = () => undefined;
      expect(await hall.done(warned('ana'), { by: 'floor', key: 'a' })).toMatchObject({ replayed: false });
      expect(warningsOf((await hall.node().read(OPEN))!, 'ana')).toBe(before + 1);
    });

    it('a command whose answer was lost is found when it is sent again', async () => {
      hall.store.afterAppend = diskFull;
      await expect(hall.send(warned('ana'), { by: 'floor', key: 'a' })).rejects.toThrow(StoreUnavailable);
      hall.store.afterAppend = () => undefined;
      expect(await hall.done(warned('ana'), { by: 'floor', key: 'a' })).toMatchObject({ replayed: true, facts: ['WarningIssued'] });
      expect(warningsOf((await hall.node().read(OPEN))!, 'ana')).toBe(1);
    });

    it('a ledger of which half was read wrongly is not kept', async () => {
      const end = (await hall.ledgers.read(OPEN))!.revision;
      await hall.done(warned('ana'), { by: 'floor', node: hall.node() });
      await hall.done(warned('ana'), { by: 'floor', node: hall.node() });
      hall.store.onRead = (events) =>
        events.map((event, index) => (index === 1 ? { ...event, body: event.body.replace('ana', 'eva') } : event));
      await expect(hall.ledgers.read(OPEN)).rejects.toMatchObject({ cause: { message: expect.stringContaining('eva') } });
      hall.store.onRead = (events) => events;
      const ledger = (await hall.ledgers.read(OPEN))!;
      expect([ledger.revision, warningsOf(ledger, 'ana')]).toEqual([end + 2, 2]);
    });

    it('an event of a newer version is refused, never guessed', async () => {
      hall.store.onRead = (events) => events.map((event) => ({ ...event, body: event.body.replace('"schema":1', '"schema":2') }));
      const node = hall.node(hall.store);
      await expect(node.read(OPEN)).rejects.toMatchObject({ name: 'UnknownEvent' });
      hall.store.onRead = (events) => events.slice(1);
      await expect(node.read(OPEN)).rejects.toMatchObject({ name: 'UnknownEvent' });
    });
  });

  describe('texts', () => {
    it('go into the vault with the events that refer to them', async () => {
      await hall.done(warned('ana', 'She saw two cards.'), { by: 'floor' });
      const ruling = [...(await hall.ledgers.read(OPEN))!.rulings.values()].at(-1)!;
      expect([...(await hall.ledgers.texts([ruling.account!])).values()]).toEqual(['She saw two cards.']);
      expect(JSON.stringify(await hall.ledgers.allEvents(OPEN))).not.toContain('two cards');
    });

    it('of a refused command, or that no event refers to, are kept nowhere', async () => {
      const refs: string[] = [];
      const sealing =
        (build: Build): Build =>
        async (ledger, into) => {
          refs.push(into.seal('a draft', ['open/player/ana']).ref);
          const command = await build(ledger, into);
          if ('account' in command && command.account) refs.push(command.account.ref);
          return command;
        };
      await hall.send(sealing(warned('nobody', 'refused')), { by: 'floor' });
      await hall.done(sealing(warned('ana', 'recorded')), { by: 'floor' });
      const kept = await hall.sqlite.vault.open(refs);
      expect(refs).toHaveLength(4);
      expect([...kept.values()].map(({ text }) => text)).toEqual(['recorded']);
    });

    it('of a try that another overtook are not kept', async () => {
      const refs: string[] = [];
      const build: Build = async (ledger, into) => {
        const command = await appointed('second', 'floor-judge')(ledger, into);
        if (command.type === 'appoint-official') refs.push(command.name.ref);
        return command;
      };
      overtake(hall, 1, () => hall.done(warned('ben'), { by: 'floor', node: hall.node() }));
      await hall.done(build);
      expect(refs).toHaveLength(2);
      expect([...(await hall.sqlite.vault.open(refs)).keys()]).toEqual([refs[1]]);
    });
  });
});

/** Lets something else be recorded right before each of the next `times` appends of the first node. */
function overtake(hall: Hall, times: number, something: () => Promise<unknown>): void {
  let left = times;
  hall.store.beforeAppend = async () => {
    if (left === 0) return;
    left -= 1;
    await something();
  };
}

function warningsOf(ledger: Ledger, player: string): number {
  return talliesOf(ledger, player).categories.reduce((sum, { warnings }) => sum + warnings, 0);
}
