import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { Credentials } from '@eventstore/db-client';

/** How a server is reached. */
export interface Connection {
  readonly client: EventStoreDBClient;
  /** Given with each append, see `EventAppender`. */
  readonly credentials: Credentials;
}

/** An `esdb://` address that cannot be used. Its message does not repeat the address, which may hold a password. */
export class AddressUnusable extends Error {
  override readonly name = 'AddressUnusable';
}

/** In milliseconds. */
const PATIENCE_AT_CLOSE = 2_000;

const SCHEME = /^esdb(\+discover)?:\/\//;
const USER = /^esdb(?:\+discover)?:\/\/(?<username>[^:/?]+):(?<password>[^@/?]+)@/;

/**
 * Makes a client for an address. Nothing is sent yet.
 *
 * @throws AddressUnusable for another scheme, an option that would be ignored or would make conflicts unreadable, or one the client cannot parse.
 */
export function connectionTo(address: string): Connection {
  if (!SCHEME.test(address)) throw new AddressUnusable('The address of an EventStoreDB begins with esdb:// or esdb+discover://.');
  const options = optionsIn(address);
  if (options.get('tlsverifycert') === 'false') {
    throw new AddressUnusable('tlsVerifyCert=false is ignored by the client, so that the connection would fail: name the CA in tlsCAFile.');
  }
  if (options.get('throwonappendfailure') === 'false') {
    throw new AddressUnusable('throwOnAppendFailure=false hides where a stream ends: leave it on.');
  }
  const { username, password } = USER.exec(address)?.groups ?? {};
  const known = username !== undefined && password !== undefined;
  if (!known && options.get('tls') !== 'false') {
    throw new AddressUnusable('An address with TLS names a user and a password (esdb://user:password@host:port).');
  }
  try {
    return {
      client: EventStoreDBClient.connectionString(address),
      // Without TLS the client sends none.
      credentials: { username: decodeURIComponent(username ?? ''), password: decodeURIComponent(password ?? '') },
    };
  } catch (error) {
    throw new AddressUnusable(`The client cannot use the address: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Closes a client; a call that was left open would keep it for ever, so that it is waited for two seconds only. */
export async function letGo(client: EventStoreDBClient): Promise<void> {
  await Promise.race([client.dispose(), pause(PATIENCE_AT_CLOSE, undefined, { ref: false })]);
}

/** The options behind the question mark, named as the client compares them. */
function optionsIn(address: string): ReadonlyMap<string, string> {
  const [, query = ''] = address.split('?', 2);
  return new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase().replace(/[_-]/g, ''), value]));
}
