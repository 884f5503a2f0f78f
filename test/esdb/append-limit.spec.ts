import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_APPEND_BYTES, openKurrentStore } from '@ladder/event-store';
import { newEvent, newName } from '../../libs/event-store/src/contract/store-under-test.js';
import { Hall } from '../support/hall.js';
import { WireDouble } from '../wire-double/wire-double.js';
import { Nodes } from './nodes.js';

const MEBIBYTE = 1024 * 1024;

/** On the double alone, which can be set as a server is. */
describe('how large an append may be', () => {
  let double: WireDouble;
  let address: string;
  const open = () => openKurrentStore({ address, masterKey: new Uint8Array(32).fill(7) });

  beforeEach(async () => {
    double = await WireDouble.start();
    address = `esdb://127.0.0.1:${(await double.door()).port}?tls=false`;
  });
  afterEach(() => double.stop());

  it('is as on SQLite with a server that is set to take it, and asking leaves nothing there', async () => {
    const { store } = await open();
    expect(store.maxAppendBytes).toBe(MAX_APPEND_BYTES);
    expect(double.log.all.filter(({ stream }) => stream.startsWith('never-'))).toEqual([]);
    await store.close();
  });

  it.each([1, 2, 3])('is what the server takes where that is less: %i MiB are taken up to the last byte that is promised', async (size) => {
    double.maxAppendSize = size * MEBIBYTE;
    const { store } = await open();
    expect(store.maxAppendBytes).toBeLessThan(size * MEBIBYTE);
    const body = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes) });
    const events = Array.from({ length: 200 }, () => ({ ...newEvent(), body: body(Math.floor(store.maxAppendBytes / 200) - 20) }));
    await expect(store.append(newName(), -1, events)).resolves.toMatchObject({ revision: 199 });
    const more = { ...newEvent(), body: body(200 * 20) };
    await expect(store.append(newName(), -1, [...events, more])).rejects.toMatchObject({ name: 'AppendTooLarge' });
    await store.close();
  });

  it('has to be what servers take unless told otherwise: with less it is said what to set', async () => {
    double.maxAppendSize = MEBIBYTE / 2;
    await expect(open()).rejects.toThrow(/524288 bytes: set its MaxAppendSize to 1048576 at least/);
  });

  it('keeps a roster that is too large for the server out with a sentence, and in parts it is enrolled', async () => {
    double.maxAppendSize = MEBIBYTE;
    const nodes = new Nodes(address);
    try {
      const node = await nodes.all();
      const hall = await Hall.open(node.admin, { players: [], started: false });
      const long = 'x'.repeat(50);
      const roster = Array.from({ length: 3_200 }, (_, index) => ({ id: `p-${index}-${long}`, name: `${index}`, externalId: `${index}` }));
      const enrol = async (players: unknown) => hall.by('organizer').ask('POST', `${hall.path}/players`, { body: { players } });
      const refused = await enrol(roster);
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
        413,
        'too-large',
        expect.stringContaining('send it in parts'),
      ]);
      for (const part of [roster.slice(0, 1_600), roster.slice(1_600)]) expect((await enrol(part)).status).toBe(201);
      expect(await node.admin.get(hall.path)).toMatchObject({ counts: { players: 3_200 } });
    } finally {
      await nodes.end();
    }
  }, 120_000);
});
