import 'reflect-metadata';
import { SettingError } from '@ladder/access';
import { readSettings } from './settings.js';
import { startServer } from './start.js';

/** `nest start server`: the server alone, as `ladder serve` starts it. */
try {
  const server = await startServer(readSettings(process.env));
  const { url, adminKey } = server;
  if (adminKey !== null) process.stdout.write(`administrator's key, shown once: ${adminKey}\n`);
  process.stdout.write(`listening on ${url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
} catch (error) {
  process.stderr.write(`${error instanceof SettingError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
