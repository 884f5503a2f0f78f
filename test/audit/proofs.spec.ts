import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isConsistent, isIncluded, isMalformed, leafHash, openCheckpoint, parseVerifierKey, verifyPack } from '@ladder/audit';
import type { AuditPack, VerifierKey } from '@ladder/audit';
import { canonicalJson } from '@ladder/ledger';
import type { LedgerEvent } from '@ladder/ledger';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '../support/device.js';
import { Hall } from '../support/hall.js';
import type { Staff } from '../support/hall.js';
import { Served } from '../support/served.js';

interface Signed {
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  readonly note: string;
  readonly signedAt: string;
}

interface InclusionAnswer {
  readonly position: number;
  readonly size: number;
  readonly root: string;
  readonly proof: readonly string[];
  readonly leafHash: string;
}

interface ConsistencyAnswer {
  readonly from: number;
  readonly to: number;
  readonly roots: readonly [string, string];
  readonly proof: readonly string[];
}

let served: Served;
let hall: Hall;
let key: VerifierKey;

beforeAll(async () => {
  served = await Served.start();
  hall = await Hall.open(served.admin);
  for (const category of ['slow-play', 'marked-cards', 'slow-play', 'slow-play'])
    await hall.warn('ana', category, { account: `Ana: ${category}` });
  await hall.post('floor', 'rulings', { infractions: [{ player: 'ben', category: 'decklist-error' }], account: 'Ben lost his list' });
  const read = parseVerifierKey((await served.admin.as(null).get<string>('/audit/key')).trim());
  if (isMalformed(read)) throw new Error(read.malformed);
  key = read;
});
afterAll(async () => served.end());

describe('anyone, without a token,', () => {
  test('gets the key that checkpoints are verified with', async () => {
    const { status, headers, body } = await served.admin.as(null).ask<string>('GET', '/audit/key');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toMatch(/^penalty-ladder\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}\n$/);
  });

  test('gets the verifier, as it was built', async () => {
    const { status, headers, body } = await served.admin.as(null).ask<string>('GET', '/audit/verify.mjs');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(body).toBe(readFileSync(fileURLToPath(new URL('../../apps/verifier/dist/verify.mjs', import.meta.url)), 'utf8'));
  });
});

describe('who may', () => {
  const asked = async (who: Staff, method: string, path: string) => (await hall.by(who).ask(method, `${hall.path}/${path}`)).status;

  test.each<[string, string, readonly Staff[]]>([
    ['POST', 'checkpoints', ['auditor', 'head', 'organizer']],
    ['GET', 'audit-pack', ['auditor', 'head', 'organizer']],
  ])('%s %s: auditor, head judge and organizer', async (method, path, allowed) => {
    const refused = (['appeals', 'floor', 'scorekeeper'] as const).map(async (who) => asked(who, method, path));
    expect(await Promise.all(refused)).toEqual([403, 403, 403]);
    for (const who of allowed) expect(await asked(who, method, path)).toBeLessThan(300);
  });

  test.each(['checkpoints', 'proofs/inclusion?position=0', 'proofs/consistency'])(
    'GET %s: every official, and nobody else',
    async (path) => {
      for (const who of ['head', 'appeals', 'floor', 'scorekeeper', 'organizer', 'auditor'] as const)
        expect(await asked(who, 'GET', path)).toBe(200);
      expect((await served.admin.as(null).ask('GET', `${hall.path}/${path}`)).status).toBe(401);
    },
  );

  test("another tournament's log reads as if it were not there", async () => {
    const other = await Hall.open(served.admin, { started: false });
    for (const path of ['checkpoints', 'proofs/inclusion?position=0', 'proofs/consistency', 'audit-pack'])
      expect((await hall.by('auditor').ask('GET', `${other.path}/${path}`)).status).toBe(404);
    expect((await hall.by('auditor').ask('POST', `${other.path}/checkpoints`)).status).toBe(404);
    expect((await served.admin.ask('GET', '/v1/tournaments/nowhere/audit-pack')).status).toBe(404);
  });
});

describe('proofs over HTTP', () => {
  test('each event is shown to be in the log that was signed', async () => {
    const checkpoint = await signed();
    const { size, root } = checkpoint;
    const events = await hall.ledger();
    for (let position = 0; position < size; position++) {
      const answer = await hall.get<InclusionAnswer>('floor', `proofs/inclusion?position=${position}&size=${size}`);
      expect(answer).toMatchObject({ position, size, root });
      const claim = { index: position, size, proof: answer.proof.map(fromBase64), root: fromBase64(root) };
      const envelope = canonicalJson(events[position]);
      expect(answer.leafHash).toBe(leafHash(envelope).toString('base64'));
      expect(isIncluded({ ...claim, leafHash: leafHash(envelope) })).toBe(true);
      expect(isIncluded({ ...claim, leafHash: leafHash(`${envelope} `) })).toBe(false);
      // The floor reads no notice and no investigation this way.
      expect(Object.keys(answer).sort()).toEqual(['leafHash', 'position', 'proof', 'root', 'size']);
    }
  });

  test('each checkpoint is shown to be a beginning of every later one', async () => {
    const checkpoints = [await signed()];
    for (let more = 0; more < 4; more++) {
      await hall.warn('cleo', 'marked-cards');
      checkpoints.push(await signed());
    }
    for (const [index, older] of checkpoints.entries()) {
      for (const newer of checkpoints.slice(index)) {
        const { roots, proof } = await hall.get<ConsistencyAnswer>('floor', `proofs/consistency?from=${older.size}&to=${newer.size}`);
        expect(roots).toEqual([older.root, newer.root]);
        const side = ({ size, root }: Signed) => ({ size, root: fromBase64(root) });
        expect(isConsistent({ older: side(older), newer: side(newer), proof: proof.map(fromBase64) })).toBe(true);
      }
    }
    const { items } = await hall.get<Page<Signed>>('scorekeeper', 'checkpoints');
    expect(items.slice(0, 5)).toEqual(checkpoints.toReversed());
  });

  test('without a size the log as it is now is meant', async () => {
    const end = await hall.end();
    expect(await hall.get('floor', 'proofs/inclusion?position=0')).toMatchObject({ size: end + 1 });
    expect(await hall.get('floor', 'proofs/consistency')).toMatchObject({ from: 0, to: end + 1, proof: [] });
  });

  test.each([
    ['inclusion', 'position'],
    ['inclusion?position=1000000', 'position'],
    ['inclusion?position=-1', 'position'],
    ['inclusion?position=3&size=3', 'position'],
    ['inclusion?position=0&size=1000000', 'position'],
    ['inclusion?position=0&size=0', 'size'],
    ['consistency?from=5&to=4', 'from'],
    ['consistency?to=1000000', 'from'],
    ['consistency?from=one', 'from'],
  ])('%s is refused, with the field named', async (query, path) => {
    const { status, body } = await hall.by('floor').ask('GET', `${hall.path}/proofs/${query}`);
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, 'invalid-request', path]);
  });
});

describe('an audit pack', () => {
  test('verifies with the key that was had from elsewhere, and ends with its own taking', async () => {
    const pack = await packFor('auditor');
    const verdict = verifyPack(pack, key);
    expect(verdict.problems).toEqual([]);
    const own = eventsOf(pack).at(-1);
    expect(own).toMatchObject({ type: 'AuditPackTaken', data: { player: null }, metadata: { by: 'auditor' } });
    expect((await hall.ledger()).at(-1)).toEqual(own);
  });

  test('is recorded anew each time it is taken, by whom and for whom', async () => {
    const before = await hall.end();
    await packFor('head', 'ana');
    await packFor('organizer');
    const taken = (await hall.ledger()).slice(before + 1).map(({ type, data, metadata: { by } }) => [type, data, by]);
    expect(taken).toEqual([
      ['AuditPackTaken', { player: 'ana' }, 'head'],
      ['AuditPackTaken', { player: null }, 'organizer'],
    ]);
  });

  test('of one player opens the texts about that player and no others', async () => {
    expect(textsIn(await packFor('auditor', 'ana'))).toEqual([
      'Ana Lindqvist',
      'Ana: marked-cards',
      'Ana: slow-play',
      'Ana: slow-play',
      'Ana: slow-play',
    ]);
    expect(textsIn(await packFor('auditor', 'ben'))).toEqual(['Ben Okafor', 'Ben lost his list']);
    expect(verifyPack(await packFor('auditor', 'ben'), key).ok).toBe(true);
  });

  test("for an auditor opens everyone's names and free texts", async () => {
    const texts = textsIn(await packFor('auditor'));
    for (const text of ['Ana Lindqvist', 'Ben Okafor', 'Official floor', `Hall ${hall.id}`, 'Ana: slow-play', 'Ben lost his list'])
      expect(texts).toContain(text);
  });

  test('for an organizer opens names, and no free text, also not of one player', async () => {
    const texts = textsIn(await packFor('organizer'));
    expect(texts).toContain('Ana Lindqvist');
    expect(texts.join()).not.toMatch(/slow-play|lost his list/);
    expect(textsIn(await packFor('organizer', 'ana'))).toEqual(['Ana Lindqvist']);
  });

  test('of a player who is not there is refused, and nothing is recorded', async () => {
    const before = await hall.end();
    const { status, body } = await hall.by('auditor').ask('GET', `${hall.path}/audit-pack?player=nobody`);
    expect([status, body.code]).toEqual([404, 'unknown-player']);
    expect(await hall.end()).toBe(before);
  });
});

// ── What the stories above are made of ─────────────────────────────────────────────────────────────────────────────────────

async function signed(): Promise<Signed> {
  const checkpoint = await hall.post<Signed>('auditor', 'checkpoints');
  const opened = openCheckpoint(checkpoint.note, key);
  if (isMalformed(opened)) throw new Error(opened.malformed);
  expect(opened).toEqual({ origin: checkpoint.origin, size: checkpoint.size, root: fromBase64(checkpoint.root) });
  return checkpoint;
}

async function packFor(who: Staff, player?: string): Promise<AuditPack> {
  return hall.get<AuditPack>(who, `audit-pack${player === undefined ? '' : `?player=${player}`}`);
}

function eventsOf({ envelopes }: AuditPack): LedgerEvent[] {
  return envelopes.map((each) => JSON.parse(each) as LedgerEvent);
}

function textsIn({ texts }: AuditPack): string[] {
  return Object.values(texts)
    .map(({ text }) => text)
    .sort();
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
