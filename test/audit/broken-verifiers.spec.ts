import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, jest, test } from '@jest/globals';
import { formatVerifierKey, leafHash, makePack, MerkleTree, originOf, signCheckpoint, verifierKeyFor } from '@ladder/audit';
import type { AuditPack } from '@ladder/audit';
import { canonicalJson } from '@ladder/ledger';
import type { LedgerEvent } from '@ladder/ledger';

jest.setTimeout(60_000);

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SOUND = readFileSync(here('../../apps/verifier/dist/verify.mjs'), 'utf8');
const golden = JSON.parse(readFileSync(here('../golden/0.1.0/pack.json'), 'utf8')) as AuditPack;
const goldenKey = readFileSync(here('../golden/0.1.0/key.txt'), 'utf8').trim();
const events = golden.envelopes.map((each) => JSON.parse(each) as LedgerEvent);

/** An organiser who cheats: who holds the key, and signs what never happened. */
const cheat = { name: 'golden.example', privateKey: generateKeyPairSync('ed25519').privateKey };
const cheatKey = formatVerifierKey(verifierKeyFor(cheat));

const folder = mkdtempSync(join(tmpdir(), 'ladder-broken-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a verifier that lacks one check would let pass: the line as it is, as the broken one has it, and the forgery with the key to verify it. */
const BROKEN: readonly (readonly [string, string, string, () => { pack: AuditPack; key: string }])[] = [
  [
    'takes any signature',
    'verify(null, bytes, key.publicKey, signature)',
    'true',
    () => {
      const { checkpoint, ...pack } = signed(events.slice(0, -1)).pack;
      const id = Buffer.from(/\+([0-9a-f]{8})\+/.exec(goldenKey)?.[1] ?? '', 'hex');
      const note = checkpoint.replace(/(\S+)\n$/, (_, encoded: string) => {
        const signature = Buffer.from(encoded, 'base64').subarray(id.length);
        return `${Buffer.concat([id, signature]).toString('base64')}\n`;
      });
      return { pack: { ...pack, checkpoint: note, keyHint: goldenKey }, key: goldenKey };
    },
  ],
  [
    'takes any root',
    'signed.size === hashes.length && MerkleTree.over(hashes).root().equals(signed.root)',
    'true',
    () => {
      const envelopes = golden.envelopes.with(0, golden.envelopes[0]?.replace(/"commitment":".{4}/, '"commitment":"0000') ?? '');
      return { pack: { ...golden, envelopes, leafHashes: hashesOf(envelopes), texts: {} }, key: goldenKey };
    },
  ],
  [
    'takes any text',
    'committed.every((each) => each === commitment)',
    'true',
    () => {
      const texts = Object.entries(golden.texts).map(([ref, { salt }]) => [ref, { salt, text: 'as we would have said it' }] as const);
      return { pack: { ...golden, texts: Object.fromEntries(texts) }, key: goldenKey };
    },
  ],
  [
    'takes any tournament',
    'tournamentOfOrigin(checkpoint.origin, key.name) !== tournament',
    'false',
    () => signed(events, { log: 'silver' }),
  ],
  [
    'takes any edition',
    'isSameJson(known, edition)',
    'true',
    () => signed(events, { edition: { ...golden.edition, title: 'As we would have liked it' } }),
  ],
  [
    'takes an id twice',
    'ids.has(event.id)',
    'false',
    () => signed(changed('OfficialPaired', (event) => ({ ...event, id: events[0]?.id ?? '' }))),
  ],
  [
    'takes any order of time',
    'event.metadata.recordedAt < recordedAt',
    'false',
    () => signed(changed('NoticeAcknowledged', (event) => by(event, { recordedAt: '2026-11-07T09:00:00.000Z' }))),
  ],
  [
    'takes any form',
    'isCanonical(envelope, event)',
    'true',
    () => {
      const envelopes = events.map(canonicalJson);
      return signedAs(envelopes.with(5, ` ${envelopes[5] ?? ''}`));
    },
  ],
  [
    'takes whatever the saga appended',
    'const unowed = notOwed(ledger, event);',
    'const unowed = undefined;',
    () =>
      signed(
        changed('HeadJudgeNotified', (event) =>
          event.type === 'HeadJudgeNotified' ? { ...event, data: { ...event.data, ruling: 'r-1' } } : event,
        ),
      ),
  ],
  [
    'takes anyone for an official',
    'return may ? undefined :',
    'return true ? undefined :',
    () => signed(changed('TimeExtensionGranted', (event) => by(event, { by: 'auditor' }))),
  ],
  [
    'takes any guideline that an event names',
    'first === undefined || first === guideline',
    'true',
    () =>
      signed(
        changed('InfractionNoted', (event) =>
          event.type === 'InfractionNoted' ? { ...event, data: { ...event.data, guideline: 'game-loss' } } : event,
        ),
      ),
  ],
  [
    'takes a closing that came too early',
    '!isSettled(ledger)',
    'false',
    () => {
      const opened = events.findIndex(({ type }) => type === 'HeadJudgeNotified');
      const closing = events.find(({ type }) => type === 'TournamentClosed');
      if (!closing) throw new Error('the golden tournament was never closed');
      return signed([...events.slice(0, opened), { ...closing, position: opened, metadata: { ...closing.metadata, cause: null } }]);
    },
  ],
];

test.each(BROKEN)('a verifier that %s is caught', (_, line, broken, forge) => {
  const { pack, key } = forge();
  writeFileSync(join(folder, 'forged.json'), JSON.stringify(pack));
  const [before, after, ...more] = SOUND.split(line);
  expect([before, after, more.length]).toEqual([expect.any(String), expect.any(String), 0]);
  expect(verdictOf(SOUND, key)).toMatchObject({ status: 1, stderr: '' });
  expect(
    verdictOf(
      SOUND.replace(line, () => broken),
      key,
    ),
  ).toMatchObject({ status: 0, stderr: '' });
});

// ── What the forgeries are made of ─────────────────────────────────────────────────────────────────────────────────────────

function verdictOf(verifier: string, key: string) {
  writeFileSync(join(folder, 'verify.mjs'), verifier);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['verify.mjs', 'forged.json', '--key', key], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stderr, stdout };
}

/** The golden events, the last of a type changed. */
function changed(type: LedgerEvent['type'], change: (event: LedgerEvent) => LedgerEvent): LedgerEvent[] {
  const at = events.findLastIndex((event) => event.type === type);
  return events.map((event, index) => (index === at ? change(event) : event));
}

function by(event: LedgerEvent, metadata: Partial<LedgerEvent['metadata']>): LedgerEvent {
  return { ...event, metadata: { ...event.metadata, ...metadata } };
}

function signed(forged: readonly LedgerEvent[], more: { edition?: AuditPack['edition']; log?: string } = {}) {
  return signedAs(forged.map(canonicalJson), more);
}

function signedAs(
  envelopes: readonly string[],
  { edition = golden.edition, log = golden.tournament }: { edition?: AuditPack['edition']; log?: string } = {},
) {
  const tree = MerkleTree.over(envelopes.map((each) => leafHash(each)));
  const checkpoint = signCheckpoint({ origin: originOf(cheat.name, log), size: tree.size, root: tree.root() }, cheat);
  const pack = makePack({ tournament: golden.tournament, edition, checkpoint, key: verifierKeyFor(cheat), envelopes, texts: {} });
  return { pack, key: cheatKey };
}

function hashesOf(envelopes: readonly string[]): string[] {
  return envelopes.map((each) => leafHash(each).toString('base64'));
}
