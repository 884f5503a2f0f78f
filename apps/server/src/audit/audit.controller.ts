import { readFileSync } from 'node:fs';
import { formatVerifierKey, makePack } from '@ladder/audit';
import type { AuditPack } from '@ladder/audit';
import type { Vault } from '@ladder/event-store';
import { USE_CASES, decode } from '@ladder/ledger';
import { Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Answers } from '../http/answers.js';
import { invalid } from '../http/body.pipe.js';
import { By, WhoMay, readsTexts } from '../http/caller.js';
import type { Caller } from '../http/caller.js';
import { QueryText, QueryWhole } from '../http/paging.js';
import { Problem } from '../http/problem.js';
import { Checkpoints } from './checkpoints.js';
import { textsFor } from './pack-texts.js';

export const VAULT = Symbol('vault');

class PackQuery {
  @QueryText()
  player?: string;
}

class InclusionQuery {
  @QueryWhole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  position?: string;

  @QueryWhole({ min: 1, max: Number.MAX_SAFE_INTEGER })
  size?: string;
}

class ConsistencyQuery {
  @QueryWhole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  from?: string;

  @QueryWhole({ min: 1, max: Number.MAX_SAFE_INTEGER })
  to?: string;
}

/** What lets others check a ledger without trusting whoever holds it. */
@ApiTags('audit')
@Controller()
export class AuditController {
  constructor(
    private readonly answers: Answers,
    private readonly checkpoints: Checkpoints,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  /** The key that checkpoints are verified with. It is worth something only where it was had by another way than a pack. */
  @Get('audit/key')
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  @WhoMay('anyone')
  key(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.header('content-type', 'text/plain; charset=utf-8');
    return `${formatVerifierKey(this.checkpoints.key)}\n`;
  }

  /** The verifier: one readable file without dependencies. `node verify.mjs pack.json --key <key>` */
  @Get('audit/verify.mjs')
  @ApiOkResponse({ content: { 'text/javascript': { schema: { type: 'string' } } } })
  @WhoMay('anyone')
  verifier(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.header('content-type', 'text/javascript; charset=utf-8');
    return readFileSync(new URL(import.meta.resolve('@ladder/verifier/verify.mjs')), 'utf8');
  }

  /** Signs the ledger as it is. */
  @Post('v1/tournaments/:t/checkpoints')
  @HttpCode(201)
  @WhoMay(USE_CASES['take-audit-pack'].who)
  async sign(@Param('t') t: string) {
    return this.checkpoints.sign(t);
  }

  @Get('v1/tournaments/:t/checkpoints')
  @WhoMay('official')
  list(@Param('t') t: string) {
    return { items: this.checkpoints.all(t), next: null };
  }

  /** That the event at a position is in the log of that size; by its hash, for the event itself is not for everyone. */
  @Get('v1/tournaments/:t/proofs/inclusion')
  @WhoMay('official')
  async inclusion(@Param('t') t: string, @Query() query: InclusionQuery) {
    if (query.position === undefined) throw invalid([{ path: 'position', message: 'say which position' }]);
    const tree = await this.checkpoints.treeOf(t);
    const position = Number(query.position);
    const size = query.size === undefined ? tree.size : Number(query.size);
    if (size > tree.size || position >= size)
      throw invalid([{ path: 'position', message: `it must be below the size, which is ${tree.size} at most` }]);
    const proof = proofOf(() => tree.inclusionProof(position, size));
    return { position, size, leafHash: base64(tree.leaf(position)), root: base64(tree.root(size)), proof };
  }

  /** That the log of one size is the beginning of the log of a later one. */
  @Get('v1/tournaments/:t/proofs/consistency')
  @WhoMay('official')
  async consistency(@Param('t') t: string, @Query() query: ConsistencyQuery) {
    const tree = await this.checkpoints.treeOf(t);
    const from = Number(query.from ?? 0);
    const to = query.to === undefined ? tree.size : Number(query.to);
    if (to > tree.size || from > to) throw invalid([{ path: 'from', message: `from and to must ascend, up to ${tree.size}` }]);
    return { from, to, roots: [base64(tree.root(from)), base64(tree.root(to))], proof: proofOf(() => tree.consistencyProof(from, to)) };
  }

  /** Everything that an audit needs, in one file; the taking is recorded in the ledger first, and is in the pack. */
  @Get('v1/tournaments/:t/audit-pack')
  @WhoMay(USE_CASES['take-audit-pack'].who)
  async pack(@By() caller: Caller, @Param('t') t: string, @Query() query: PackQuery): Promise<AuditPack> {
    const { player = null } = query;
    await this.answers.recordOnce(caller, t, () => ({ type: 'take-audit-pack', player }));
    await this.answers.afterSaga(t);
    const { note, size } = await this.checkpoints.sign(t);
    const envelopes: string[] = [];
    for await (const envelope of this.checkpoints.envelopes(t)) if (envelopes.length < size) envelopes.push(envelope);
    const ledger = await this.answers.ledgers.begin(t);
    if (!ledger) throw new Problem('unknown-tournament', 'There is no such tournament.');
    const sealed = textsFor(ledger, envelopes.map(decode), player, readsTexts(caller));
    const opened = await this.vault.open(sealed.map(({ ref }) => ref));
    return makePack({
      tournament: t,
      edition: ledger.edition,
      checkpoint: note,
      key: this.checkpoints.key,
      envelopes,
      texts: Object.fromEntries(opened),
    });
  }
}

function base64(hash: Buffer): string {
  return hash.toString('base64');
}

function proofOf(proof: () => readonly Buffer[]): string[] {
  return proof().map(base64);
}
