import { Keys, pairingCode, pairingHash, pairingSecret, pairingUrl } from '@ladder/access';
import { USE_CASES, freeId, officialsView, official as officialName } from '@ladder/ledger';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import { persons } from '@ladder/ledgers';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Answers } from '../http/answers.js';
import { NothingBody, ReasonBody } from '../http/bodies.js';
import { By, Incoming, WhoMay } from '../http/caller.js';
import type { Caller, Sent } from '../http/caller.js';
import { PageQuery, pageOf } from '../http/paging.js';
import { AppointBody, RolesBody } from './bodies.js';

@ApiTags('officials')
@Controller('v1/tournaments/:t/officials')
export class OfficialsController {
  constructor(
    private readonly answers: Answers,
    private readonly keys: Keys,
  ) {}

  @Post()
  @WhoMay(USE_CASES['appoint-official'].who)
  async appoint(@Incoming() sent: Sent, @Body() body: AppointBody, @Req() request: FastifyRequest) {
    const { tournament: t } = sent;
    const { position, facts } = await this.answers.record(
      sent,
      (ledger, sealing) => {
        const official = body.id ?? freeId('o', ledger.officials);
        const name = sealing.seal(body.name, [persons.official(t, official)]);
        return { type: 'appoint-official', official, name, roles: body.roles, codeHash: this.#hash(t, sent.key) };
      },
      issuedPairing,
    );
    const { official, roles, expiresAt } = facts;
    return this.answers.open(sent.caller, t, {
      id: official,
      name: officialName(official),
      roles,
      pairing: this.#pairing(t, sent.key, expiresAt, request),
      position,
    });
  }

  @Post(':o/pairing')
  @WhoMay(USE_CASES['issue-pairing'].who)
  async pairing(@Incoming() sent: Sent, @Param('o') o: string, @Body() body: NothingBody, @Req() request: FastifyRequest) {
    const { tournament: t } = sent;
    const { position, facts } = await this.answers.record(
      sent,
      () => ({ type: 'issue-pairing', official: o, codeHash: this.#hash(t, sent.key) }),
      issuedPairing,
    );
    return { id: o, roles: facts.roles, pairing: this.#pairing(t, sent.key, facts.expiresAt, request), position };
  }

  @Post(':o/roles')
  @HttpCode(200)
  @WhoMay(USE_CASES['change-roles'].who)
  async roles(@Incoming() sent: Sent, @Param('o') o: string, @Body() body: RolesBody) {
    const { tournament: t } = sent;
    const { position, facts } = await this.answers.record(
      sent,
      (_ledger, sealing) => ({
        type: 'change-roles',
        official: o,
        roles: body.roles,
        reason: sealing.seal(body.reason, [persons.official(t, o)]),
      }),
      (then) => then.officials.get(o)?.roles ?? [],
    );
    return { id: o, roles: facts, position };
  }

  @Post(':o/revoke')
  @HttpCode(200)
  @WhoMay(USE_CASES['revoke-official'].who)
  async revoke(@Incoming() sent: Sent, @Param('o') o: string, @Body() body: ReasonBody) {
    const { tournament: t } = sent;
    const { position } = await this.answers.record(
      sent,
      (_ledger, sealing) => ({ type: 'revoke-official', official: o, reason: sealing.seal(body.reason, [persons.official(t, o)]) }),
      () => null,
    );
    return { id: o, revoked: true as const, position };
  }

  @Get()
  @WhoMay('official')
  async list(@By() caller: Caller, @Param('t') t: string, @Query() query: PageQuery) {
    const page = pageOf(officialsView(await this.answers.ledgerOf(t)), (each) => each.id, query);
    return this.answers.open(caller, t, page);
  }

  #hash(tournament: string, key: string): string {
    return pairingHash(this.keys, tournament, pairingSecret(this.keys, tournament, key));
  }

  #pairing(tournament: string, key: string, expiresAt: string, { protocol, host }: FastifyRequest) {
    const code = pairingCode(this.keys, tournament, key);
    return { code, url: pairingUrl(`${protocol}://${host}`, code), expiresAt };
  }
}

/** The official of a pairing code that was issued, and until when it is good. */
function issuedPairing(then: Ledger, own: readonly LedgerEvent[]) {
  const issued = own.find((event) => event.type === 'PairingIssued');
  if (!issued) throw new Error('no pairing code was issued');
  const { official, expiresAt } = issued.data;
  return { official, expiresAt, roles: then.officials.get(official)?.roles ?? [] };
}
