import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openKurrentStore, seal, StoreUnavailable } from '@ladder/event-store';
import type { KeptText, KurrentStore } from '@ladder/event-store';
import fc from 'fast-check';
import { newEvent, newName } from '../../libs/event-store/src/contract/store-under-test.js';
import type { Door } from '../wire-double/door.js';
import { WireDouble } from '../wire-double/wire-double.js';

const masterKey = new Uint8Array(32).fill(7);

/** On the double alone, whose streams can be looked into. */
describe('a text that goes although the person in whose stream it lies stays', () => {
  let double: WireDouble;
  let door: Door;
  let one: KurrentStore;
  let two: KurrentStore;

  const refsIn = (person: string): unknown[] =>
    (double.log.read(`vault-person-${person}`) ?? []).flatMap(({ type, metadata }) =>
      type === 'KeyMade' ? [] : [(JSON.parse(Buffer.from(metadata).toString()) as { ref: string }).ref],
    );
  const keep = async ({ store }: KurrentStore, ...texts: KeptText[]) => {
    const [stream, event] = [newName(), newEvent()];
    return untilDone(() => store.append(stream, -1, [event], texts));
  };

  beforeEach(async () => {
    double = await WireDouble.start();
    door = await double.door();
    one = await openKurrentStore({ address: `esdb://127.0.0.1:${door.port}?tls=false`, masterKey });
    two = await openKurrentStore({ address: `esdb://127.0.0.1:${(await double.door()).port}?tls=false`, masterKey });
  });
  afterEach(async () => {
    await Promise.all([one, two].map(({ store }) => store.close()));
    await double.stop();
  });

  it('is given by the server no more, nor by a node that had opened it; the rest is, also by one who knew another place of it', async () => {
    const [ada, ben] = [newName('person'), newName('person')];
    const [moved, left] = [seal('then about Ben', [ada]).kept, seal('about Ada', [ada]).kept];
    await keep(one, moved, left);
    expect((await two.vault.open([moved.ref])).size).toBe(1);
    expect(await one.vault.forget(ben, [moved.ref])).toBe(1);
    expect(refsIn(ada)).toEqual([left.ref]);
    expect([...(await two.vault.open([moved.ref, left.ref])).keys()]).toEqual([left.ref]);
    const fresh = await openKurrentStore({ address: `esdb://127.0.0.1:${door.port}?tls=false`, masterKey });
    expect([...(await fresh.vault.open([moved.ref, left.ref])).keys()]).toEqual([left.ref]);
    await fresh.store.close();
    // The same texts come once more, from an answer that did not come: what went stays away.
    await one.vault.put([moved, left]);
    expect((await one.vault.open([moved.ref])).size).toBe(0);
    expect(refsIn(ada)).toEqual([left.ref]);
  });

  it('goes when it is asked for again, if the server was away in the middle of it', async () => {
    const [ada, ben] = [newName('person'), newName('person')];
    const [moved, left] = [seal('then about Ben', [ada]).kept, seal('about Ada', [ada]).kept];
    await keep(one, moved, left);
    double.faults.next({ kind: 'cut-after' }, `vault-person-${ada}`);
    const closing = new Promise<void>((resolve) => {
      const unlisten = double.log.listen(() => {
        if (refsIn(ada).length === 2) return;
        unlisten();
        resolve(door.close());
      });
    });
    await expect(one.vault.forget(ben, [moved.ref])).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await closing;
    await door.open();
    expect(refsIn(ada)).toContain(moved.ref);
    // Nobody opens it, although its bytes are still there.
    expect([...(await two.vault.open([moved.ref, left.ref])).keys()]).toEqual([left.ref]);
    expect(await one.vault.forget(ben, [moved.ref])).toBe(1);
    expect(refsIn(ada)).toEqual([left.ref]);
    expect((await two.vault.open([left.ref])).get(left.ref)?.text).toBe('about Ada');
  }, 60_000);

  it('leaves whatever two nodes keep and take out at the same time, under cuts, as it should be', async () => {
    const round = fc.record({
      keeps: fc.array(fc.subarray([0, 1, 2], { minLength: 1 }), { maxLength: 4 }),
      takes: fc.array(fc.nat(), { maxLength: 3 }),
      cut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const people = [0, 1, 2].map(() => newName('person'));
        const nobody = newName('person');
        const texts: KeptText[] = [];
        const gone = new Set<string>();
        for (const { keeps, takes, cut } of rounds) {
          const fresh = keeps.map((who) => seal(newName('text'), who.map((each) => people[each] ?? '')).kept); // prettier-ignore
          const taken = texts.length === 0 ? [] : takes.map((index) => texts[index % texts.length]?.ref ?? '');
          if (cut) double.faults.next({ kind: 'cut-after' }, 'vault-person');
          await Promise.all([
            ...fresh.map(async (kept, index) => keep(index % 2 === 0 ? one : two, kept)),
            ...taken.map(async (ref, index) => untilDone(() => (index % 2 === 0 ? two : one).vault.forget(nobody, [ref]))),
          ]);
          texts.push(...fresh);
          for (const ref of taken) gone.add(ref);
        }
        const left = texts.filter(({ ref }) => !gone.has(ref));
        for (const { vault } of [one, two]) {
          const opened = await vault.open(texts.map(({ ref }) => ref));
          expect([...opened.keys()].toSorted()).toEqual(left.map(({ ref }) => ref).toSorted());
          for (const { ref, text } of left) expect(opened.get(ref)?.text).toBe(text);
        }
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});

/** Calls again, as whoever is told that the store is unavailable does. */
async function untilDone<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || tries === 10) throw error;
    }
  }
}
