import { generateKeyPairSync } from 'node:crypto';
import { leafHash, makePack, MerkleTree, originOf, signCheckpoint, verifierKeyFor, verifyPack } from '@ladder/audit';
import type { AuditPack, VerifierKey } from '@ladder/audit';
import { EDITIONS } from '@ladder/editions';
import { decode, emptyLedger, encode, fold } from '@ladder/ledger';
import { recordTournament } from '../material/recorded-tournament.ts';
import { EDITION } from '../material/rulings.ts';
import { compared, runsOf } from '../measure/figure.ts';
import type { Figure, Run } from '../measure/figure.ts';

const TOURNAMENT = 'spring';
/** As many as of the cold ledger: about four rulings each. */
const EVENTS_A_PLAYER = 6;

/** Verifying a pack of a very big weekend offline, against hashing and folding its events alone. */
export async function figure(quick: boolean): Promise<Figure[]> {
  const events = quick ? 2_000 : 20_000;
  const { pack, key } = packOf(events);
  const runs = await runsOf(quick, (): Run => {
    const against = msOf(() => {
      hashAndFold(pack);
    });
    const ours = msOf(() => {
      const { ok, problems } = verifyPack(pack, key);
      if (!ok) throw new Error(`${problems[0]?.where ?? ''}: ${problems[0]?.what ?? ''}`);
    });
    return { ours, against };
  });
  const name = `verifying a pack of ${events.toLocaleString('en-US')} events, against hashing and folding them alone (ms)`;
  return [compared(name, { atMost: 2 }, runs)];
}

function packOf(events: number): { pack: AuditPack; key: VerifierKey } {
  const edition = EDITIONS.get(EDITION);
  if (!edition) throw new Error(`there is no edition ${EDITION}`);
  const signer = { name: 'bench.example', privateKey: generateKeyPairSync('ed25519').privateKey };
  const envelopes = recordTournament(TOURNAMENT, events, Math.ceil(events / EVENTS_A_PLAYER)).map(encode);
  const tree = MerkleTree.over(envelopes.map((each) => leafHash(each)));
  const checkpoint = signCheckpoint({ origin: originOf(signer.name, TOURNAMENT), size: tree.size, root: tree.root() }, signer);
  const key = verifierKeyFor(signer);
  return { pack: makePack({ tournament: TOURNAMENT, edition, checkpoint, key, envelopes, texts: {} }), key };
}

/** The least that any verification has to do. */
function hashAndFold({ envelopes, edition }: AuditPack): void {
  MerkleTree.over(envelopes.map((each) => leafHash(each))).root();
  const ledger = emptyLedger(edition);
  for (const each of envelopes) fold(ledger, decode(each));
}

function msOf(work: () => void): number {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}
