import type { AnalystBook, Grant, Keys, Tokens } from '@ladder/access';
import { ADMIN, rolesOf } from '@ladder/ledger';
import type { Ledgers } from '@ladder/ledgers';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import type { FastifyRequest } from 'fastify';
import { WHO } from './caller.js';
import type { Caller, CallerRequest, Who } from './caller.js';
import { Problem } from './problem.js';

/** How long a read waits for the position that it asks for. */
const AT_LEAST_MS = 2_000;

/**
 * Finds out who calls and whether they may. Tokens carry no roles: these, revocation and re-pairing are looked up in the ledger each time.
 * For the officials of another tournament this one does not exist.
 */
export class WhoGuard implements CanActivate {
  constructor(
    private readonly keys: Keys,
    private readonly runKey: string,
    private readonly tokens: Tokens,
    private readonly ledgers: Ledgers,
    private readonly analysts: AnalystBook,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const who = Reflect.getMetadata(WHO, context.getHandler()) as Who;
    if (who === 'anyone') return true;
    const request = context.switchToHttp().getRequest<CallerRequest>();
    if (who === 'admin-or-loopback' && isLoopback(request)) return true;
    const { t } = request.params as { t?: string };
    const caller = await this.#callerOf(request, t);
    if (who === 'admin' || who === 'admin-or-loopback') {
      if (caller.by !== ADMIN) throw notGranted(['administrator']);
    } else if (who === 'official') {
      if (caller.roles.includes('analyst')) throw notGranted(['official']);
    } else if (who === 'analyst') {
      if (caller.by !== ADMIN && !caller.roles.includes('analyst')) throw notGranted(['analyst']);
    } else if (!caller.roles.some((role) => role !== 'analyst' && who.includes(role))) throw notGranted(who);
    request.caller = caller;
    if (t !== undefined) await this.#readable(request, t, caller);
    return true;
  }

  async #callerOf(request: FastifyRequest, tournament: string | undefined): Promise<Caller> {
    const token = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw unauthenticated('Send your token: Authorization: Bearer <token>.');
    // Officials first: there are more of them, and a token that was verified before is known by its hash.
    const grant = await this.tokens.verify(token);
    if (!grant) {
      if (token === this.runKey || this.keys.isAdmin(token)) return { by: ADMIN, tournament: null, roles: ['organizer', 'head-judge'] };
      throw unauthenticated('This token is not valid, or has expired: pair again with a new code.');
    }
    if (tournament !== undefined && grant.tournament !== tournament) throw unknownTournament();
    return grant.tournament === null ? this.#analystOf(grant) : this.#officialOf(grant, grant.tournament);
  }

  async #officialOf({ official: id, pairing }: Grant, tournament: string): Promise<Caller> {
    const ledger = await this.ledgers.read(tournament);
    const official = ledger?.officials.get(id);
    if (!ledger || !official || official.revoked || official.pairing?.position !== pairing) throw dead();
    return { by: id, tournament, roles: rolesOf(ledger, id) };
  }

  async #analystOf({ official: id, pairing }: Grant): Promise<Caller> {
    const analyst = (await this.analysts.read()).byId.get(id);
    if (!analyst || analyst.revoked || analyst.pairing?.position !== pairing) throw dead();
    return { by: id, tournament: null, roles: ['analyst'] };
  }

  /** The tournament exists, and holds the position that was asked for with At-Least. */
  async #readable(request: FastifyRequest, tournament: string, caller: Caller): Promise<void> {
    const asked = request.headers['at-least'];
    const position = typeof asked === 'string' && /^\d{1,15}$/.test(asked) ? Number(asked) : undefined;
    if (asked !== undefined && position === undefined) {
      throw new Problem('invalid-request', 'At-Least must be a position: a whole number from 0.', {
        errors: [{ path: 'At-Least', message: 'must be a position' }],
      });
    }
    if (request.method !== 'GET' || position === undefined) {
      // An official's tournament was found with the official.
      if (caller.tournament === null && !(await this.ledgers.read(tournament))) throw unknownTournament();
      return;
    }
    const { reached, revision } = await this.ledgers.reaches(tournament, position, AT_LEAST_MS);
    if (revision < 0) throw unknownTournament();
    if (!reached) {
      const detail = `Position ${position} is not known here yet, only ${revision}: ask again in a moment.`;
      throw new Problem('read-model-behind', detail, { asked: position, known: revision }, { 'retry-after': '1' });
    }
  }
}

function isLoopback({ ip }: FastifyRequest): boolean {
  return ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';
}

function unauthenticated(detail: string): Problem {
  return new Problem('unauthenticated', detail, {}, { 'www-authenticate': 'Bearer' });
}

function dead(): Problem {
  return unauthenticated('This token is dead: it was revoked, or a newer code was issued. Ask for a new code.');
}

function unknownTournament(): Problem {
  return new Problem('unknown-tournament', 'There is no such tournament.');
}

function notGranted(needs: readonly string[]): Problem {
  return new Problem('not-granted', `This needs the role ${needs.join(' or ')}.`, { needs });
}

/** @throws if a route of these controllers, or one that they inherit, does not say who may call it. */
export function assertAllDeclared(controllers: readonly (new (...args: never[]) => object)[]): void {
  for (const controller of controllers) {
    for (
      let prototype = controller.prototype as object | null;
      prototype !== null;
      prototype = Object.getPrototypeOf(prototype) as object | null
    ) {
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const handler: unknown = Reflect.get(prototype, name);
        if (name === 'constructor' || typeof handler !== 'function' || !Reflect.hasMetadata(PATH_METADATA, handler)) continue;
        if (!Reflect.hasMetadata(WHO, handler)) throw new Error(`${controller.name}.${name} does not declare who may call it`);
      }
    }
  }
}
