import { ANALYSTS, AnalystBook, Keys, fingerprint, pairingCode, pairingHash, pairingSecret, pairingUrl } from '@ladder/access';
import type { AnalystRecorded } from '@ladder/access';
import { canonicalJson, freeId } from '@ladder/ledger';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Erasures } from '../erasure/erasures.js';
import { refusalOf } from '../http/answers.js';
import { NothingBody, ReasonBody } from '../http/bodies.js';
import { Incoming, WhoMay } from '../http/caller.js';
import type { Sent } from '../http/caller.js';
import { PageQuery, pageOf } from '../http/paging.js';
import { AppointAnalystBody } from './bodies.js';

/** Who reads the analytics. The administrator appoints them; they are of no tournament, and see into none. */
@ApiTags('analytics')
@Controller('v1/analysts')
export class AnalystsController {
  constructor(
    private readonly analysts: AnalystBook,
    private readonly erasures: Erasures,
    private readonly keys: Keys,
  ) {}

  @Post()
  @WhoMay('admin')
  async appoint(@Incoming() sent: Sent, @Body() { id, name }: AppointAnalystBody, @Req() request: FastifyRequest) {
    const recorded = await this.#record(sent, ({ byId }, seal) => {
      const analyst = id ?? freeId('a', byId);
      return { type: 'appoint', analyst, name: seal(name, analyst), codeHash: this.#hash(sent.key) };
    });
    return this.#issued(recorded, sent.key, request);
  }

  @Get()
  @WhoMay('admin')
  async list(@Query() query: PageQuery) {
    const names = await this.analysts.names();
    const all = [...(await this.analysts.read()).byId.values()];
    const { items, next } = pageOf(all, ({ id }) => id, query);
    return {
      items: items.map(({ id, revoked, erased, pairing }) => ({
        id,
        name: names.get(id) ?? null,
        revoked,
        erased,
        paired: pairing?.used ?? false,
      })),
      next,
    };
  }

  /** A new code for the analyst's next device; tokens from earlier codes die. */
  @Post(':a/pairing')
  @WhoMay('admin')
  async pairing(@Incoming() sent: Sent, @Param('a') analyst: string, @Body() _body: NothingBody, @Req() request: FastifyRequest) {
    const recorded = await this.#record(sent, () => ({ type: 'issue-pairing', analyst, codeHash: this.#hash(sent.key) }));
    return this.#issued(recorded, sent.key, request);
  }

  @Post(':a/revoke')
  @HttpCode(200)
  @WhoMay('admin')
  async revoke(@Incoming() sent: Sent, @Param('a') analyst: string, @Body() { reason }: ReasonBody) {
    const { position } = last(await this.#record(sent, (_, seal) => ({ type: 'revoke', analyst, reason: seal(reason, analyst) })));
    return { id: analyst, revoked: true, position };
  }

  /** The analyst's name and the reasons about them go for good. */
  @Post(':a/erase')
  @HttpCode(200)
  @WhoMay('admin')
  async erase(@Incoming() sent: Sent, @Param('a') analyst: string, @Body() _body: NothingBody) {
    const { position } = last(await this.#record(sent, () => ({ type: 'erase', analyst })));
    await this.erasures.forgetAnalyst(analyst);
    return { id: analyst, status: this.erasures.status, position };
  }

  async #record({ caller, key, path, body, reply }: Sent, build: Parameters<AnalystBook['execute']>[1]): Promise<AnalystRecorded> {
    const request = { by: caller.by, key, fingerprint: fingerprint(this.keys, canonicalJson({ path, body })) };
    const outcome = await this.analysts.execute(request, build);
    if ('refused' in outcome) throw refusalOf(outcome);
    if (outcome.replayed) void reply.header('idempotency-replayed', 'true');
    return outcome;
  }

  #hash(key: string): string {
    return pairingHash(this.keys, ANALYSTS, pairingSecret(this.keys, ANALYSTS, key));
  }

  #issued({ events }: AnalystRecorded, key: string, { protocol, host }: FastifyRequest) {
    const issued = events.find((event) => event.type === 'AnalystPairingIssued');
    if (!issued) throw new Error('no pairing code was issued');
    const { analyst, expiresAt } = issued.data;
    const code = pairingCode(this.keys, ANALYSTS, key);
    return { id: analyst, pairing: { code, url: pairingUrl(`${protocol}://${host}`, code), expiresAt }, position: issued.position };
  }
}

function last({ events }: AnalystRecorded) {
  const event = events.at(-1);
  if (!event) throw new Error('nothing was recorded');
  return event;
}
