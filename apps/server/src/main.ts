import 'reflect-metadata';
import { SettingError } from '@ladder/access';
import { readSettings } from './settings.js';
import { startServer } from './start.js';

/** `nest start server`: the server alone, as `ladder serve` starts it. */
try {
  const server = await startServer(readSettings(process.env));
  const { url, adminKey } = server;
  // Before it says that it listens: whoever reads that may end it at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
  if (adminKey !== null) process.stdout.write(`administrator's key, shown once: ${adminKey}\n`);
  process.stdout.write(`listening on ${url}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof SettingError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
