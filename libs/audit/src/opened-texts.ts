import { hash } from 'node:crypto';
import type { LedgerEvent } from '@ladder/ledger';
import type { OpenedText } from './pack.js';
import type { Problem } from './verdict.js';

/** Whether each opened text is the one that the ledger committed to when it was recorded. */
export function checkTexts(texts: Readonly<Record<string, OpenedText>>, events: readonly LedgerEvent[]): Problem[] {
  const opened = Object.entries(texts);
  if (opened.length === 0) return [];
  const commitments = new Map<string, string[]>();
  for (const { data } of events) collect(data, commitments);
  return opened.flatMap(([ref, text]) => {
    const committed = commitments.get(ref);
    if (!committed) return [{ where: `text ${ref}`, what: 'No event of this ledger refers to it.' }];
    const commitment = commitmentTo(text);
    if (committed.every((each) => each === commitment)) return [];
    return [{ where: `text ${ref}`, what: 'It is not the text that the ledger committed to.' }];
  });
}

/** SHA-256 in hex over the salt's 32 bytes and the text in UTF-8; undefined for what no commitment can be made to. */
export function commitmentTo({ text, salt }: OpenedText): string | undefined {
  if (!/^[0-9a-f]{64}$/.test(salt) || !text.isWellFormed()) return undefined;
  return hash('sha256', Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(text)]), 'hex');
}

/** Finds every sealed text in an event's data: a reference beside its commitment. */
function collect(value: unknown, commitments: Map<string, string[]>): void {
  if (typeof value !== 'object' || value === null) return;
  if ('ref' in value && 'commitment' in value && typeof value.ref === 'string' && typeof value.commitment === 'string') {
    commitments.set(value.ref, [...(commitments.get(value.ref) ?? []), value.commitment]);
  }
  for (const each of Object.values(value)) collect(each, commitments);
}
