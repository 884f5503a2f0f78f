import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { readSettings } from '@ladder/server';
import { ladder } from '../../apps/cli/spec/terminal.js';

jest.setTimeout(240_000);

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(join(HOUSE, 'README.md'), 'utf8');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(HOUSE, 'docs'), { recursive: true, encoding: 'utf8' }).map((each) => join('docs', each)),
];

const shells: Shell[] = [];
afterEach(() => shells.splice(0).forEach((each) => each.kill()));

describe('the README', () => {
  it('plays the demo as it shows it, and the demo goes on serving until Ctrl-C', async () => {
    expect(README).toContain('\nnpm ci && npm run demo\n');
    const demo = new Shell('exec npm run demo', { LADDER_PORT: '0' });
    await demo.says('The server goes on; end it with Ctrl-C.');
    expect(missingIn(demo.output, blockWith('text', 'Harbour Open'))).toEqual([]);
    demo.interrupt();
    expect(await demo.ended).toBe(0);
  });

  it('leads through a first tournament, a backup and its restoring, as copied', async () => {
    const port = await freePort();
    const tour = blockWith('sh', 'mktemp -d').replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
    const backup = blockWith('sh', '-- restore ')
      .replaceAll('friday.db', '$LADDER_DATA/friday.db')
      .replaceAll('./restored', '$LADDER_DATA/restored')
      .replaceAll('./data', '$LADDER_DATA');
    const look = 'npm run --silent ladder -- tournaments --data $LADDER_DATA/restored';
    const shell = new Shell(`set -e\n${tour}\nwait || true\n${backup}\n${look}`, { LADDER_PORT: String(port) });
    expect({ code: await shell.ended, output: shell.output }).toMatchObject({ code: 0 });
    expect(missingIn(shell.output, blockWith('text', 'Ana: this is'))).toEqual([]);
    expect(shell.output).toMatch(/Spring Cup: competitive/);
  });

  it('names every setting, and no other', () => {
    expect(firstCells('variable')).toEqual(settings());
  });

  it('names every command as its help does, and no other', async () => {
    const all = await commandsIn();
    const groups = ['audit', 'import'];
    const grouped = await Promise.all(groups.map(async (group) => (await commandsIn(group)).map((each) => `${group} ${each}`)));
    const named = [...all.filter((each) => !groups.some((group) => each.startsWith(group))), ...grouped.flat()];
    expect(firstCells('command').toSorted()).toEqual(named.toSorted());
  });
});

describe('every page', () => {
  it.each(PAGES.filter((each) => each.endsWith('.md')))('%s names only files that are there', (page) => {
    const text = readFileSync(join(HOUSE, page), 'utf8');
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path]) => join(dirname(page), path ?? ''));
    const named = [...text.matchAll(/`((?:apps|libs|test|docs)\/[\w./-]+\.(?:ts|md|js))`/g)].map(([, path]) => path ?? '');
    expect([...linked, ...named].filter((path) => !existsSync(join(HOUSE, path)))).toEqual([]);
  });
});

/** The one fenced block of this language that holds a text. */
function blockWith(language: string, text: string): string {
  const blocks = [...README.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, of, block = '']) => of === language && block.includes(text));
  expect(blocks).toHaveLength(1);
  return blocks[0]?.[2] ?? '';
}

/** The lines of an excerpt that an output does not have, in this order; a line with `…` stands for any that were cut. */
function missingIn(output: string, excerpt: string): string[] {
  const lines = output.split('\n').map((each) => each.trim());
  let from = 0;
  return excerpt.split('\n').filter((each) => {
    const line = each.trim();
    if (line === '' || line === '…') return false;
    const found = lines.indexOf(line, from);
    if (found >= 0) from = found + 1;
    return found < 0;
  });
}

/** What stands in the first column of the table with this heading, without its quotes. */
function firstCells(heading: string): string[] {
  const lines = README.split('\n');
  const rows = lines.slice(lines.findIndex((line) => line.startsWith(`| ${heading} `)) + 2);
  // A bar in a cell is written with a backslash, which no reader sees.
  return rows.slice(0, rows.indexOf('')).map((row) => (/^\| `([^`]+)`/.exec(row)?.[1] ?? row).replaceAll('\\|', '|'));
}

/** The settings, as the server tells them to who misspells one. */
function settings(): string[] {
  try {
    readSettings({ LADDER_HOTS: '' });
  } catch (error) {
    return (error as Error).message.match(/LADDER_(?!HOTS)\w+/g) ?? [];
  }
  throw new Error('a misspelt setting was taken');
}

/** The commands that a help lists, with what each is to be given. */
async function commandsIn(...of: string[]): Promise<string[]> {
  const { out } = await ladder(...of, '--help');
  const listed = out.slice(out.indexOf('Commands:')).matchAll(/^ {2}([a-z-]+(?: [<[]\S+)?) {2}/gm);
  return [...listed].map(([, usage = '']) => usage.replace('...', '…')).filter((usage) => !usage.startsWith('help'));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Somebody who types commands in the folder of the checkout. */
class Shell {
  output = '';
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;

  constructor(commands: string, env: Record<string, string>) {
    const { LADDER_DATA: _data, LADDER_ADMIN_KEY: _key, ...others } = process.env;
    // A group of its own, so that nothing that was started outlives a test that fails.
    this.#child = spawn('sh', ['-c', commands], {
      cwd: HOUSE,
      env: { ...others, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((resolve) => this.#child.once('close', resolve));
    shells.push(this);
  }

  /** Waits until it has said this. */
  async says(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      if (this.#child.exitCode !== null) throw new Error(`"${text}" was never said, only: ${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Ctrl-C, which reaches everything in the group. */
  interrupt(): void {
    this.#signal('SIGINT');
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  #signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-(this.#child.pid ?? 0), signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
