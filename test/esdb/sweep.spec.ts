import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openKurrentStore, seal } from '@ladder/event-store';
import type { KeptText, KurrentStore } from '@ladder/event-store';
import fc from 'fast-check';
import { newEvent, newName } from '../../libs/event-store/src/contract/store-under-test.js';
import { WireDouble } from '../wire-double/wire-double.js';

const masterKey = new Uint8Array(32).fill(7);
const HOUR = 60 * 60 * 1_000;
const FOR_EVER = new AbortController().signal;

/** On the double alone, whose clock can be moved, and whose log looked into. */
describe('a text that nothing refers to', () => {
  let double: WireDouble;
  let address: string;
  let elapsed: number;
  let one: KurrentStore;
  let two: KurrentStore;

  const open = () => openKurrentStore({ address, masterKey, now: () => new Date(Date.now() + elapsed) });
  /** By all clocks; with a record that says so. */
  const wait = async (hours: number): Promise<void> => {
    elapsed += hours * HOUR;
    await one.store.append(newName(), -1, [newEvent()]);
  };
  const opens = async ({ ref, text }: KeptText): Promise<boolean[]> =>
    Promise.all([one, two].map(async ({ vault }) => (await vault.open([ref])).get(ref)?.text === text));
  /** Whether the server still gives the text to whoever reads the stream. */
  const lies = ({ ref, persons }: KeptText): boolean =>
    persons.some((person) => double.log.read(`vault-person-${person}`)?.some(({ metadata }) => Buffer.from(metadata).includes(ref)));
  const isWritten = async (kept: KeptText): Promise<void> => {
    while (!lies(kept)) await pause(5);
  };

  /** Holds the next append to such a stream before or after it takes effect; resolves when it is held. */
  const hold = async (kind: 'hold-before' | 'hold-after', to: string, meanwhile: Promise<unknown>[], call: () => Promise<unknown>) => {
    const gate = Promise.withResolvers<undefined>();
    double.faults.next({ kind, until: gate.promise }, to);
    meanwhile.push(call());
    while (double.faults.left > 0) await pause(5);
    return () => gate.resolve(undefined);
  };

  beforeEach(async () => {
    elapsed = 0;
    double = await WireDouble.start();
    double.log.clock = () => Date.now() + elapsed;
    address = `esdb://127.0.0.1:${(await double.door()).port}?tls=false`;
    one = await open();
    two = await open();
  });
  afterEach(async () => {
    await Promise.all([one, two].map(({ store }) => store.close()));
    await double.stop();
  });

  it('is swept after a day and not before, and takes nothing along', async () => {
    const ada = newName('person');
    const [orphan, referred] = [seal('left behind', [ada]).kept, seal('referred to', [ada]).kept];
    await one.vault.put([orphan]);
    await one.store.append(newName(), -1, [newEvent(referred.ref)], [referred]);
    await wait(23);
    expect(await two.sweep(FOR_EVER)).toBe(0);
    expect(await opens(orphan)).toEqual([true, true]);
    await wait(2);
    expect(await two.sweep(FOR_EVER)).toBe(1);
    expect([await opens(orphan), lies(orphan)]).toEqual([[false, false], false]);
    expect([await opens(referred), lies(referred)]).toEqual([[true, true], true]);
    // The person is not forgotten: what comes later is kept.
    const later = seal('later', [ada]).kept;
    await one.store.append(newName(), -1, [newEvent(later.ref)], [later]);
    expect(await opens(later)).toEqual([true, true]);
    await wait(25);
    expect([await one.sweep(FOR_EVER), await two.sweep(FOR_EVER)]).toEqual([0, 0]);
    expect(await opens(referred)).toEqual([true, true]);
  });

  it('is swept from all whom it concerns, also when the process died before it could tell where the text lies', async () => {
    const [ada, ben] = [newName('person'), newName('person')];
    const shared = seal('about both', [ada, ben]).kept;
    await one.vault.put([shared]);
    const untold = { ...seal('untold', [ada]).kept, persons: [ada] };
    double.log.append(`vault-person-${ada}`, 'any', [
      { ...newEvent(), type: 'TextKept', contentType: 'application/octet-stream', data: new Uint8Array(80), metadata: Buffer.from(JSON.stringify(untold)) }, // prettier-ignore
    ]);
    await wait(25);
    expect(await one.sweep(FOR_EVER)).toBe(2);
    expect([lies(shared), lies(untold)]).toEqual([false, false]);
  });

  it('stays when its event was only late: the process slept for a day between the two', async () => {
    const { kept } = seal('late', [newName('person')]);
    const stream = newName();
    const sleeping: Promise<unknown>[] = [];
    const wake = await hold('hold-before', `log-${stream}`, sleeping, () => one.store.append(stream, -1, [newEvent(kept.ref)], [kept]));
    elapsed += 25 * HOUR;
    await two.store.append(newName(), -1, [newEvent()]);
    expect(await two.sweep(FOR_EVER)).toBe(1);
    expect(lies(kept)).toBe(false);
    wake();
    await Promise.all(sleeping);
    expect(await opens(kept)).toEqual([true, true]);
    await wait(25);
    expect([await one.sweep(FOR_EVER), await two.sweep(FOR_EVER)]).toEqual([0, 0]);
    expect(await opens(kept)).toEqual([true, true]);
  });

  it('is spared when its event comes while the sweep is on its way', async () => {
    const { kept } = seal('late', [newName('person')]);
    const stream = newName();
    await one.vault.put([kept]);
    await wait(25);
    const sweeping: Promise<unknown>[] = [];
    const goOn = await hold('hold-after', 'vault-index', sweeping, () => two.sweep(FOR_EVER));
    await one.store.append(stream, -1, [newEvent(kept.ref)]);
    goOn();
    expect(await Promise.all(sweeping)).toEqual([0]);
    expect([await opens(kept), lies(kept)]).toEqual([[true, true], true]);
  });

  it('is spared by the next sweep when its event came, and the sweep that had noted it was ended', async () => {
    const { kept } = seal('late', [newName('person')]);
    await one.vault.put([kept]);
    await wait(25);
    const end = new AbortController();
    const sweeping: Promise<unknown>[] = [];
    const goOn = await hold('hold-after', 'vault-index', sweeping, () => two.sweep(end.signal));
    end.abort();
    goOn();
    expect(await Promise.all(sweeping)).toEqual([0]);
    expect([await opens(kept), lies(kept)]).toEqual([[false, false], true]);
    await one.store.append(newName(), -1, [newEvent(kept.ref)]);
    expect(await one.sweep(FOR_EVER)).toBe(0);
    expect(await opens(kept)).toEqual([true, true]);
  });

  it.each(['vault-index', 'vault-person'])(
    'stays when a later try comes with its event, while the sweep waits for %s',
    async (waitsFor) => {
      const { kept } = seal('tried again', [newName('person')]);
      await one.vault.put([kept]);
      await wait(25);
      double.faults.next({ kind: waitsFor === 'vault-index' ? 'delay-after' : 'delay-before', ms: 300 }, waitsFor);
      const sweeping = two.sweep(FOR_EVER);
      await pause(150);
      const [stream, event] = [newName(), newEvent(kept.ref)];
      await one.store.append(stream, -1, [event], [kept]);
      await sweeping;
      expect(await opens(kept)).toEqual([true, true]);
      // Once more, as somebody does who did not hear the answer.
      await one.store.append(stream, -1, [event], [kept]);
      await wait(25);
      expect([await one.sweep(FOR_EVER), await two.sweep(FOR_EVER)]).toEqual([0, 0]);
      expect([await opens(kept), lies(kept)]).toEqual([[true, true], true]);
    },
  );

  it('stays when a later try comes right before the sweep', async () => {
    const { kept } = seal('tried again', [newName('person')]);
    await one.vault.put([kept]);
    await wait(25);
    const stream = newName();
    const trying: Promise<unknown>[] = [];
    const goOn = await hold('hold-before', `log-${stream}`, trying, () => one.store.append(stream, -1, [newEvent(kept.ref)], [kept]));
    expect(await two.sweep(FOR_EVER)).toBe(1);
    goOn();
    await Promise.all(trying);
    expect([await opens(kept), lies(kept)]).toEqual([[true, true], true]);
  });

  it('is not taken for old by a node whose clock is ahead', async () => {
    const { kept } = seal('young', [newName('person')]);
    await one.vault.put([kept]);
    const ahead = await openKurrentStore({ address, masterKey, now: () => new Date(Date.now() + 48 * HOUR) });
    expect(await ahead.sweep(FOR_EVER)).toBe(0);
    expect(await opens(kept)).toEqual([true, true]);
    await ahead.store.close();
  });

  it('is found among many, page by page, by whichever node goes on with it', async () => {
    const orphans = Array.from({ length: 40 }, (_, index) => seal(`orphan ${index}`, [newName('person')]).kept);
    const stream = newName();
    for (const [index, orphan] of orphans.entries()) {
      await one.vault.put([orphan]);
      const { kept } = seal(`kept ${index}`, orphan.persons);
      await one.store.append(stream, index * 40 - 1, [newEvent(kept.ref), ...Array.from({ length: 39 }, () => newEvent())], [kept]);
    }
    await wait(25);
    // A pass that is ended leaves the rest to the next.
    const end = new AbortController();
    const first = two.sweep(end.signal);
    await pause(20);
    end.abort();
    const swept = (await first) + (await one.sweep(FOR_EVER));
    expect(swept).toBe(40);
    expect(orphans.filter(lies)).toEqual([]);
    expect(await two.sweep(FOR_EVER)).toBe(0);
  });

  it('goes, and one that an event refers to never does, whatever comes in between', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('append' as const), persons: fc.subarray([0, 1, 2], { minLength: 1 }), late: fc.boolean() }) }, // prettier-ignore
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('orphan' as const), persons: fc.subarray([0, 1, 2], { minLength: 1 }) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const), both: fc.boolean(), ended: fc.boolean() }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const people = [0, 1, 2].map(() => newName('person'));
        const sealed = (who: readonly number[]) => seal(newName('text'), who.map((each) => people[each] ?? '')).kept; // prettier-ignore
        const [referred, orphans]: [KeptText[], KeptText[]] = [[], []];
        const underWay: Promise<unknown>[] = [];
        for (const next of steps) {
          if (next.kind === 'wait') await wait(next.hours);
          else if (next.kind === 'orphan') {
            const kept = sealed(next.persons);
            orphans.push(kept);
            await one.vault.put([kept]);
          } else if (next.kind === 'append') {
            const kept = sealed(next.persons);
            const stream = newName();
            if (next.late) double.faults.next({ kind: 'delay-before', ms: 40 }, `log-${stream}`);
            const appending = one.store.append(stream, -1, [newEvent(kept.ref)], [kept]);
            referred.push(kept);
            underWay.push(appending);
            if (next.late) await isWritten(kept);
            else await appending;
          } else {
            const end = new AbortController();
            const sweeping = (next.both ? [one, two] : [two]).map(({ sweep }) => sweep(end.signal));
            if (next.ended) end.abort();
            await Promise.all(sweeping);
          }
        }
        await Promise.all(underWay);
        await wait(25);
        await two.sweep(FOR_EVER);
        for (const kept of referred) expect([kept.ref, await opens(kept), lies(kept)]).toEqual([kept.ref, [true, true], true]);
        for (const kept of orphans) expect([kept.ref, await opens(kept), lies(kept)]).toEqual([kept.ref, [false, false], false]);
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});
