import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A server that runs on a data folder, and a key with the administrator's powers until it stops. */
export interface RunningServer {
  readonly pid: number;
  readonly url: string;
  readonly key: string;
}

/** The server that runs on this folder, by the note that it keeps there; null if none does. A note that a crash left behind is none. */
export function runningServer(folder: string): RunningServer | null {
  let note: string;
  try {
    note = readFileSync(join(folder, 'server.json'), 'utf8');
  } catch {
    return null;
  }
  const server = JSON.parse(note) as RunningServer;
  return isAlive(server.pid) ? server : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
