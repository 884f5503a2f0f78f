/**
 * Makes the golden pack of this version: `node test/golden/make.ts <folder>`, after `npm run build`.
 *
 * From one seed, so that whoever runs it gets the same bytes. A pack that is kept is never made anew: later versions verify it as it is.
 */
import { createPrivateKey, hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatVerifierKey, leafHash, makePack, MerkleTree, originOf, signCheckpoint, verifierKeyFor, verifyPack } from '@ladder/audit';
import type { OpenedText } from '@ladder/audit';
import { EDITIONS } from '@ladder/editions';
import { decide, emptyLedger, encode, fold, isRefusal, isSettled, owed, SAGA, stamp } from '@ladder/ledger';
import type { Command, CommandOf, Draft, LedgerEvent, PenaltyState, Role, Sealed } from '@ladder/ledger';

const SEED = 20_261_107;
const TOURNAMENT = 'golden';
const KEY_NAME = 'golden.example';
/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_ED25519 = '302e020100300506032b657004220420';

const OFFICIALS: readonly (readonly [string, Role])[] = [
  ['head', 'head-judge'],
  ['appeals', 'appeals-judge'],
  ['floor', 'floor-judge'],
  ['second', 'floor-judge'],
  ['scorekeeper', 'scorekeeper'],
  ['organizer', 'organizer'],
  ['auditor', 'auditor'],
];
const PLAYERS = Array.from({ length: 16 }, (_, index) => `p-${index + 1}`);
const ERRORS = ['slow-play', 'slow-play', 'marked-cards', 'general-error', 'drawing-extra-cards', 'failure-to-maintain-game-state'];

/** A tournament as a server would record it, with a clock and a die of its own. */
class Recording {
  readonly events: LedgerEvent[] = [];
  readonly texts = new Map<string, OpenedText>();
  readonly ledger;
  readonly #edition;
  #minutes = 0;
  #thrown = 0;

  constructor() {
    const edition = EDITIONS.get('riftbound-2026-10-16');
    if (!edition) throw new Error('the edition is missing');
    this.#edition = edition;
    this.ledger = emptyLedger(edition);
  }

  get #now(): string {
    return new Date(Date.UTC(2026, 10, 7, 9) + this.#minutes * 60_000).toISOString();
  }

  /** The next throw of a die that always falls the same way. */
  bytes(): string {
    this.#thrown += 1;
    return hash('sha256', `${SEED} ${this.#thrown}`);
  }

  pick<T>(among: readonly T[]): T {
    const chosen = among[Number.parseInt(this.bytes().slice(0, 8), 16) % among.length];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  }

  seal(text: string): Sealed {
    const ref = this.bytes().slice(0, 22);
    const salt = this.bytes();
    this.texts.set(ref, { text, salt });
    return { ref, commitment: hash('sha256', Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(text)])) };
  }

  /** Sends a command that has to be accepted. */
  does(by: string, command: Command): void {
    this.#minutes += 3;
    const decision = decide(this.ledger, command, { by, now: this.#now });
    if (isRefusal(decision)) throw new Error(`${command.type} by ${by}: ${decision.detail}`);
    this.#record(decision, by, this.#uuid());
    while (!isSettled(this.ledger)) this.#record(owed(this.ledger), SAGA, null);
  }

  rules(by: string, player: string, category: string, more: Partial<CommandOf<'issue-ruling'>> = {}): void {
    this.does(by, {
      type: 'issue-ruling',
      infractions: [{ player, category, conditions: [], deviation: null }],
      table: (PLAYERS.indexOf(player) >> 1) + 1,
      game: 1,
      account: this.seal(`What ${player} did, as ${by} saw it — “${category}”`),
      remedy: this.seal('Play on.'),
      ruledAt: this.#now,
      durationSeconds: this.pick([null, 40, 95, 200]),
      offline: false,
      distinct: true,
      refer: false,
      ...more,
    });
  }

  /** The latest penalty of a player that is like this. */
  latest(player: string, isLike: (penalty: PenaltyState) => boolean = () => true): PenaltyState {
    const found = [...this.ledger.penalties.values()].findLast((each) => each.player === player && isLike(each));
    if (!found) throw new Error(`${player} has no such penalty`);
    return found;
  }

  review(player: string): string {
    const found = [...this.ledger.reviews.values()].find(({ status, players }) => status === 'open' && players.includes(player));
    if (!found) throw new Error(`nothing is asked about ${player}`);
    return found.id;
  }

  pack() {
    const privateKey = createPrivateKey({
      format: 'der',
      type: 'pkcs8',
      key: Buffer.from(PKCS8_ED25519 + hash('sha256', String(SEED)), 'hex'),
    });
    const signer = { name: KEY_NAME, privateKey };
    const envelopes = this.events.map(encode);
    const tree = MerkleTree.over(envelopes.map((each) => leafHash(each)));
    const checkpoint = signCheckpoint({ origin: originOf(KEY_NAME, TOURNAMENT), size: tree.size, root: tree.root() }, signer);
    const key = verifierKeyFor(signer);
    const bytes = envelopes.join('');
    // A decision may throw a text away; those about the last player, who is erased, are gone, and the name of that team.
    const isThere = (ref: string, text: string) => bytes.includes(ref) && !/p-16|Team of p-15/.test(text);
    const texts = Object.fromEntries([...this.texts].filter(([ref, { text }]) => isThere(ref, text)));
    return { key, pack: makePack({ tournament: TOURNAMENT, edition: this.#edition, checkpoint, key, envelopes, texts }) };
  }

  #uuid(): string {
    return this.bytes().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
  }

  #record(drafts: readonly Draft[], by: string, key: string | null): void {
    const ids = drafts.map(() => this.#uuid());
    for (const event of stamp(this.ledger, drafts, { by, now: this.#now, key, fingerprint: key && hash('sha256', key), ids })) {
      fold(this.ledger, event);
      this.events.push(event);
    }
  }
}

/** A 2v2 tournament with every type of event that there is. */
function recorded(): Recording {
  const hall = new Recording();
  const because = (words: string) => hall.seal(words);

  hall.does('admin', {
    type: 'open-tournament',
    tournament: TOURNAMENT,
    name: hall.seal('The Golden Open'),
    level: 'competitive',
    format: '2v2',
    escalation: 'automatic',
  });
  for (const [official, role] of OFFICIALS) {
    const codeHash = hall.bytes();
    hall.does('admin', { type: 'appoint-official', official, name: hall.seal(`Official ${official}`), roles: [role], codeHash });
    hall.does('nobody', { type: 'pair-official', codeHash });
  }
  hall.does('organizer', {
    type: 'enrol-players',
    newTeams: PLAYERS.filter((_, index) => index % 2 === 0).map((id) => hall.seal(`Team of ${id}`)),
    players: [
      ...PLAYERS.map((id, index) => ({
        id,
        name: hall.seal(`Zoë ${id}`),
        team: { fresh: index >> 1 },
        externalId: index % 5 === 0 ? hall.seal(`M-${id}`) : null,
        kind: 'player' as const,
      })),
      { id: 'guest', name: hall.seal('A guest'), team: null, externalId: null, kind: 'attendee' },
    ],
  });
  hall.does('scorekeeper', { type: 'correct-player', player: 'p-3', name: hall.seal('Zoe p-3'), newTeams: [], reason: because('a typo') });
  const pairings = [0, 1, 2, 3].map((table) => ({ table: table + 1, players: PLAYERS.slice(table * 4, table * 4 + 4) }));

  // Rounds of errors, wherever they fall.
  for (const round of [1, 2, 3]) {
    hall.does('scorekeeper', { type: 'start-round', number: round, pairings });
    for (let errors = 0; errors < 16; errors++)
      hall.rules(hall.pick(['floor', 'second', 'head']), hall.pick(PLAYERS.slice(0, 8)), hall.pick(ERRORS));
  }
  hall.does('scorekeeper', { type: 'start-round', number: 3, pairings: pairings.toReversed() });
  hall.does('floor', { type: 'grant-extension', table: 2, minutes: 4, cause: 'deck-check' });

  // p-9: a Game Loss that falls; then one that is served, unserved, and aimed elsewhere.
  for (const _ of [1, 2, 3]) hall.rules('floor', 'p-9', 'slow-play', { gameState: 'between-rounds', game: null });
  hall.does('head', { type: 'void-ruling', ruling: hall.latest('p-9', ({ kind }) => kind === 'warning').ruling, reason: because('twice') });
  hall.rules('floor', 'p-9', 'slow-play');
  const loss = hall.latest('p-9', ({ kind, status }) => kind === 'game-loss' && status === 'pending').id;
  hall.does('scorekeeper', { type: 'serve-penalty', penalty: loss, round: 3, table: 4, game: 1 });
  hall.does('scorekeeper', { type: 'unserve-penalty', penalty: loss, reason: because('another table') });
  hall.does('scorekeeper', { type: 'retarget-penalty', penalty: loss, appliesTo: { when: 'next-game' }, reason: because('it had ended') });
  hall.does('scorekeeper', { type: 'serve-penalty', penalty: loss, round: 3, table: 5, game: 2 });

  // p-10: two Game Losses for the same game are two after all; one of them is lowered.
  hall.rules('floor', 'p-10', 'decklist-error');
  hall.rules('floor', 'p-10', 'decklist-error');
  const merged = hall.latest('p-10');
  hall.does('head', { type: 'separate-penalty', penalty: merged.id, reason: because('two decks') });
  hall.does('head', { type: 'replace-penalty', penalty: merged.id, by: 'warning', reason: because('our mistake') });

  // p-11: asked about, withdrawn when its ground goes; asked again and confirmed, served, and annulled.
  for (const _ of [1, 2]) hall.rules('floor', 'p-11', 'marked-cards');
  hall.rules('floor', 'p-11', 'marked-cards', { round: 2 });
  hall.does('head', { type: 'void-ruling', ruling: hall.latest('p-11').ruling, reason: because('wrong button') });
  hall.rules('floor', 'p-11', 'marked-cards', { round: 1 });
  hall.does('head', { type: 'answer-review', review: hall.review('p-11'), decision: 'confirm', reason: because('it is the third') });
  const confirmed = hall.latest('p-11', ({ kind }) => kind === 'game-loss').id;
  hall.does('scorekeeper', { type: 'serve-penalty', penalty: confirmed, round: 3, table: 6, game: 1 });
  const first = [...hall.ledger.penalties.values()].find(({ player, status }) => player === 'p-11' && status === 'standing');
  hall.does('head', { type: 'void-ruling', ruling: first?.ruling ?? '', reason: because('it was p-12') });
  hall.does('head', { type: 'answer-review', review: hall.review('p-11'), decision: 'confirm', reason: because('it was played') });

  // p-12: another category, another player, an appeal.
  hall.rules('floor', 'p-12', 'general-error');
  const { ruling } = hall.latest('p-12');
  hall.does('floor', {
    type: 'recategorise-ruling',
    ruling,
    player: 'p-12',
    category: 'looking-at-extra-cards',
    conditions: [],
    reason: because('confused'),
  });
  hall.does('floor', { type: 'reassign-ruling', ruling, from: 'p-12', to: 'p-13', reason: because('the other one') });
  hall.does('floor', { type: 'file-appeal', ruling, player: 'p-13', grounds: because('I did nothing') });
  hall.does('head', {
    type: 'decide-appeal',
    appeal: [...hall.ledger.appeals.keys()][0] ?? '',
    decision: 'overturned',
    reason: because('true'),
  });

  // p-13: several infractions in one ruling; a referral; an offline double.
  hall.rules('floor', 'p-13', 'bribery', {
    infractions: [
      { player: 'p-13', category: 'marked-cards', conditions: [], deviation: null },
      { player: 'p-13', category: 'bribery', conditions: [], deviation: null },
      { player: 'p-14', category: 'missed-trigger', conditions: [], deviation: null },
    ],
  });
  hall.rules('floor', 'p-14', 'angle-shooting', {
    infractions: [
      { player: 'p-14', category: 'angle-shooting', conditions: [], penalty: 'match-loss', deviation: because('all day long') },
    ],
    refer: true,
  });
  hall.does('head', { type: 'answer-review', review: hall.review('p-14'), decision: 'confirm', reason: because('I saw it') });
  hall.rules('floor', 'p-14', 'slow-play', { distinct: false });
  hall.rules('second', 'p-14', 'slow-play', { distinct: false, offline: true });
  hall.does('head', { type: 'answer-review', review: hall.review('p-14'), decision: 'dismiss', reason: because('the same') });

  // p-15 and p-16 drop and come back; p-15 cheats.
  hall.does('scorekeeper', { type: 'drop-player', player: 'p-15', reason: because('a train') });
  hall.does('head', { type: 'reinstate-player', player: 'p-15', reason: because('it was late') });
  hall.rules('head', 'p-15', 'cheating');
  hall.does('head', {
    type: 'conclude-investigation',
    investigation: [...hall.ledger.investigations.keys()][0] ?? '',
    finding: 'violation',
    reason: because('two decks'),
  });
  for (const { id, acknowledged } of [...hall.ledger.notices.values()].slice(0, 5))
    if (!acknowledged) hall.does('head', { type: 'acknowledge-notice', notice: id });

  hall.does('head', { type: 'change-roles', official: 'second', roles: ['scorekeeper'], reason: because('short of hands') });
  hall.does('head', { type: 'revoke-official', official: 'second', reason: because('gone home') });
  hall.does('head', { type: 'close-tournament' });
  hall.does('head', { type: 'reopen-tournament', reason: because('a late slip') });
  hall.rules('floor', 'p-8', 'slow-play', { offline: true });
  hall.does('organizer', { type: 'close-tournament' });
  hall.does('organizer', { type: 'erase-person', kind: 'player', id: 'p-16', force: false, reason: null });
  hall.does('auditor', { type: 'take-audit-pack', player: null });
  return hall;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say into which folder: node test/golden/make.ts test/golden/<version>');
const { key, pack } = recorded().pack();
mkdirSync(folder, { recursive: true });
const write = (name: string, content: string) => writeFileSync(join(folder, name), `${content}\n`, { flag: 'wx' });
write('pack.json', JSON.stringify(pack));
write('key.txt', formatVerifierKey(key));
write('verdict.json', JSON.stringify(verifyPack(pack, key), null, 2));
