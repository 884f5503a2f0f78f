import type { Metadata, ServiceError } from '@grpc/grpc-js';
import type { Faults } from './faults.js';

/** A call, as far as one may look at it from outside. */
export interface Call {
  getPeer(): string;
  readonly metadata: Metadata;
}

/** What the services need to know of the server that they belong to. */
export interface Surroundings {
  readonly faults: Faults;
  /** How many bytes an append may have. */
  readonly maxAppendSize: number;
  /** Counts how often subscriptions were silenced: one that began before is silent. */
  readonly silenced: number;
  /** Why the call is not for this server; undefined if it is. */
  refuses(call: Call): ServiceError | undefined;
  /** Cuts the connection that a call came through. */
  cut(call: Call): void;
  /** Counts a subscription until the returned function is called, and lets it look again when the server ends. */
  subscribed(look: () => void): () => void;
}
