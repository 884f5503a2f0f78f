import { describe, expect, test } from '@jest/globals';
import { encode, inForce, talliesOf } from '@ladder/ledger';
import type { Change, Infraction, LedgerEvent } from '@ladder/ledger';
import fc from 'fast-check';
import { anyTournament } from '../spec/any-tournament.js';
import { Hall, RIFTBOUND, signedPack } from '../spec/hall.js';
import { otherSigner, signer } from '../spec/keys.js';
import { last, rulingOf, weekend } from '../spec/weekend.js';
import { verifierKeyFor, verifyPack } from './index.js';
import type { AuditPack, Verdict } from './index.js';
import { examine } from './verify-pack.js';
import type { Found } from './verify-pack.js';

const trusted = verifierKeyFor(signer);
const pack = weekend().pack();

describe('a pack as it was handed out', () => {
  const verdict = verifyPack(JSON.parse(JSON.stringify(pack)), trusted);

  test('holds', () => {
    expect(verdict.problems).toEqual([]);
    expect(verdict.ok).toBe(true);
    expect(verdict.signed).toMatchObject({ origin: 'hall.example/spring', size: pack.envelopes.length });
    expect(verdict.owed).toEqual([]);
  });

  test('tells of every penalty whether it is founded', () => {
    expect(verdictsOf(verdict, 'ana')).toEqual([
      'warning founded',
      'warning founded',
      'warning founded',
      'game-loss founded',
      'warning founded',
      'warning rescinded',
      'warning rescinded',
    ]);
    expect(verdictsOf(verdict, 'cleo')).toEqual([
      "game-loss by the head judge's hand",
      "match-loss by the head judge's hand",
      'game-loss rescinded',
      "warning by the head judge's hand",
    ]);
    expect(verdictsOf(verdict, 'dov')).toEqual(['warning rescinded', 'warning founded', 'warning founded', 'game-loss rescinded']);
    expect(verdict.counts).toMatchObject({ founded: 16, rescinded: 6, "by the head judge's hand": 3, unfounded: 0 });
  });

  test('says why', () => {
    const why = Object.fromEntries(verdict.penalties.map((each) => [each.penalty, each.why]));
    expect(why['gl-13']).toBe('Warning 3 under game-play-error/same-category, which gives a Game Loss from 3 on (TR 702.1.b.1)');
    expect(why['w-11']).toBe('the guideline for looking-at-extra-cards is warning (TR 702.5)');
    expect(why['gl-27']).toBe('head gave it with a reason; the guideline is warning (R11)');
    expect(why['gl-34']).toBe('replaced at position 36, w-36-34 came in its place');
    expect(why['gl-42-39']).toContain('it had no ground');
  });

  test('holds at every earlier position too, where what the saga had not come to yet is listed as still owed', () => {
    const { envelopes, texts } = pack;
    const until = (end: number) => verifyPack(signedPack(envelopes.slice(0, end), { texts: {} }), trusted);
    expect(Object.keys(texts).length).toBeGreaterThan(0);
    for (let end = 1; end <= envelopes.length; end++) expect(until(end).problems).toEqual([]);
    expect(until(14).owed).toEqual([
      { type: 'GameLossApplied', cause: 13 },
      { type: 'HeadJudgeNotified', cause: 14 },
    ]);
  });
});

describe('any tournament that the rules allow', () => {
  test.each([
    ['individual', {}],
    ['2v2', { format: '2v2' as const, level: 'professional' as const }],
    ['always asking', { escalation: 'review' as const }],
  ])(
    '%s: holds, with the tallies that were shown, and nothing in it is unfounded but what the head judge has yet to answer',
    (_, setting) => {
      fc.assert(
        fc.property(anyTournament(setting), (hall) => {
          const verdict = verifyPack(hall.pack(), trusted);
          expect(verdict.problems).toEqual([]);
          for (const { player, ...tallies } of verdict.tallies) expect(tallies).toEqual(talliesOf(hall.ledger, player));
          for (const { penalty, verdict: finding } of verdict.penalties) {
            const known = hall.ledger.penalties.get(penalty)!;
            expect(finding === 'rescinded').toBe(!inForce(known) || known.annulled);
            if (finding === 'unfounded') expect(known.earned).not.toBeNull();
          }
          expect(verdict.owed.length > 0).toBe(hall.ledger.due.size > 0);
        }),
        { numRuns: 30 },
      );
    },
  );
});

describe('G8: whatever is changed under a signed checkpoint is found, and where', () => {
  const { envelopes } = pack;

  test('any field of an event of any type, changed or removed', () => {
    const oneOfEachType = new Map(envelopes.map((envelope, position) => [(JSON.parse(envelope) as LedgerEvent).type, position]));
    let tried = 0;
    for (const position of oneOfEachType.values()) {
      for (const changed of mutationsOf(JSON.parse(envelopes[position]!))) {
        const verdict = verifyPack({ ...pack, envelopes: envelopes.with(position, canonical(changed)) }, trusted);
        expect(placesOf(verdict)).toContain(`position ${position}`);
        expect(verdict.penalties).toEqual([]);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(800);
  });

  test('any envelope removed', () => {
    for (const position of envelopes.keys())
      expect(placesOf(verifyPack({ ...pack, envelopes: envelopes.toSpliced(position, 1) }, trusted))).toContain(`position ${position}`);
  });

  test('any envelope doubled', () => {
    for (const [position, envelope] of envelopes.entries())
      expect(placesOf(verifyPack({ ...pack, envelopes: envelopes.toSpliced(position, 0, envelope) }, trusted))).toContain(
        `position ${position}`,
      );
  });

  test('any two envelopes swapped', () => {
    for (const [position, envelope] of envelopes.entries()) {
      const other = (position * 7 + 1) % envelopes.length;
      if (other === position) continue;
      const swapped = envelopes.with(position, envelopes[other]!).with(other, envelope);
      expect(placesOf(verifyPack({ ...pack, envelopes: swapped }, trusted))).toContain(`position ${Math.min(position, other)}`);
    }
  });

  test('an envelope inserted anywhere, the later ones moved on or not', () => {
    for (const [position, envelope] of envelopes.entries()) {
      const inserted = canonical({ ...JSON.parse(envelope), id: 'e-new' });
      const moved = envelopes.slice(position).map((each) => movedTo(each, (JSON.parse(each) as { position: number }).position + 1));
      expect(placesOf(verifyPack({ ...pack, envelopes: envelopes.toSpliced(position, 0, inserted) }, trusted))).toContain(
        `position ${position}`,
      );
      const all = [...envelopes.slice(0, position), inserted, ...moved];
      expect(placesOf(verifyPack({ ...pack, envelopes: all }, trusted))).toContain(`position ${position}`);
    }
  });

  test('an envelope of the same meaning in another form', () => {
    const spaced = envelopes.with(20, JSON.stringify(JSON.parse(envelopes[20]!), null, 1));
    expect(placesOf(verifyPack({ ...pack, envelopes: spaced }, trusted))).toContain('position 20');
  });

  test('the tail cut off, or the whole replaced by nothing', () => {
    expect(placesOf(verifyPack({ ...pack, envelopes: envelopes.slice(0, -3) }, trusted))).toContain(`position ${envelopes.length - 1}`);
    expect(placesOf(verifyPack({ ...pack, envelopes: [] }, trusted))).toContain('position 0');
  });

  test('an envelope and its leaf hash together: it cannot be said which, but it is refused', () => {
    const forged = canonical({ ...JSON.parse(envelopes[20]!), id: 'e-new' });
    const { leafHashes } = signedPack(envelopes.with(20, forged));
    const verdict = verifyPack({ ...pack, envelopes: envelopes.with(20, forged), leafHashes }, trusted);
    expect(placesOf(verdict)).toEqual(['the envelopes', 'the leaf hashes']);
  });

  test.each<[keyof AuditPack, unknown, string]>([
    ['tournament', 'autumn', 'the checkpoint'],
    ['checkpoint', signedPack(envelopes.slice(0, 10)).checkpoint, 'the envelopes'],
    ['checkpoint', pack.checkpoint.replace('hall.example/spring', 'hall.example/sprinG'), 'the checkpoint'],
    ['edition', { ...RIFTBOUND, title: 'another' }, 'the edition'],
    ['edition', { ...RIFTBOUND, title: '\ud800' }, 'the edition'],
    [
      'edition',
      { ...RIFTBOUND, ladder: [{ ...RIFTBOUND.ladder[0], thresholds: { casual: { count: 1, cites: ['TR 1'] } } }] },
      'the edition',
    ],
    ['version', 2, 'the pack'],
    ['keyHint', `${pack.keyHint} `, 'the key hint'],
    ['leafHashes', pack.leafHashes.toReversed(), 'the leaf hashes'],
    ['leafHashes', [], 'the leaf hashes'],
    ['texts', { ...pack.texts, 't-0': { ...pack.texts['t-0'], text: 'The Autumn Open' } }, 'text t-0'],
    ['texts', { ...pack.texts, 't-0': { ...pack.texts['t-0'], salt: '' } }, 'text t-0'],
    ['texts', { ...pack.texts, 't-0': pack.texts['t-1'] }, 'text t-0'],
    ['texts', { ...pack.texts, unheard: pack.texts['t-1'] }, 'text unheard'],
  ])('the %s', (field, value, where) => {
    const verdict = verifyPack({ ...pack, [field]: value }, trusted);
    expect(verdict.ok).toBe(false);
    expect(placesOf(verdict)).toContain(where);
  });

  test('a text of which any letter was changed', () => {
    for (const [ref, { text, salt }] of Object.entries(pack.texts)) {
      const texts = { ...pack.texts, [ref]: { text: `${text} `, salt } };
      expect(placesOf(verifyPack({ ...pack, texts }, trusted))).toEqual([`text ${ref}`]);
    }
  });

  test("the log signed by another key of the same name, which the pack names too: the key that is trusted is never the pack's", () => {
    const forged = signedPack(envelopes, { by: otherSigner });
    expect(verifyPack(forged, verifierKeyFor(otherSigner)).ok).toBe(true);
    expect(verifyPack(forged, trusted).ok).toBe(false);
    expect(verifyPack({ ...forged, keyHint: pack.keyHint }, trusted).problems).toEqual([
      { where: 'the checkpoint', what: expect.stringContaining('not signed by hall.example') },
    ]);
  });

  test('a pack that holds fewer texts, because they were not asked for or erased, holds all the same', () => {
    expect(verifyPack({ ...pack, texts: {} }, trusted).ok).toBe(true);
  });
});

describe('every check is needed: without it one forgery would pass', () => {
  const { envelopes, texts } = pack;

  test.each<[keyof Found, AuditPack]>([
    ['signature', signedPack(envelopes, { by: otherSigner, texts })],
    ['tree', { ...pack, envelopes: envelopes.with(20, envelopes[20]!.replace(/"commitment":"../, '"commitment":"00')), texts: {} }],
    ['order', signedPack(envelopes.with(11, envelopes[11]!.replace('"e-11"', '"e-10"')))],
    ['edition', { ...pack, edition: { ...RIFTBOUND, title: 'another' } }],
    ['texts', { ...pack, texts: { ...texts, 't-0': texts['t-1']! } }],
    ['derivation', signedPack(envelopes.slice(0, 14).with(13, envelopes[13]!.replace('"guideline":"warning"', '"guideline":"none"')))],
  ])('%s', (check, forged) => {
    const { found } = examine(forged, trusted);
    const complaining = Object.entries(found).flatMap(([name, problems]) => (problems.length > 0 ? [name] : []));
    expect(complaining).toEqual([check]);
  });
});

describe('what does not follow from the edition is found, though whoever holds the key signed it', () => {
  test.each<[string, (hall: Hall) => unknown, string]>([
    [
      'a Game Loss that no Warning earned',
      (hall) => hall.warn('ana slow-play').record([ladderLoss(hall)], 'saga'),
      'GameLossApplied: the ledger did not owe it',
    ],
    [
      'a Game Loss for other reasons',
      (hall) => {
        earned(hall);
        hall.record([ladderLoss(hall)], 'saga');
      },
      'GameLossApplied: what was owed has another ruling, appliesTo, earned',
    ],
    [
      'a Game Loss by a judge in the name of the ladder',
      (hall) => {
        earned(hall);
        hall.record([ladderLoss(hall)], 'floor');
      },
      'only the saga applies it where no question about it was asked',
    ],
    [
      'a second Game Loss for the same Warning',
      (hall) => {
        hall.warn('ana slow-play', 'ana slow-play', 'ana slow-play').record([ladderLoss(hall)], 'saga');
      },
      'the ledger did not owe it',
    ],
    [
      'a tournament that was closed while a Game Loss was owed',
      (hall) => {
        earned(hall);
        hall.does('head', { type: 'close-tournament' });
      },
      'TournamentClosed: it was closed while the ledger still owed something',
    ],
    [
      'a notice that nobody was owed',
      (hall) => hall.warn('ana slow-play').record([notice(hall)], 'saga'),
      'HeadJudgeNotified: the ledger did not owe it',
    ],
    [
      'a notice that says it was acknowledged',
      (hall) => {
        hall.sagaAwake = false;
        hall.rule('ana decklist-error').record([notice(hall, { acknowledged: true })], 'saga');
      },
      'HeadJudgeNotified: what was owed has another acknowledged',
    ],
    [
      'a notice that a judge wrote',
      (hall) => {
        hall.sagaAwake = false;
        hall.rule('ana decklist-error').record([notice(hall)], 'head');
      },
      'HeadJudgeNotified: only the saga appends it, not head',
    ],
    ['a ruling that the saga made', (hall) => hall.record([infraction(hall)], 'saga'), 'WarningIssued: the saga appends no such event'],
    [
      'a guideline that the edition does not give',
      (hall) => hall.record([infraction(hall, { guideline: 'none' })], 'floor'),
      'it names none as the guideline, which is warning',
    ],
    [
      'a Warning where the guideline is none, by a floor judge',
      (hall) => hall.record([infraction(hall, { category: 'missed-trigger', guideline: 'none', deviation: hall.seal('so') })], 'floor'),
      'the guideline is none, and only the head judge deviates from it (R11)',
    ],
    [
      'a deviation without a reason, by the head judge',
      (hall) => hall.record([infraction(hall, { category: 'missed-trigger', guideline: 'none' })], 'head'),
      'no reason for a warning is recorded',
    ],
    [
      'a category that the edition does not know',
      (hall) => hall.recordUnfoldable(infraction(hall, { category: 'humming' }), 'floor'),
      'riftbound-2026-10-16 knows no humming',
    ],
    [
      'a condition that only the head judge finds, found by a floor judge',
      (hall) =>
        hall.record(
          [
            infraction(hall, {
              category: 'outside-assistance',
              conditions: ['malicious-advice'],
              guideline: 'none',
              deviation: hall.seal('so'),
            }),
          ],
          'floor',
        ),
      'only the head judge finds that malicious-advice holds (R12)',
    ],
    [
      'a ruling of somebody without a role',
      (hall) => hall.record([infraction(hall)], 'a-friend'),
      'WarningIssued: a-friend had no role here by which to record it',
    ],
    [
      'a ruling of another tool that a floor judge took over',
      (hall) => hall.record([infraction(hall, { origin: 'import' })], 'floor'),
      'WarningIssued: only the head judge takes over the rulings of another tool (R41), not floor',
    ],
    [
      'a ruling of a scorekeeper',
      (hall) => hall.record([infraction(hall)], 'scorekeeper'),
      'scorekeeper had no role here by which to record it',
    ],
    [
      'a ruling on somebody who was never there',
      (hall) => hall.recordUnfoldable(infraction(hall, { player: 'eve' }), 'floor'),
      'it cannot follow on the events before it',
    ],
    [
      'a disqualification by a floor judge',
      (hall) => {
        const { data } = infraction(hall, { category: 'cheating', guideline: 'disqualification' });
        hall.record([{ type: 'PlayerDisqualified', data }], 'floor');
      },
      'only the head judge disqualifies (R12)',
    ],
    [
      'a Warning that was recorded as absorbed by nothing',
      (hall) => {
        const { data } = infraction(hall);
        hall.record([{ type: 'InfractionNoted', data: { ...data, kind: 'warning', absorbed: true } }], 'floor');
      },
      'It is recorded as absorbed, though nothing more severe was given with it (R9)',
    ],
    [
      'two Warnings of one player in one ruling',
      (hall) => hall.record([infraction(hall), infraction(hall, { penalty: 'w-more' })], 'floor'),
      'It stands, though another infraction of this ruling absorbs it (R9)',
    ],
    [
      'a Warning under the id of an earlier one',
      (hall) => hall.warn('ben slow-play').record([infraction(hall, { penalty: 'w-11' })], 'floor'),
      'WarningIssued: w-11 was given before',
    ],
    [
      'a Warning added to an earlier ruling',
      (hall) =>
        hall
          .warn('ben slow-play')
          .round(2)
          .record([infraction(hall, { ruling: 'r-11' })], 'floor'),
      'WarningIssued: it adds to ruling r-11, which was made before',
    ],
    [
      'a penalty put in the place of another under the id of a third',
      (hall) => {
        hall.warn('ben slow-play', 'ana slow-play');
        const becomes = { penalty: 'w-11', player: 'ana', kind: 'none', category: 'slow-play', conditions: [], absorbed: false } as const;
        const { data } = voided(hall, { ending: 'replaced', becomes: { ...becomes, loss: null, upgradedTo: null } });
        hall.record([{ type: 'PenaltyReplaced', data: { ...data, penalty: 'w-12' } }], 'head');
      },
      'it puts w-11, which was given before, in the place of w-12',
    ],
    [
      'a ruling that another judge voided',
      (hall) => hall.warn('ana slow-play').record([voided(hall)], 'appeals'),
      'RulingVoided: only the head judge corrects it',
    ],
    [
      'a ruling that its judge voided when its round was over',
      (hall) =>
        hall
          .warn('ana slow-play')
          .round(2)
          .record([voided(hall)], 'floor'),
      'RulingVoided: only the head judge corrects it',
    ],
    [
      'a voided Warning that stays in the tallies',
      (hall) => hall.warn('ana slow-play').record([voided(hall, { staysInTally: true })], 'head'),
      'which only an upgrade by hand does (R21)',
    ],
    [
      'a correction that tells the tallies otherwise',
      (hall) => hall.warn('ana slow-play').record([voided(hall, { wasInTally: false })], 'head'),
      'it says that w-11 was not in the tallies',
    ],
    [
      'a correction of a penalty that was another',
      (hall) => hall.warn('ana slow-play').record([voided(hall, { category: 'marked-cards' })], 'head'),
      'it tells w-11 as another penalty than it is',
    ],
    [
      'a category corrected to one with another guideline, the penalty kept',
      (hall) => {
        hall.warn('ana slow-play');
        const becomes = {
          penalty: 'w-11',
          player: 'ana',
          kind: 'warning',
          category: 'decklist-error',
          conditions: [],
          absorbed: false,
        } as const;
        const { data } = voided(hall, { ending: 'replaced', becomes: { ...becomes, loss: null, upgradedTo: null } });
        hall.record(
          [{ type: 'RulingRecategorised', data: { ...data, player: 'ana', category: 'decklist-error', conditions: [] } }],
          'head',
        );
      },
      'the guideline for decklist-error is game-loss (R32)',
    ],
    [
      'a served loss that was annulled without an answer',
      (hall) => {
        hall.rule('ana decklist-error');
        hall.record([{ type: 'PenaltyAnnulled', data: { penalty: last(hall, 'ana'), player: 'ana', review: 'rv-1' } }], 'head');
      },
      'no question about it was asked',
    ],
    [
      'an investigation of a disqualification that a judge opened in the place of the saga',
      (hall) => {
        hall.sagaAwake = false;
        hall.rule('ana cheating', { by: 'head' });
        const data = { investigation: 'in-11', player: 'ana', penalty: 'dq-11', reason: null };
        hall.record([{ type: 'InvestigationOpened', data }], 'head');
      },
      'only the saga opens an investigation of a disqualification (R7)',
    ],
  ])('%s', (_, forge, expected) => {
    const hall = new Hall();
    forge(hall);
    const verdict = verifyPack(hall.pack(), trusted);
    expect(verdict.ok).toBe(false);
    expect(verdict.problems.map(({ what }) => what).join('\n')).toContain(expected);
    expect(verdict.problems.every(({ where }) => /^position \d+$/.test(where))).toBe(true);
  });

  test('a Game Loss and a notice that are withheld are listed as still owed, in the place of the verdict on them', () => {
    const hall = new Hall();
    earned(hall);
    const verdict = verifyPack(hall.pack(), trusted);
    expect(verdict.owed.map(({ type }) => type)).toEqual(['GameLossApplied', 'HeadJudgeNotified']);
  });

  test('a penalty that nothing gives reads unfounded, with what is wrong', () => {
    const hall = new Hall();
    hall.record([infraction(hall, { category: 'missed-trigger', guideline: 'none' })], 'floor');
    const { penalties } = verifyPack(hall.pack(), trusted);
    expect(penalties).toMatchObject([{ verdict: 'unfounded', why: expect.stringContaining('only the head judge deviates') }]);
  });
});

describe('a Game Loss whose ground has gone', () => {
  const hall = () => {
    const found = new Hall().warn('ana slow-play', 'ana slow-play', 'ana slow-play');
    return found.does('head', { type: 'void-ruling', ruling: rulingOf(found, 'ana', 0), reason: found.seal('twice') });
  };
  const answered = (decision: 'confirm' | 'dismiss') => {
    const found = hall();
    return found.does('head', { type: 'answer-review', review: found.openReview('ana'), decision, reason: found.seal('so') });
  };

  test.each<[string, Hall, string]>([
    ['and that may have been played is unfounded until the head judge answers', hall(), 'game-loss unfounded'],
    ['and that the head judge lets stand, stands by that hand', answered('dismiss'), "game-loss by the head judge's hand"],
    ['and that the head judge annuls is rescinded', answered('confirm'), 'game-loss rescinded'],
  ])('%s', (_, found, expected) => {
    const verdict = verifyPack(found.pack(), trusted);
    expect(verdict.problems).toEqual([]);
    expect(verdictsOf(verdict, 'ana').at(-1)).toBe(expected);
  });
});

test('a Warning that the head judge upgraded is founded and stays in the tallies, what came in its place is by that hand (R21)', () => {
  const hall = new Hall().warn('ana failure-to-maintain-game-state');
  hall.does('head', { type: 'replace-penalty', penalty: last(hall, 'ana'), by: 'game-loss', reason: hall.seal('enough') });
  const verdict = verifyPack(hall.pack(), trusted);
  expect(verdictsOf(verdict, 'ana')).toEqual(['warning founded', "game-loss by the head judge's hand"]);
  expect(verdict.tallies[0]?.categories[0]).toMatchObject({ category: 'failure-to-maintain-game-state', warnings: 1 });
});

describe('bad input', () => {
  test('is refused with a sentence, and never ends in an exception', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (anything) => {
        expect(verifyPack(anything, trusted).ok).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(pack)), fc.anything(), (field, anything) => {
        fc.pre(field !== 'texts' || JSON.stringify(anything) !== '{}');
        expect(verifyPack({ ...pack, [field]: anything }, trusted).ok).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(40), (anything, position) => {
        const envelopes = pack.envelopes.with(position, JSON.stringify(anything));
        expect(verifyPack(signedPack(envelopes), trusted).ok).toBe(false);
      }),
    );
  });

  test.each([
    ['nothing', null, 'a JSON object was expected'],
    ['a list', [], 'a JSON object was expected'],
    ['a field more', { ...pack, comment: 'trust me' }, 'no pack has: comment'],
    ['a field less', { ...pack, texts: undefined }, 'texts'],
    ['an envelope that is no text', { ...pack, envelopes: [{}] }, 'envelopes'],
  ])('%s', (_, candidate, expected) => {
    expect(verifyPack(candidate, trusted).problems).toEqual([{ where: 'the pack', what: expect.stringContaining(expected) }]);
  });

  test('an event of a newer version is refused, never guessed', () => {
    const newer = pack.envelopes.with(30, pack.envelopes[30]!.replace('"schema":1', '"schema":2'));
    expect(verifyPack(signedPack(newer), trusted).problems[0]).toMatchObject({
      where: 'position 30',
      what: expect.stringContaining('of schema 2; this version knows 1'),
    });
  });

  test('an edition that this verifier does not know cannot be vouched for', () => {
    const edition = { ...RIFTBOUND, id: 'house-rules' };
    const verdict = verifyPack(new Hall({ edition }).pack(), trusted);
    expect(verdict.problems).toEqual([{ where: 'the edition', what: expect.stringContaining('does not know house-rules') }]);
  });
});

// ── What the stories above are made of ─────────────────────────────────────────────────────────────────────────────────────

function placesOf({ problems }: Verdict): string[] {
  return problems.map(({ where }) => where);
}

function verdictsOf({ penalties }: Verdict, player: string): string[] {
  return penalties.filter((each) => each.player === player).map(({ kind, verdict }) => `${kind} ${verdict}`);
}

/** Every way to change or remove one field, at any depth. */
function* mutationsOf(value: unknown): Generator {
  if (typeof value === 'string') yield `${value}x`;
  else if (typeof value === 'number') yield value + 1;
  else if (typeof value === 'boolean') yield !value;
  else if (value === null) yield 'something';
  else if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    yield [...list, 'one more'];
    for (const [index, each] of list.entries()) for (const changed of mutationsOf(each)) yield list.with(index, changed);
  } else if (typeof value === 'object') {
    for (const [field, each] of Object.entries(value)) {
      for (const changed of mutationsOf(each)) yield { ...value, [field]: changed };
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== field));
    }
  }
}

function canonical(event: unknown): string {
  return encode(event as Parameters<typeof encode>[0]);
}

function movedTo(envelope: string, position: number): string {
  return canonical({ ...JSON.parse(envelope), position });
}

/** A third Warning, and the saga that would answer it asleep. */
function earned(hall: Hall): void {
  hall.sagaAwake = false;
  hall.warn('ana slow-play', 'ana slow-play', 'ana slow-play');
}

function ladderLoss(hall: Hall) {
  const warning = hall.ledger.penalties.get(hall.penalties('ana').find((id) => id.startsWith('w-'))!)!;
  return {
    type: 'GameLossApplied' as const,
    cause: hall.ledger.revision,
    data: {
      penalty: `gl-${hall.ledger.revision}`,
      player: 'ana',
      ruling: warning.ruling,
      appliesTo: { when: 'next-game' as const },
      concededBy: ['ana'],
      earned: { warning: warning.id, place: warning.place, reasons: [], review: null },
    },
  };
}

function notice(hall: Hall, more: { acknowledged?: boolean } = {}) {
  const { revision } = hall.ledger;
  const id = last(hall, 'ana');
  const told = { notice: `nt-${revision}`, about: 'penalty' as const, told: revision, player: 'ana', ruling: rulingOf(hall, 'ana', -1) };
  return {
    type: 'HeadJudgeNotified' as const,
    cause: revision,
    data: { ...told, penalty: id, review: null, appeal: null, acknowledged: false, ...more },
  };
}

function infraction(hall: Hall, more: Partial<Infraction> = {}) {
  const position = hall.ledger.revision + 1;
  const circumstances = {
    round: 1,
    table: 7,
    game: 1,
    gameState: 'ongoing' as const,
    offline: false,
    ruledAt: null,
    durationSeconds: null,
  };
  const data: Infraction = {
    ...circumstances,
    ruling: `r-${position}`,
    account: null,
    remedy: null,
    penalty: `w-${position}`,
    player: 'ana',
    category: 'slow-play',
    conditions: [],
    guideline: 'warning',
    deviation: null,
    possibleDuplicateOf: null,
    referral: null,
    ...more,
  };
  return { type: 'WarningIssued' as const, data };
}

function voided(hall: Hall, more: Partial<Change> = {}) {
  const { id, player, kind, category, ruling } = hall.ledger.penalties.get(last(hall, 'ana'))!;
  const change: Change = {
    penalty: id,
    player,
    kind,
    category,
    ending: 'voided',
    becomes: null,
    wasInTally: true,
    staysInTally: false,
    ...more,
  };
  return { type: 'RulingVoided' as const, data: { ruling, changes: [change], reason: hall.seal('so'), review: null } };
}
