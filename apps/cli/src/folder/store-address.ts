import { Complaint } from '../complaint.js';

/**
 * The address of the EventStoreDB that LADDER_STORE names; undefined where the data folder holds the ledgers.
 *
 * @throws Complaint if it names neither. An address is not repeated: it can hold a password.
 */
export function storeAddress(env: NodeJS.ProcessEnv): string | undefined {
  const named = env['LADDER_STORE'] ?? 'sqlite';
  if (named === 'sqlite') return undefined;
  if (/^esdb(\+discover)?:/.test(named)) return named;
  throw new Complaint('LADDER_STORE must be sqlite, or the address of an EventStoreDB (esdb://…).');
}

/** Refuses what only a data folder can do. @param what completes "LADDER_STORE names an EventStoreDB, which is …". */
export function refuseOnServer(what: string, env: NodeJS.ProcessEnv): void {
  if (storeAddress(env) === undefined) return;
  throw new Complaint(`LADDER_STORE names an EventStoreDB, which is ${what}: see docs/eventstoredb.md.`);
}
