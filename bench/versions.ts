import { readFileSync } from 'node:fs';
import { arch, cpus, platform, release } from 'node:os';

const PACKAGES = ['@nestjs/core', 'fastify', 'class-validator', 'rxjs'];

/** What was measured, and on what: one line each. */
export function versions(): string {
  const installed = PACKAGES.map((name) => {
    const { version } = JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')) as {
      version: string;
    };
    return `${name} ${version}`;
  });
  return [
    `Node.js ${process.versions.node} (V8 ${process.versions.v8}, SQLite ${process.versions.sqlite ?? 'none'})`,
    installed.join(', '),
    `${platform()} ${release()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  ].join('\n');
}
