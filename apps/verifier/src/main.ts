import { readFileSync } from 'node:fs';
import { isMalformed, parseVerifierKey, verdictLines, verifyPack } from '@ladder/audit';

const USAGE =
  'Usage: node verify.mjs <pack.json> --key <verifier key>\nThe key must come from elsewhere than the pack: the wall of the venue, the organiser’s page.';

/** Exit code 0 only if all holds; 1 if something does not; 2 if it could not be looked at. */
function run(words: readonly string[]): number {
  const at = words.indexOf('--key');
  const key = at < 0 ? undefined : words[at + 1];
  const [file] = words.filter((word, index) => !word.startsWith('--') && (at < 0 || index !== at + 1));
  if (file === undefined || key === undefined) return complain(USAGE);
  const trusted = parseVerifierKey(key.trim());
  if (isMalformed(trusted)) return complain(`--key: ${trusted.malformed}`);
  let pack: unknown;
  try {
    pack = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return complain(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const verdict = verifyPack(pack, trusted);
  process.stdout.write(`${verdictLines(verdict).join('\n')}\n`);
  return verdict.ok ? 0 : 1;
}

function complain(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 2;
}

process.exitCode = run(process.argv.slice(2));
