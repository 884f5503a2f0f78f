import { spawn, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from '@jest/globals';

/** A test that needs what not every machine has. Where it is missing, the test is not run, and says so loudly. */
export function itNeeding(what: string, isThere: boolean): (name: string, test: () => Promise<void>) => void {
  if (isThere) return (name, test) => it(name, test);
  return (name) => it(`NOT RUN, for want of ${what}: ${name}`, () => console.warn(`NOT RUN, for want of ${what}: ${name}`));
}

/** Whether system calls of another process can be looked at and made to fail here. */
export function hasStrace(): boolean {
  return spawnSync('strace', ['-f', '-e', 'trace=none', 'true']).status === 0;
}

/** Looks at a process through strace, which may also make its system calls fail; what was seen is told when it is let go of. */
export async function traced(pid: number, options: readonly string[]): Promise<{ letGo: () => Promise<string> }> {
  const strace = spawn('strace', ['-f', '-y', '-p', String(pid), ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  let seen = '';
  const ended = new Promise((resolve) => strace.once('close', resolve));
  await new Promise<void>((resolve) => {
    strace.stderr.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (seen.includes('attached')) resolve();
    });
  });
  return {
    async letGo() {
      strace.kill('SIGINT');
      await ended;
      return seen;
    },
  };
}

/** A folder on a small disk of its own, or null where none can be had. */
export class SmallDisk {
  readonly #filler: string;

  private constructor(readonly folder: string) {
    this.#filler = join(folder, 'filler');
  }

  static in(folder: string, megabytes: number): SmallDisk | null {
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
    return status === 0 ? new SmallDisk(folder) : null;
  }

  /** Leaves no byte free. */
  fill(): void {
    for (const size of [1024 * 1024, 4096]) {
      try {
        for (;;) writeFileSync(this.#filler, Buffer.alloc(size), { flag: 'a' });
      } catch {
        // No room for another piece.
      }
    }
  }

  makeRoom(): void {
    rmSync(this.#filler);
  }

  remove(): void {
    // A server that a failed test has left running may still hold it: it is gone from here at once, and altogether with the server.
    spawnSync('umount', ['-l', this.folder]);
  }
}
