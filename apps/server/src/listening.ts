import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SettingError } from '@ladder/access';
import type { Settings } from './settings.js';

/**
 * Listens where the settings say.
 *
 * @returns the address, as others reach it. @throws SettingError naming the setting that keeps it from listening.
 */
export async function listening(server: Server, { host, port }: Pick<Settings, 'host' | 'port'>): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: unknown) => {
    throw asSetting(error, host, port);
  });
  const address = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** The setting that is to blame; the error itself if none is. */
export function asSetting(error: unknown, host: string, port: number): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new SettingError('LADDER_PORT', `LADDER_PORT: port ${port} is in use: choose another.`);
  if (code === 'EACCES') {
    return new SettingError('LADDER_PORT', `LADDER_PORT: port ${port} may not be opened by this user: choose one above 1023.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new SettingError('LADDER_HOST', `LADDER_HOST: ${host} is no address of this machine.`);
  }
  return error;
}
