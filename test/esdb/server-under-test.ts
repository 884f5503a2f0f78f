import { WireDouble } from '../wire-double/wire-double.js';

/** What every node and spec is given: a server that is named is one store for all of them, and a store has one master key. */
export const MASTER_KEY = '07'.repeat(32);

/** What the store's specs run against: the server that LADDER_TEST_ESDB names, or the wire double. */
export interface ServerUnderTest {
  /** Told in the title of the specs. */
  readonly name: string;
  start(): Promise<{ address: string; stop: () => Promise<void> }>;
}

/** @returns the server named in the environment, which is left as it is found but for what the specs write; otherwise a double of its own. */
export function serverUnderTest(): ServerUnderTest {
  const named = process.env['LADDER_TEST_ESDB'];
  if (named !== undefined) return { name: 'EventStoreDB', start: () => Promise.resolve({ address: named, stop: () => Promise.resolve() }) };
  return {
    name: 'EventStoreDB',
    async start() {
      const double = await WireDouble.start();
      const door = await double.door();
      return { address: `esdb://127.0.0.1:${door.port}?tls=false`, stop: () => double.stop() };
    },
  };
}
