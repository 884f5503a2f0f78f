import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { AuditPack } from '@ladder/audit';
import { decode, emptyLedger } from '@ladder/ledger';
import { textsFor } from './pack-texts.js';

// A ledger with every type of event; the texts about its last player are erased.
const golden = JSON.parse(readFileSync(new URL('../../../../test/golden/0.1.0/pack.json', import.meta.url), 'utf8')) as AuditPack;
const events = golden.envelopes.map(decode);
const ERASED = '(not in the pack)';

function opened(player: string | null, freeTexts: boolean): string[] {
  const sealed = textsFor(emptyLedger(golden.edition), events, player, freeTexts);
  return sealed.map(({ ref }) => golden.texts[ref]?.text ?? ERASED);
}

describe('the texts that a pack may open', () => {
  test("for who reads free texts, of everyone: all that the ledger refers to, each where it stands, a ruling's once for each of its penalties", () => {
    const referred = new Set(golden.envelopes.flatMap((each) => [...each.matchAll(/"ref":"([^"]+)"/g)].map(([, ref]) => ref)));
    const found = new Set(textsFor(emptyLedger(golden.edition), events, null, true).map(({ ref }) => ref));
    expect(found).toEqual(referred);
  });

  test('for who reads no free texts, of everyone: the names of the tournament, its officials, players and teams, and membership numbers', () => {
    const texts = opened(null, false).filter((text) => text !== ERASED);
    expect(texts).toEqual(expect.arrayContaining(['The Golden Open', 'Official floor', 'Zoë p-1', 'M-p-1', 'Team of p-1', 'Zoe p-3']));
    expect(texts.filter((text) => !/^(The Golden Open|Official \w+|Zo[ëe] p-\d+|A guest|M-p-\d+|Team of p-\d+)$/.test(text))).toEqual([]);
  });

  test('of one player: names, accounts and reasons about that player, and nothing about anyone else alone', () => {
    const texts = opened('p-12', true);
    expect(texts).toContain('Zoë p-12');
    expect(texts).toContain('What p-12 did, as floor saw it — “general-error”');
    expect(texts).toContain('the other one');
    expect(texts.filter((text) => /\bp-(?!12\b)\d+/.test(text))).toEqual([]);
    expect(texts.join()).not.toMatch(/The Golden Open|Official/);
  });

  test("of the other player of a ruling: the ruling's account, which is about both", () => {
    expect(opened('p-14', true)).toContain('What p-13 did, as floor saw it — “bribery”');
  });

  test('of one player, for who reads no free texts: the name and the membership number, as they were and as they were corrected', () => {
    expect(opened('p-6', false)).toEqual(['Zoë p-6', 'M-p-6']);
    expect(opened('p-3', false)).toEqual(['Zoë p-3', 'Zoe p-3']);
  });
});
