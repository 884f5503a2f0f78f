import { setTimeout as pause } from 'node:timers/promises';
import { Metadata, status } from '@grpc/grpc-js';
import type { ServiceError } from '@grpc/grpc-js';

/** What can go wrong with one append. */
export type AppendFault =
  | { readonly kind: 'cut-before' | 'cut-after' | 'refuse' }
  | { readonly kind: 'delay-before' | 'delay-after'; readonly ms: number }
  | { readonly kind: 'hold-before' | 'hold-after'; readonly until: Promise<unknown> }
  | { readonly kind: 'redirect'; readonly host: string; readonly port: number };

/** Faults that are ordered beforehand, each for one append, in the order in which appends come. */
export class Faults {
  readonly #ordered: { fault: AppendFault; to: string }[] = [];

  /** @param to the beginning of the name of the streams that are meant. */
  next(fault: AppendFault, to = ''): void {
    this.#ordered.push({ fault, to });
  }

  /** How many faults have not come about yet. */
  get left(): number {
    return this.#ordered.length;
  }

  /**
   * Lets an append happen with what was ordered for it.
   *
   * @param cut cuts the connection that the append came through. @throws ServiceError for one that is refused or was cut.
   */
  async around<T>(stream: string, append: () => T, cut: () => void): Promise<T> {
    const at = this.#ordered.findIndex(({ to }) => stream.startsWith(to));
    const fault = at < 0 ? undefined : this.#ordered.splice(at, 1)[0]?.fault;
    switch (fault?.kind) {
      case undefined:
        return append();
      case 'delay-before':
        await pause(fault.ms);
        return append();
      case 'delay-after': {
        const recorded = append();
        await pause(fault.ms);
        return recorded;
      }
      case 'hold-before':
        await fault.until;
        return append();
      case 'hold-after': {
        const recorded = append();
        await fault.until;
        return recorded;
      }
      case 'cut-before':
        cut();
        throw failure(status.UNAVAILABLE, 'cut off');
      case 'cut-after':
        append();
        cut();
        throw failure(status.UNAVAILABLE, 'cut off');
      case 'refuse':
        throw failure(status.UNAVAILABLE, 'Server Is Not Ready');
      case 'redirect':
        throw notLeader(fault.host, fault.port);
    }
  }
}

/** An error as it goes over the wire; `exception` is the name by which the client tells its errors apart. */
export function failure(code: status, details: string, exception?: string, more: Readonly<Record<string, string>> = {}): ServiceError {
  const metadata = new Metadata();
  if (exception !== undefined) metadata.set('exception', exception);
  for (const [name, value] of Object.entries(more)) metadata.set(name, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export function notLeader(host: string, port: number): ServiceError {
  return failure(status.NOT_FOUND, 'Leader info available', 'not-leader', {
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });
}

export function tooLarge(limit: number): ServiceError {
  const details = `Maximum Append Size of ${limit} Exceeded.`;
  return failure(status.INVALID_ARGUMENT, details, 'maximum-append-size-exceeded', { 'maximum-append-size': String(limit) });
}
