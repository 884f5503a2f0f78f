import { resolve } from 'node:path';
import { SettingError } from '@ladder/access';

/** Everything a server can be told, from the environment. Documented in the README. */
export interface Settings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly folder: string;
  /** `sqlite`, or the `esdb://` address of a server that several nodes share. */
  readonly store: string;
  readonly role: Role;
  readonly adminKey: string | undefined;
  readonly masterKey: string | undefined;
  readonly log: LogLevel;
  readonly failpoint: Failpoint | undefined;
}

/** What a node does: answer requests, settle what ledgers owe, or both. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export const SQLITE = 'sqlite';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where a test lets the process kill itself (guarantees.md, G1, G6). */
export const FAILPOINTS = ['after-append-before-answer', 'after-answer-before-saga'] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

const KNOWN = ['HOST', 'PORT', 'DATA', 'STORE', 'ROLE', 'ADMIN_KEY', 'MASTER_KEY', 'LOG', 'FAILPOINT'].map((name) => `LADDER_${name}`);

/**
 * Reads the settings; `over` takes the place of what the environment says.
 *
 * @throws SettingError naming the one that is wrong; also for a misspelt `LADDER_…` variable.
 */
export function readSettings(env: NodeJS.ProcessEnv, over: { folder?: string; port?: number; role?: Role; log?: LogLevel } = {}): Settings {
  const strange = Object.keys(env).find((name) => name.startsWith('LADDER_') && !KNOWN.includes(name));
  if (strange) throw new SettingError(strange, `${strange} is no setting: the settings are ${KNOWN.join(', ')}.`);
  const empty = KNOWN.find((name) => env[name] === '');
  if (empty) throw new SettingError(empty, `${empty} is set to nothing: give it a value, or unset it.`);
  const store = storeOf(env['LADDER_STORE'] ?? SQLITE);
  const role = over.role ?? oneOf('LADDER_ROLE', env['LADDER_ROLE'] ?? 'all', ROLES);
  checkShared(env, store, role);
  const log = env['LADDER_LOG'];
  const failpoint = env['LADDER_FAILPOINT'];
  return {
    host: env['LADDER_HOST'] ?? '127.0.0.1',
    port: over.port ?? portOf(env['LADDER_PORT'] ?? '3000'),
    folder: resolve(over.folder ?? env['LADDER_DATA'] ?? './data'),
    store,
    role,
    adminKey: env['LADDER_ADMIN_KEY'],
    masterKey: env['LADDER_MASTER_KEY'],
    log: over.log ?? (log === undefined ? 'warn' : oneOf('LADDER_LOG', log, LOG_LEVELS)),
    failpoint: failpoint === undefined ? undefined : oneOf('LADDER_FAILPOINT', failpoint, FAILPOINTS),
  };
}

function storeOf(value: string): string {
  if (value === SQLITE || /^esdb(\+discover)?:/.test(value)) return value;
  // What it is instead is not repeated: an address can hold a password.
  throw new SettingError('LADDER_STORE', 'LADDER_STORE must be sqlite, or the address of an EventStoreDB (esdb://…).');
}

/** Nodes that share a store have to share what they would otherwise each make for themselves. */
function checkShared(env: NodeJS.ProcessEnv, store: string, role: Role): void {
  if (role === 'all') return;
  if (store === SQLITE) {
    throw new SettingError(
      'LADDER_ROLE',
      `LADDER_ROLE is "${role}": with sqlite there is one node, and it does all. Name an esdb:// store.`,
    );
  }
  const shared = role === 'api' ? ['LADDER_MASTER_KEY', 'LADDER_ADMIN_KEY'] : ['LADDER_MASTER_KEY'];
  const missing = shared.find((name) => env[name] === undefined);
  if (missing) throw new SettingError(missing, `${missing} is not set: with LADDER_ROLE=${role} all nodes are given the same.`);
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const known = allowed.find((each) => each === value);
  if (known === undefined) throw new SettingError(name, `${name} is "${value}": it must be ${allowed.join(', ')}.`);
  return known;
}

function portOf(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new SettingError('LADDER_PORT', `LADDER_PORT is "${value}": it must be a number from 0 to 65535.`);
  return Number(value);
}
