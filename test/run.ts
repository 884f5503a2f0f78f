/**
 * `npm test`: every check of the house, and last of all the plain line `N passed, N failed`.
 *
 * Each Jest test counts as one, each other check as one. With arguments (`npm test -- libs/ledger`) only Jest runs, on those
 * paths, and closes with the same line. The exit code is 1 if anything failed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Tally {
  passed: number;
  failed: number;
}

/** The fields of Jest's `--json` report that are counted. */
interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Spec files that broke before any of their tests could run. */
  numRuntimeErrorTestSuites: number;
}

const CHECKS = ['build', 'types', 'answers:check', 'lint', 'format:check', 'walls'];

function runs(script: string, args: readonly string[] = []): boolean {
  console.log(`\n── ${script} ${'─'.repeat(Math.max(0, 60 - script.length))}`);
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('Run this as `npm test`.');
  const { status } = spawnSync(process.execPath, [npm, 'run', '--silent', script, '--', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}

function check(script: string): Tally {
  return runs(script) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function jest(paths: readonly string[]): Tally {
  const folder = mkdtempSync(join(tmpdir(), 'ladder-jest-'));
  try {
    const file = join(folder, 'report.json');
    const succeeded = runs('jest', ['--json', `--outputFile=${file}`, ...paths]);
    const report = JSON.parse(readFileSync(file, 'utf8')) as JestReport;
    const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
    // A test that is skipped promises something that nobody looked at: in a whole run it counts as failed.
    const skipped = paths.length === 0 ? report.numPendingTests + report.numTodoTests : 0;
    return { passed: report.numPassedTests, failed: succeeded ? skipped : Math.max(1, failed + skipped) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const paths = process.argv.slice(2);
const tallies = [...(paths.length === 0 ? CHECKS.map(check) : []), jest(paths)];
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
