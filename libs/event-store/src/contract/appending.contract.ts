import { describe, expect, it } from '@jest/globals';
import { MAX_EVENT_BYTES } from '../append-rules.js';
import type { NewEvent } from '../port.js';
import { AppendTooLarge, WrongExpectedRevision } from '../store-errors.js';
import { allAfter, eventually, idsOf, newEvent, newEvents, newName, pagesAfter } from './store-under-test.js';
import type { StoreUnderTest } from './store-under-test.js';

/** An event of exactly so many bytes, as the limits count them. */
function eventOfBytes(bytes: number): NewEvent {
  const { body, ...event } = newEvent('');
  const padding = 'x'.repeat(bytes - event.type.length - body.length);
  return { ...event, body: JSON.stringify({ text: padding }) };
}

/** Events of exactly so many bytes together, none of them at the limit of one. */
function eventsOfBytes(bytes: number): NewEvent[] {
  const each = MAX_EVENT_BYTES / 2;
  const events: NewEvent[] = [];
  let left = bytes;
  for (; left >= 2 * each; left -= each) events.push(eventOfBytes(each));
  return [...events, eventOfBytes(left)];
}

export function describeAppending(tested: () => StoreUnderTest): void {
  describe('appending and reading', () => {
    it('a stream that nobody wrote to is empty and ends at revision -1', async () => {
      const { store } = tested();
      const stream = newName();
      expect(await store.readStream(stream, 0, 10)).toEqual([]);
      expect(await store.lastRevision(stream)).toBe(-1);
    });

    it('what was appended is read back, in order, with its revision', async () => {
      const { store } = tested();
      const stream = newName();
      const events = newEvents(3);
      const appended = await store.append(stream, -1, events);
      expect(appended.revision).toBe(2);
      const read = await store.readStream(stream, 0, 10);
      expect(read.map(({ id, type, body }) => ({ id, type, body }))).toEqual(events);
      expect(read.map(({ revision }) => revision)).toEqual([0, 1, 2]);
      expect(read.map((event) => event.stream)).toEqual([stream, stream, stream]);
      expect(await store.lastRevision(stream)).toBe(2);
    });

    it('a stream is read from any revision, as far as asked', async () => {
      const { store } = tested();
      const stream = newName();
      const events = newEvents(5);
      await store.append(stream, -1, events);
      expect(idsOf(await store.readStream(stream, 1, 3))).toEqual(idsOf(events.slice(1, 4)));
      expect(await store.readStream(stream, 5, 3)).toEqual([]);
    });

    it('a page of no entries is refused', async () => {
      const { store } = tested();
      await expect(store.readStream(newName(), 0, 0)).rejects.toThrow(RangeError);
      await expect(store.readAll(0n, -1)).rejects.toThrow(RangeError);
      await expect(store.readAll(0n, 0, new Set(['Noted']))).rejects.toThrow(RangeError);
      await expect(store.streams('', '', 0.5)).rejects.toThrow(RangeError);
    });

    it('an append at another revision than the last is refused and says where the stream ends', async () => {
      const { store } = tested();
      const stream = newName();
      await store.append(stream, -1, newEvents(2));
      for (const expected of [-1, 0, 2, 7]) {
        const refusal = await store.append(stream, expected, [newEvent()]).catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(WrongExpectedRevision);
        expect(refusal).toMatchObject({ stream, expected, actual: 1 });
      }
      expect(await store.lastRevision(stream)).toBe(1);
    });

    it('an append to a stream that does not exist, as if it did, is refused', async () => {
      const { store } = tested();
      await expect(store.append(newName(), 0, [newEvent()])).rejects.toMatchObject({ name: 'WrongExpectedRevision', actual: -1 });
    });

    it('the same append sent again answers as the first and records nothing, also after others', async () => {
      const { store } = tested();
      const stream = newName();
      const [founding, first] = [newEvents(2), newEvents(2)];
      await store.append(stream, -1, founding);
      await store.append(stream, 1, first);
      expect((await store.append(stream, 1, first)).revision).toBe(3);
      await store.append(stream, 3, newEvents(2));
      expect((await store.append(stream, 1, first)).revision).toBe(3);
      expect((await store.append(stream, -1, founding)).revision).toBe(1);
      expect(await store.lastRevision(stream)).toBe(5);
    });

    it('an append of which only a part was recorded before is refused', async () => {
      const { store } = tested();
      const stream = newName();
      const recorded = newEvents(2);
      await store.append(stream, -1, recorded);
      await expect(store.append(stream, -1, [...recorded, newEvent()])).rejects.toThrow(WrongExpectedRevision);
      await expect(store.append(stream, -1, [newEvent(), ...recorded.slice(1)])).rejects.toThrow(WrongExpectedRevision);
      expect(await store.lastRevision(stream)).toBe(1);
    });

    it('of 16 writers at the same place of a stream exactly one wins, each time', async () => {
      const { store } = tested();
      const stream = newName();
      for (let round = 0; round < 10; round += 1) {
        const writers = Array.from({ length: 16 }, () => store.append(stream, round - 1, [newEvent()]));
        const answers = await Promise.allSettled(writers);
        expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(WrongExpectedRevision);
        expect(await store.lastRevision(stream)).toBe(round);
      }
    });

    it('bodies keep every character', async () => {
      const { store } = tested();
      const stream = newName('Straße-über-東京');
      const texts = ['Žofie Łukasz Ñandú', '\u0000 \u001f \\ "', '\u2028\u2029\ufeff\uffff', '👩🏽‍⚖️ 𝔘', 'e\u0301 and é', ''];
      const events = texts.map((text) => newEvent(text));
      await store.append(stream, -1, events);
      expect((await store.readStream(stream, 0, 10)).map(({ body }) => body)).toEqual(events.map(({ body }) => body));
    });

    it('the largest event and the largest append are taken, and a byte more is refused', async () => {
      const { store } = tested();
      const stream = newName();
      const largest = eventOfBytes(MAX_EVENT_BYTES);
      await store.append(stream, -1, [largest]);
      expect((await store.readStream(stream, 0, 2)).map(({ body }) => body)).toEqual([largest.body]);
      await expect(store.append(stream, 0, [eventOfBytes(MAX_EVENT_BYTES + 1)])).rejects.toThrow(AppendTooLarge);

      const events = eventsOfBytes(store.maxAppendBytes);
      await store.append(stream, 0, events);
      const read = await store.readStream(stream, 1, events.length + 1);
      expect(read.map(({ body }) => body)).toEqual(events.map(({ body }) => body));
      await expect(store.append(stream, events.length, eventsOfBytes(store.maxAppendBytes + 1))).rejects.toThrow(AppendTooLarge);
      expect(await store.lastRevision(stream)).toBe(events.length);
    });

    it('the whole store is read in commit order, positions ascending, from any position on', async () => {
      const { store } = tested();
      const start = await store.lastPosition();
      const [one, other] = [newName(), newName()];
      const [first, second, third] = [newEvents(2), newEvents(1), newEvents(2)];
      await store.append(one, -1, first);
      await store.append(other, -1, second);
      const { position } = await store.append(one, 1, third);
      const mine = (await allAfter(store, start)).filter(({ stream }) => stream === one || stream === other);
      expect(idsOf(mine)).toEqual(idsOf([...first, ...second, ...third]));
      expect(mine.map((event) => event.position)).toEqual(mine.map((event) => event.position).toSorted((a, b) => (a < b ? -1 : 1)));
      expect(mine.at(-1)?.position).toBe(position);
      expect(await store.lastPosition()).toBeGreaterThanOrEqual(position);
      const afterSecond = mine[2]?.position ?? 0n;
      expect(idsOf((await allAfter(store, afterSecond)).filter(({ stream }) => stream === one))).toEqual(idsOf(third));
    });

    it('events of types that are passed over are not given, except the last of a page, which tells how far was read', async () => {
      const { store } = tested();
      const start = await store.lastPosition();
      const stream = newName();
      const events = ['Noted', 'Seen', 'Seen', 'Seen', 'Heard', 'Noted', 'Seen', 'Seen'].map((type) => ({ ...newEvent(), type }));
      const { position } = await store.append(stream, -1, events);
      for (const passingOver of [new Set<string>(), new Set(['Seen', 'Felt']), new Set(['Noted', 'Seen', 'Heard'])]) {
        for (let maxCount = 1; maxCount <= events.length + 1; maxCount += 1) {
          const pages = await pagesAfter(store, start, maxCount, passingOver);
          const mine = pages.flat().filter((event) => event.stream === stream);
          const wanted = events.filter(({ type }) => !passingOver.has(type));
          expect(idsOf(mine.filter(({ type }) => !passingOver.has(type)))).toEqual(idsOf(wanted));
          expect(pages.flatMap((page) => page.slice(0, -1)).filter(({ type }) => passingOver.has(type))).toEqual([]);
          expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(maxCount);
          expect(pages.at(-1)?.at(-1)?.position).toBeGreaterThanOrEqual(position);
        }
      }
    });

    it('streams are listed by prefix, in order, page by page', async () => {
      const { store } = tested();
      const prefix = newName();
      const names = ['a', 'b', 'c', 'd'].map((end) => `${prefix}-${end}`);
      for (const name of [...names.toReversed(), newName()]) await store.append(name, -1, [newEvent()]);
      expect(
        await eventually(
          () => store.streams(prefix, '', 10),
          ({ length }) => length === names.length,
        ),
      ).toEqual(names);
      expect(await store.streams(prefix, names[1] ?? '', 1)).toEqual(names.slice(2, 3));
      expect(await store.streams(prefix, names[3] ?? '', 10)).toEqual([]);
    });

    it.each([
      ['no event', -1, []],
      ['an id that is no UUID', -1, [{ ...newEvent(), id: '7' }]],
      ['an id in capitals', -1, [{ ...newEvent(), id: '0F9619FF-8B86-D011-B42D-00CF4FC964FF' }]],
      ['a lone surrogate', -1, [{ ...newEvent(), body: '"\ud800"' }]],
      ['an event without a type', -1, [{ ...newEvent(), type: '' }]],
      ['a revision below -1', -2, [newEvent()]],
      ['half a revision', 0.5, [newEvent()]],
    ])('an append with %s is refused', async (_what, expectedRevision, events) => {
      await expect(tested().store.append(newName(), expectedRevision, events)).rejects.toThrow(TypeError);
    });

    it('an append that uses an id twice is refused', async () => {
      const event = newEvent();
      await expect(tested().store.append(newName(), -1, [event, { ...event }])).rejects.toThrow(TypeError);
    });

    it.each(['', '$all', 'a\udc00'])('a stream cannot be named %j', async (name) => {
      await expect(tested().store.append(name, -1, [newEvent()])).rejects.toThrow(TypeError);
    });
  });
}
