import type { Saga } from '@ladder/escalation';
import type { EventStore } from '@ladder/event-store';
import type { Projections } from '@ladder/projections';
import { expect, it, jest } from '@jest/globals';
import { Readiness } from './readiness.js';

interface Machine {
  end?: bigint | Error;
  settled?: bigint;
  failing?: string[];
  position?: bigint;
  broken?: string[];
  silence?: number;
}

function readinessOf({ end = 5_000n, settled = 5_000n, failing = [], position = 5_000n, broken = [], silence = 0 }: Machine) {
  const store = { lastPosition: async () => (end instanceof Error ? Promise.reject(end) : end) } as unknown as EventStore;
  const saga = { settled, failing } as unknown as Saga;
  const projections = { position, failing: broken } as unknown as Projections;
  return new Readiness({ store, silence: () => silence, notFar: 2_000n }, saga, projections);
}

const look = async (machine: Machine) => readinessOf(machine).look();

it('a server is ready when all of it runs', async () => {
  expect(await look({})).toEqual({ ready: true, problems: {} });
});

it('a little behind is ready; far behind is not', async () => {
  expect((await look({ settled: 3_000n, position: 3_000n })).ready).toBe(true);
  expect(await look({ settled: 2_999n })).toEqual({ ready: false, problems: { saga: 'is 2001 behind' } });
  expect(await look({ position: 2_999n })).toEqual({ ready: false, problems: { projections: 'are 2001 behind' } });
});

it.each<[string, Machine, string]>([
  ['a store that does not answer', { end: new Error('the disk is gone') }, 'store'],
  ['a ledger that cannot be settled', { failing: ['t-1'] }, 'saga'],
  ['a subscription that gives nothing', { silence: 15_001 }, 'subscription'],
  ['a projection that fails', { broken: ['warning-counters'] }, 'projections'],
])('%s is said by its name', async (_what, machine, part) => {
  const { ready, problems } = await look(machine);
  expect([ready, Object.keys(problems)]).toEqual([false, [part]]);
});

it('a store that has failed under a request is not trusted for half a minute', async () => {
  jest.useFakeTimers();
  const readiness = readinessOf({});
  readiness.storeFailed(new Error('the disk is full'));
  expect(await readiness.look()).toEqual({ ready: false, problems: { store: 'the disk is full' } });
  jest.advanceTimersByTime(29_999);
  expect((await readiness.look()).ready).toBe(false);
  jest.advanceTimersByTime(1);
  expect((await readiness.look()).ready).toBe(true);
  jest.useRealTimers();
});
