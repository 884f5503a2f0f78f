import type { Role } from '@ladder/ledger';
import { SetMetadata, applyDecorators, createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.js';

/** Who sends a request: an official of one tournament, an analyst, or the administrator. */
export interface Caller {
  readonly by: string;
  /** Null for the administrator, who may enter every tournament, and for analysts, who may enter none. */
  readonly tournament: string | null;
  readonly roles: readonly (Role | 'analyst')[];
}

/**
 * Who may call a route: anyone, any official of the tournament, holders of some roles, analysts, the administrator alone, or who sits at the machine
 * too. The administrator may what an organizer, a head judge or an analyst may.
 */
export type Who = 'anyone' | 'official' | 'analyst' | 'admin' | 'admin-or-loopback' | readonly Role[];

export const WHO = 'ladder:who';

/** Declares who may call a route, in the OpenAPI document too (`x-who`). A route without it keeps the server from starting. */
export function WhoMay(who: Who): MethodDecorator {
  return applyDecorators(SetMetadata(WHO, who), ApiExtension('x-who', who), ...(who === 'anyone' ? [] : [ApiBearerAuth()]));
}

export type CallerRequest = FastifyRequest & { caller?: Caller };

/** The caller, as the guard found it. */
export const By = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<CallerRequest>();
  if (!caller) throw new Error('a route that asks for its caller is open to anyone');
  return caller;
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** One command as it came in over HTTP. */
export interface Sent {
  readonly caller: Caller;
  readonly tournament: string;
  /** The Idempotency-Key (R36). */
  readonly key: string;
  /** What was asked: the same key with another path or body is refused. */
  readonly path: string;
  readonly body: unknown;
  readonly reply: FastifyReply;
}

/** Who has no token yet: whoever opens a door that is open to anyone. */
const NOBODY: Caller = { by: 'nobody', tournament: null, roles: [] };

/** The command that a request is; its route is documented to need a key. @throws Problem without an Idempotency-Key. */
export const Incoming = createParamDecorator(
  (_: unknown, context: ExecutionContext): Sent => {
    const http = context.switchToHttp();
    const { caller = NOBODY, headers, params, body, url } = http.getRequest<CallerRequest>();
    const key = headers['idempotency-key'];
    if (typeof key !== 'string' || !UUID.test(key)) {
      throw new Problem(
        'idempotency-key-missing',
        'Send a fresh UUID as Idempotency-Key, and the same one when you send the same command again.',
      );
    }
    const { t: tournament = '' } = params as { t?: string };
    return { caller, tournament, key: key.toLowerCase(), path: url, body, reply: http.getResponse<FastifyReply>() };
  },
  [documentKey],
);

function documentKey(controller: object, method: string | symbol | undefined): void {
  const route = method === undefined ? undefined : Object.getOwnPropertyDescriptor(controller, method);
  if (method === undefined || !route) return;
  ApiHeader({
    name: 'Idempotency-Key',
    required: true,
    description: 'A fresh UUID; the same one when the same command is sent again',
    schema: { type: 'string', format: 'uuid' },
  })(controller, method, route);
}

/** Head judges, appeals judges and auditors read notices and investigations. */
export function readsWithheld({ roles }: Caller): boolean {
  return roles.some((role) => role === 'head-judge' || role === 'appeals-judge' || role === 'auditor');
}

/** Judges and auditors read free texts. */
export function readsTexts({ roles }: Caller): boolean {
  return roles.some((role) => role === 'head-judge' || role === 'appeals-judge' || role === 'floor-judge' || role === 'auditor');
}
