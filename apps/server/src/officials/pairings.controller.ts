import { ANALYSTS, AnalystBook, Attempts, Keys, Tokens, analystPairedBy, fingerprint, pairingHash, readPairingCode } from '@ladder/access';
import { canonicalJson, officialPairedBy } from '@ladder/ledger';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers, refusalOf } from '../http/answers.js';
import { Incoming, WhoMay } from '../http/caller.js';
import type { Sent } from '../http/caller.js';
import { Problem } from '../http/problem.js';
import { PairBody } from './bodies.js';

@ApiTags('officials')
@Controller('v1/pairings')
export class PairingsController {
  constructor(
    private readonly answers: Answers,
    private readonly keys: Keys,
    private readonly tokens: Tokens,
    private readonly attempts: Attempts,
    private readonly analysts: AnalystBook,
  ) {}

  /** A code becomes a token. Whoever holds the code is the official or the analyst; guesses are limited per tournament, and for all analysts. */
  @Post()
  @WhoMay('anyone')
  async pair(@Incoming() sent: Sent, @Body() body: PairBody) {
    const code = readPairingCode(body.code);
    if (code?.tournament === ANALYSTS) return this.#pairAnalyst(sent, pairingHash(this.keys, ANALYSTS, code.secret));
    const ledger = code && (await this.answers.ledgers.read(code.tournament));
    if (!code || !ledger) throw invalidCode();
    const { tournament, secret } = code;
    const admission = this.#admitted(tournament);
    const codeHash = pairingHash(this.keys, tournament, secret);
    const official = officialPairedBy(ledger, codeHash);
    if (official === null) throw invalidCode();
    const caller = { by: official, tournament, roles: [] };
    const { position, facts } = await this.answers.record(
      { ...sent, caller, tournament, body: { codeHash } },
      () => ({ type: 'pair-official', codeHash }),
      (then, own) => {
        const [paired] = own;
        if (paired?.type !== 'OfficialPaired') throw new Error('no official was paired');
        return {
          pairing: paired.data.pairing,
          issuedAt: new Date(paired.metadata.recordedAt),
          roles: then.officials.get(official)?.roles ?? [],
        };
      },
    );
    admission.wasRight();
    const { pairing, issuedAt, roles } = facts;
    const { token, expiresAt } = await this.tokens.issue({ tournament, official, pairing, issuedAt });
    return { token, official, tournament, roles, expiresAt: expiresAt.toISOString(), position };
  }

  /** As of an official, of no tournament. */
  async #pairAnalyst({ key, path, reply }: Sent, codeHash: string) {
    const admission = this.#admitted(ANALYSTS);
    const analyst = analystPairedBy(await this.analysts.read(), codeHash);
    if (!analyst) throw invalidCode();
    const request = { by: analyst.id, key, fingerprint: fingerprint(this.keys, canonicalJson({ path, body: { codeHash } })) };
    const outcome = await this.analysts.execute(request, () => ({ type: 'pair', codeHash }));
    if ('refused' in outcome) throw refusalOf(outcome);
    const [paired] = outcome.events;
    if (paired?.type !== 'AnalystPaired') throw new Error('no analyst was paired');
    if (outcome.replayed) void reply.header('idempotency-replayed', 'true');
    admission.wasRight();
    const grant = { tournament: null, official: analyst.id, pairing: paired.data.pairing, issuedAt: new Date(paired.metadata.recordedAt) };
    const { token, expiresAt } = await this.tokens.issue(grant);
    return {
      token,
      official: analyst.id,
      tournament: null,
      roles: ['analyst' as const],
      expiresAt: expiresAt.toISOString(),
      position: paired.position,
    };
  }

  /** Counts a code as wrong until it was right. @throws Problem where too many wrong ones were tried. */
  #admitted(place: string): { readonly wasRight: () => void } {
    const admission = this.attempts.admit(place, new Date());
    if (admission.admitted) return admission;
    const { retryAfterSeconds } = admission;
    const detail = `Too many wrong codes were tried: try again in ${retryAfterSeconds} seconds.`;
    throw new Problem('too-many-attempts', detail, {}, { 'retry-after': String(retryAfterSeconds) });
  }
}

function invalidCode(): Problem {
  return new Problem('pairing-code-invalid', 'This code is wrong, was used, or has expired: ask for a new one.');
}
