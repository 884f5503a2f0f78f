import { Attempts, Keys, Tokens, pairingHash, readPairingCode } from '@ladder/access';
import { officialPairedBy } from '@ladder/ledger';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers.js';
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
  ) {}

  /** A code becomes a token. Whoever holds the code is the official; guesses are limited per tournament. */
  @Post()
  @WhoMay('anyone')
  async pair(@Incoming() sent: Sent, @Body() body: PairBody) {
    const code = readPairingCode(body.code);
    const ledger = code && (await this.answers.ledgers.read(code.tournament));
    if (!code || !ledger) throw invalidCode();
    const { tournament, secret } = code;
    const admission = this.attempts.admit(tournament, new Date());
    if (!admission.admitted) {
      const { retryAfterSeconds } = admission;
      const detail = `Too many wrong codes were tried: try again in ${retryAfterSeconds} seconds.`;
      throw new Problem('too-many-attempts', detail, {}, { 'retry-after': String(retryAfterSeconds) });
    }
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
}

function invalidCode(): Problem {
  return new Problem('pairing-code-invalid', 'This code is wrong, was used, or has expired: ask for a new one.');
}
