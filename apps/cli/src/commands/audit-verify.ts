import { readFileSync } from 'node:fs';
import { isMalformed, parseVerifierKey, verdictLines, verifyPack } from '@ladder/audit';
import { Complaint } from '../complaint.js';
import { count } from '../screen/words.js';
import type { Surroundings } from '../surroundings.js';

export interface AuditVerifyOptions {
  readonly key: string;
  readonly json?: boolean;
}

/** Verifies a pack offline, as `node verify.mjs` does. @throws Complaint unless all holds. */
export function auditVerify({ screen }: Surroundings, file: string, { key, json }: AuditVerifyOptions): void {
  const trusted = parseVerifierKey(key.trim());
  if (isMalformed(trusted)) throw new Complaint(`--key: ${trusted.malformed}`);
  const verdict = verifyPack(packIn(file), trusted);
  if (json) screen.json(verdict);
  else for (const line of verdictLines(verdict)) screen.paragraph(line, { hang: 2 });
  if (!verdict.ok) throw new Complaint(`${file} does not hold: ${count(verdict.problems.length, 'problem')}.`);
}

function packIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Complaint(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
