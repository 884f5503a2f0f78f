import { resolve } from 'node:path';
import { SettingError } from '@ladder/access';

/** Everything a server can be told, from the environment. Documented in the README. */
export interface Settings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly folder: string;
  readonly adminKey: string | undefined;
  readonly masterKey: string | undefined;
  readonly log: LogLevel;
  readonly failpoint: Failpoint | undefined;
}

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
export function readSettings(env: NodeJS.ProcessEnv, over: { folder?: string; port?: number; log?: LogLevel } = {}): Settings {
  const strange = Object.keys(env).find((name) => name.startsWith('LADDER_') && !KNOWN.includes(name));
  if (strange) throw new SettingError(strange, `${strange} is no setting: the settings are ${KNOWN.join(', ')}.`);
  const empty = KNOWN.find((name) => env[name] === '');
  if (empty) throw new SettingError(empty, `${empty} is set to nothing: give it a value, or unset it.`);
  only(env, 'LADDER_STORE', ['sqlite']);
  only(env, 'LADDER_ROLE', ['all']);
  const log = env['LADDER_LOG'];
  const failpoint = env['LADDER_FAILPOINT'];
  return {
    host: env['LADDER_HOST'] ?? '127.0.0.1',
    port: over.port ?? portOf(env['LADDER_PORT'] ?? '3000'),
    folder: resolve(over.folder ?? env['LADDER_DATA'] ?? './data'),
    adminKey: env['LADDER_ADMIN_KEY'],
    masterKey: env['LADDER_MASTER_KEY'],
    log: over.log ?? (log === undefined ? 'warn' : oneOf('LADDER_LOG', log, LOG_LEVELS)),
    failpoint: failpoint === undefined ? undefined : oneOf('LADDER_FAILPOINT', failpoint, FAILPOINTS),
  };
}

function only(env: NodeJS.ProcessEnv, name: string, allowed: readonly string[]): void {
  const value = env[name];
  if (value !== undefined) oneOf(name, value, allowed);
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
