import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const RULES = join(HOUSE, '.dependency-cruiser.js');
const ROOMS = [
  'libs/editions',
  'libs/ledger',
  'libs/event-store',
  'libs/ledgers',
  'libs/escalation',
  'libs/projections',
  'libs/audit',
  'libs/access',
];
const APPS = ['apps/server', 'apps/cli'];

interface Breach {
  rule: string;
  file: string;
  code: string;
}

/** One broken variant a rule, at least. */
const BREACHES: readonly Breach[] = [
  { rule: 'libs-editions-imports-its-own', file: 'libs/editions/src/knows-the-ledger.ts', code: "import '@ladder/ledger';" },
  { rule: 'libs-ledger-imports-its-own', file: 'libs/ledger/src/knows-the-store.ts', code: "import '@ladder/event-store';" },
  { rule: 'libs-event-store-imports-its-own', file: 'libs/event-store/src/knows-a-domain-word.ts', code: "import '@ladder/ledger';" },
  { rule: 'libs-ledgers-imports-its-own', file: 'libs/ledgers/src/knows-the-edition.ts', code: "import '@ladder/editions';" },
  { rule: 'libs-escalation-imports-its-own', file: 'libs/escalation/src/knows-a-projection.ts', code: "import '@ladder/projections';" },
  { rule: 'libs-projections-imports-its-own', file: 'libs/projections/src/appends.ts', code: "import '@ladder/ledgers';" },
  { rule: 'libs-audit-imports-its-own', file: 'libs/audit/src/reads-the-store.ts', code: "import '@ladder/event-store';" },
  { rule: 'libs-access-imports-its-own', file: 'libs/access/src/knows-a-projection.ts', code: "import '@ladder/projections';" },
  { rule: 'libs-ledger-imports-its-own', file: 'libs/ledger/src/knows-the-server.ts', code: "import type {} from '@ladder/server';" },
  { rule: 'libs-ledger-imports-its-own', file: 'libs/ledger/src/knows-a-test.ts', code: "import '../../../test/story.js';" },
  { rule: 'apps-verifier-imports-its-own', file: 'apps/verifier/src/knows-the-ledger.ts', code: "import '@ladder/ledger';" },
  { rule: 'apps-server-imports-its-own', file: 'apps/server/src/knows-the-terminal.ts', code: "import '../../cli/src/index.js';" },
  { rule: 'apps-cli-imports-its-own', file: 'apps/cli/src/knows-a-test.ts', code: "import '../../../test/story.js';" },
  { rule: 'through-the-door', file: 'libs/ledger/src/climbs-in.ts', code: "import '../../editions/src/behind.js';" },
  { rule: 'through-the-door', file: 'apps/cli/src/climbs-in.ts', code: "import '../../server/src/behind.js';" },
  { rule: 'no-circles', file: 'libs/ledgers/src/egg.ts', code: "import './hen.js';" },
  { rule: 'pure-rooms-touch-no-machine', file: 'libs/ledger/src/reads-a-file.ts', code: "import 'node:fs';" },
  {
    rule: 'pure-rooms-touch-no-machine',
    file: 'libs/editions/src/hashes.ts',
    code: "import { createHash } from 'crypto'; createHash('sha256');",
  },
  { rule: 'pure-rooms-need-no-package', file: 'libs/ledger/src/streams.ts', code: "import 'rxjs';" },
  { rule: 'audit-does-no-io', file: 'libs/audit/src/sends.ts', code: "import 'node:http';" },
  { rule: 'audit-needs-no-package', file: 'libs/audit/src/streams.ts', code: "import 'rxjs';" },
  { rule: 'framework-in-the-outermost-files', file: 'libs/escalation/src/injects.ts', code: "import '@nestjs/common';" },
  { rule: 'framework-in-the-outermost-files', file: 'libs/access/src/tokens/inner.module.ts', code: "import '@nestjs/common';" },
  { rule: 'nothing-below-knows-the-outermost-files', file: 'libs/access/src/tokens.ts', code: "import './access.module.js';" },
  { rule: 'declared-packages-only', file: 'libs/ledgers/src/checks-fast.ts', code: "import 'fast-check';" },
  { rule: 'specs-stay-outside', file: 'libs/ledgers/src/borrows.ts', code: "import './room.spec.js';" },
  { rule: 'resolvable', file: 'libs/ledgers/src/dangles.ts', code: "import './nowhere.js';" },
];

/** A house in which every import is allowed, and which goes as far as the walls let it. */
const SOUND: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...ROOMS, ...APPS].map((room) => [`${room}/src/index.ts`, 'export {};'])),
  'libs/ledger/src/index.ts': "import '@ladder/editions'; import './inside/room.js';",
  'libs/ledger/src/inside/room.ts': 'export {};',
  'libs/ledger/src/room.spec.ts': "import 'fast-check'; import 'node:fs'; import './inside/room.js';",
  'libs/audit/src/index.ts': "import 'node:crypto'; import '@ladder/ledger'; import '@ladder/editions';",
  'libs/access/src/access.module.ts': "import '@nestjs/common';",
  'libs/access/src/index.ts': "import './access.module.js'; import '@ladder/ledgers';",
  'libs/ledgers/src/room.spec.ts': 'export {};',
  'libs/ledgers/src/hen.ts': 'export {};',
  'libs/editions/src/behind.ts': 'export {};',
  'apps/server/src/behind.ts': 'export {};',
  'apps/cli/src/main.ts': "import '@ladder/server'; import '@ladder/projections';",
  'test/story.ts': "import '../libs/editions/src/behind.js'; import '@ladder/ledger';",
};

interface Violation {
  from: string;
  rule: { name: string };
}

let house: string;

/** Builds a house of these files beside the sound ones, and says which rules it breaks, as `rule file`. */
async function breachesIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = await mkdtemp(join(house, 'house-'));
  for (const room of [...ROOMS, ...APPS])
    await put(join(root, room, 'package.json'), '{ "type": "module", "dependencies": { "@nestjs/common": "*", "rxjs": "*" } }');
  for (const name of ['@nestjs/common', 'rxjs', 'fast-check']) {
    await put(join(root, 'node_modules', name, 'package.json'), JSON.stringify({ name, type: 'module', exports: './index.js' }));
    await put(join(root, 'node_modules', name, 'index.js'), 'export {};');
  }
  for (const name of ['tsconfig.base.json', 'tsconfig.decorators.json', 'tsconfig.build.json', 'tsconfig.specs.json']) {
    await cp(join(HOUSE, name), join(root, name));
  }
  for (const [file, code] of Object.entries({ ...SOUND, ...files })) await put(join(root, file), code);
  const cruiser = join(HOUSE, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const run = promisify(execFile);
  const args = [cruiser, '--config', RULES, '--output-type', 'json', 'libs', 'apps', 'test'];
  const { stdout } = await run(process.execPath, args, { cwd: root, maxBuffer: 1 << 26 });
  const { summary } = JSON.parse(stdout) as { summary: { violations: Violation[] } };
  return summary.violations.map(({ from, rule }) => `${rule.name} ${from}`);
}

async function put(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'ladder-walls-'));
});

afterAll(() => rm(house, { recursive: true }));

describe('the walls between the rooms', () => {
  it('let everything through that the table of rooms allows', async () => {
    expect(await breachesIn({})).toEqual([]);
  });

  it('refuse each import that the table does not allow', async () => {
    const broken = Object.fromEntries(BREACHES.map(({ file, code }) => [file, code]));
    const found = await breachesIn({ ...broken, 'libs/ledgers/src/hen.ts': "import './egg.js';" });
    const missed = BREACHES.map(({ rule, file }) => `${rule} ${file}`).filter((breach) => !found.includes(breach));
    expect(missed).toEqual([]);
  });

  it('have a broken variant here for each of their rules', async () => {
    const { default: walls } = (await import(RULES)) as { default: { forbidden: { name: string }[] } };
    expect([...new Set(BREACHES.map(({ rule }) => rule))].sort()).toEqual(walls.forbidden.map(({ name }) => name).sort());
  });
});
