import { AppendTooLarge, StoreUnavailable } from '@ladder/event-store';
import { UnknownEvent } from '@ladder/ledger';
import { Catch, HttpException } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { Problem } from './problem.js';

/** Everything that goes wrong leaves as problem+json; what is a bug is logged whole, and told without a trace of it. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly log: Logger,
    /** Is told of every request under which the store has failed. */
    private readonly storeFailed: (error: Error) => void,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent || reply.raw.headersSent) return;
    answer(reply, this.problemOf(error));
  }

  /** The problem that an error is told as. */
  problemOf(error: unknown): Problem {
    if (error instanceof Problem) return error;
    if (error instanceof AppendTooLarge) return new Problem('too-large', 'This is more than one call records: send it in parts.');
    // An event that nobody wrote like that, or a newer release: either way this store cannot be served from.
    if (error instanceof StoreUnavailable || error instanceof UnknownEvent) {
      this.log.error({ err: error }, 'the store is unavailable');
      this.storeFailed(error);
      return new Problem(
        'store-unavailable',
        'Nothing can be recorded at present: send the command again, with the same key.',
        {},
        { 'retry-after': '1' },
      );
    }
    const status = statusOf(error);
    if (status === 413) return new Problem('too-large', 'The body is larger than 1 MiB: send it in parts.');
    if (status === 415) return new Problem('unsupported-media-type', 'Send JSON, with Content-Type: application/json.');
    if (status === 404) return new Problem('not-found', 'There is no such route: see /docs.');
    if (status !== undefined && status < 500)
      return new Problem('invalid-request', 'The request cannot be read: check its path, and send well-formed JSON.', { errors: [] });
    this.log.error({ err: error }, 'a bug');
    return new Problem('internal-error', 'This is our mistake, and it was logged: send the command again, with the same key.');
  }
}

export function answer(reply: FastifyReply, problem: Problem): void {
  void reply
    .status(problem.status)
    .headers({ ...problem.headers, 'content-type': 'application/problem+json' })
    .send(JSON.stringify(problem));
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  // A body so deeply nested that it cannot be walked.
  return error instanceof RangeError && error.message.includes('call stack') ? 400 : undefined;
}
