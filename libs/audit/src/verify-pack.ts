import { EDITIONS } from '@ladder/editions';
import { owed, talliesOf } from '@ladder/ledger';
import type { LedgerEvent } from '@ladder/ledger';
import { openCheckpoint, tournamentOfOrigin } from './checkpoint.js';
import type { Checkpoint } from './checkpoint.js';
import { derive } from './derive.js';
import type { Derived } from './derive.js';
import { readEnvelopes } from './envelopes.js';
import { isMalformed } from './malformed.js';
import type { Malformed } from './malformed.js';
import { checkTexts } from './opened-texts.js';
import { readPack } from './pack.js';
import type { AuditPack } from './pack.js';
import { verdictsOn } from './penalty-verdicts.js';
import { isSameJson } from './same-json.js';
import { checkTree } from './signed-envelopes.js';
import { formatVerifierKey } from './signed-note.js';
import type { VerifierKey } from './signed-note.js';
import type { Finding, PenaltyVerdict, Problem, StillOwed, Verdict } from './verdict.js';

/**
 * Verifies an audit pack offline: that the trusted key signed exactly these events, that they are the ledger of this tournament without a
 * gap, that the opened texts are the recorded ones, and, folding the ledger again, that every tally, Game Loss and notice follows from the
 * edition. Takes anything as a pack and never throws.
 *
 * @param key the key of whoever ran the tournament, from a source that is trusted: never from the pack.
 */
export function verifyPack(candidate: unknown, key: VerifierKey): Verdict {
  const pack = readPack(candidate);
  if (Array.isArray(pack)) return refused(pack);
  const { found, signed, events, derived: folded } = examine(pack, key);
  const derived = folded?.isComplete ? folded : null;
  const penalties = derived ? verdictsOn(derived) : [];
  const problems = Object.values(found).flat();
  return {
    ok: problems.length === 0,
    problems,
    signed: signed && { origin: signed.origin, size: signed.size, root: signed.root.toString('base64') },
    penalties,
    tallies: derived ? talliesIn(derived) : [],
    owed: derived ? stillOwed(derived) : [],
    counts: { events: events.length, texts: Object.keys(pack.texts).length, ...countsOf(penalties) },
  };
}

/** The problems that each check found. Dropping any of the checks would let some forgery through. */
export type Found = Readonly<Record<'signature' | 'tree' | 'order' | 'edition' | 'texts' | 'derivation', readonly Problem[]>>;

/** What is found out about a pack of sound shape. The ledger is folded only if its events are the signed ones and its edition is known. */
export function examine(
  pack: AuditPack,
  key: VerifierKey,
): { found: Found; signed: Checkpoint | null; events: readonly LedgerEvent[]; derived: Derived | null } {
  const checkpoint = openCheckpoint(pack.checkpoint, key);
  const signed = isMalformed(checkpoint) ? null : checkpoint;
  const { events, problems: order } = readEnvelopes(pack.envelopes);
  const beforeFolding = {
    signature: checkSignature(pack, key, checkpoint),
    tree: signed ? checkTree(pack, signed) : [],
    order,
    edition: checkEdition(pack, events[0]),
  };
  const isReadable = Object.values(beforeFolding).every((problems) => problems.length === 0);
  const derived = isReadable ? derive(events, pack.edition) : null;
  const found = { ...beforeFolding, texts: checkTexts(pack.texts, events), derivation: derived?.problems ?? [] };
  return { found, signed, events, derived };
}

/** What is wrong with the signature, with what it is about, or with the key that the pack names, which can only repeat the trusted one. */
function checkSignature({ tournament, keyHint }: AuditPack, key: VerifierKey, checkpoint: Checkpoint | Malformed): Problem[] {
  const problems: Problem[] = [];
  if (isMalformed(checkpoint)) problems.push({ where: 'the checkpoint', what: checkpoint.malformed });
  // A key signs the logs of many tournaments: this checkpoint must be about this one.
  else if (tournamentOfOrigin(checkpoint.origin, key.name) !== tournament)
    problems.push({ where: 'the checkpoint', what: `It is about ${checkpoint.origin}, not about tournament ${tournament}.` });
  if (keyHint !== formatVerifierKey(key))
    problems.push({ where: 'the key hint', what: 'The pack names another key than the trusted one.' });
  return problems;
}

/** The ledger names its edition, and the verifier brings that along: what a pack holds under the name must be the same. */
function checkEdition({ tournament, edition }: AuditPack, first: LedgerEvent | undefined): Problem[] {
  const problem = (what: string): Problem[] => [{ where: 'the edition', what }];
  if (first?.type !== 'TournamentOpened') return [{ where: 'position 0', what: 'A ledger begins with TournamentOpened.' }];
  if (first.data.tournament !== tournament) return [{ where: 'position 0', what: `It opens ${first.data.tournament}, not ${tournament}.` }];
  if (first.data.edition !== edition.id) return problem(`The ledger is under ${first.data.edition}, the pack holds ${edition.id}.`);
  const known = EDITIONS.get(edition.id);
  if (!known) return problem(`This verifier does not know ${edition.id}, and so cannot tell whether the pack's copy of it was changed.`);
  return isSameJson(known, edition) ? [] : problem(`It is not ${edition.id} as it was published: it was changed.`);
}

function talliesIn({ ledger }: Derived): Verdict['tallies'] {
  return [...ledger.players.keys()]
    .map((player) => ({ player, ...talliesOf(ledger, player) }))
    .filter(({ categories }) => categories.length > 0);
}

function stillOwed({ ledger }: Derived): StillOwed[] {
  return owed(ledger).map(({ type, cause = null }) => ({ type, cause }));
}

function countsOf(penalties: readonly PenaltyVerdict[]): Record<Finding, number> {
  const of = (finding: Finding) => penalties.filter(({ verdict }) => verdict === finding).length;
  return {
    founded: of('founded'),
    rescinded: of('rescinded'),
    "by the head judge's hand": of("by the head judge's hand"),
    unfounded: of('unfounded'),
  };
}

function refused(problems: readonly Problem[]): Verdict {
  return { ok: false, problems, signed: null, penalties: [], tallies: [], owed: [], counts: { events: 0, texts: 0, ...countsOf([]) } };
}
