import { describe, expect, test } from '@jest/globals';
import { attending, competitive, enrolled, given, minutesPass, round, sagaSleeps, sagaWakes, teams } from '../../spec/given.js';
import { Hall, sealed } from '../../spec/hall.js';
import type { Step } from '../../spec/hall.js';
import {
  appeal,
  close,
  confirm,
  conclude,
  drop,
  investigate,
  lossOf,
  penaltyOf,
  reinstate,
  reopen,
  replace,
  rule,
  serve,
  times,
  uphold,
  voidRuling,
  warn,
  send,
} from '../../spec/steps.js';
import { PAIRING_MINUTES, decide, officialPairedBy, officialsView, rolesOf } from '../index.js';
import type { Command } from '../index.js';

/** R7, R37 and who is here: a tournament opens, enrols, appoints, closes. */

describe('opening', () => {
  test('nothing is done in a tournament that was not opened', () => {
    const hall = new Hall();
    expect(hall.refuses(warn('Ana slow-play'))).toMatchObject({ refused: 'unknown-tournament' });
    expect(hall.refuses(send({ type: 'close-tournament' }, 'admin'))).toMatchObject({ refused: 'unknown-tournament' });
  });

  test('a tournament is opened once, by the administrator', () => {
    const open: Command = {
      type: 'open-tournament',
      tournament: 't-1',
      name: sealed('The Open'),
      level: 'casual',
      format: 'individual',
      escalation: 'automatic',
    };
    expect(new Hall().refuses(send(open, 'head'))).toMatchObject({ refused: 'not-granted' });
    expect(at().refuses(send(open, 'admin'))).toMatchObject({ refused: 'tournament-exists' });
  });
});

describe('enrolling', () => {
  test('an id is taken once', () => {
    expect(at().refuses(enrolled('Ana'))).toMatchObject({ refused: 'already-enrolled' });
    expect(at().refuses(enrolled('Cem', 'Cem'))).toMatchObject({ refused: 'already-enrolled' });
  });

  test('who does not play has no team', () => {
    const player = { id: 'Zoe', name: sealed('Zoe'), team: { fresh: 0 }, externalId: null, kind: 'attendee' as const };
    const enrol: Command = { type: 'enrol-players', newTeams: [sealed('Red')], players: [player] };
    expect(at().refuses(send(enrol, 'organizer'))).toMatchObject({ refused: 'invalid-request' });
    expect(
      at()
        .when(attending('Zoe'))
        .refuses(
          send({ type: 'correct-player', player: 'Zoe', team: { fresh: 0 }, newTeams: [sealed('Red')], reason: sealed('r') }, 'head'),
        ),
    ).toMatchObject({ refused: 'invalid-request' });
  });

  test('a team of thousands of players stands in the event of its first member', () => {
    const members = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`team ${index}`, [`a${index}`, `b${index}`]]));
    const hall = given(competitive({ format: '2v2' }), teams(members));
    const enrolments = hall.events.flatMap((event) => (event.type === 'PlayersEnrolled' ? [event.data] : []));
    expect(enrolments.map((each) => [each.teams.length, each.players.length])).toEqual([
      [200, 400],
      [100, 200],
    ]);
    expect([...hall.ledger.teams.values()].every((team) => team.members.length === 2)).toBe(true);
  });

  test('a later member joins a team by its id', () => {
    const hall = given(competitive({ format: '2v2' }), teams({ Red: ['Ana'] }));
    const [red] = [...hall.ledger.teams.keys()];
    const player = { id: 'Cleo', name: sealed('Cleo'), team: { existing: red ?? '' }, externalId: null, kind: 'player' as const };
    hall.when(send({ type: 'enrol-players', newTeams: [], players: [player] }, 'organizer'));
    expect(hall.ledger.teams.get(red ?? '')?.members).toEqual(['Ana', 'Cleo']);
  });

  test('a name is corrected, and so is a team: who moves concedes with the new one', () => {
    const hall = given(competitive({ format: '2v2' }), teams({ Red: ['Ana', 'Cleo'], Blue: ['Ben'] }), round(1));
    const [, blue] = [...hall.ledger.teams.keys()];
    hall.when(
      send(
        {
          type: 'correct-player',
          player: 'Cleo',
          name: sealed('Chloe'),
          team: { existing: blue ?? '' },
          newTeams: [],
          reason: sealed('r'),
        },
        'head',
      ),
      rule('Ben decklist-error'),
    );
    expect(hall.penalties('Ben')[0]?.concededBy).toEqual(['Ben', 'Cleo']);
    expect(hall.recordOf('Cleo').player).toMatchObject({ name: 'Chloe', team: 'Blue' });
    hall.when(send({ type: 'correct-player', player: 'Cleo', team: null, newTeams: [], reason: sealed('r') }, 'head'));
    expect(hall.recordOf('Cleo').player.team).toBeNull();
    hall.when(
      send({ type: 'correct-player', player: 'Cleo', team: { fresh: 0 }, newTeams: [sealed('Green')], reason: sealed('r') }, 'head'),
    );
    expect(hall.recordOf('Cleo').player.team).toBe('Green');
  });

  test('a correction corrects something of somebody', () => {
    const hall = at();
    expect(hall.refuses(send({ type: 'correct-player', player: 'Ana', newTeams: [], reason: sealed('r') }, 'head'))).toMatchObject({
      refused: 'invalid-request',
    });
    expect(
      hall.refuses(send({ type: 'correct-player', player: 'Zoe', name: sealed('Z'), newTeams: [], reason: sealed('r') }, 'head')),
    ).toMatchObject({ refused: 'unknown-player' });
  });
});

describe('officials', () => {
  const appoint = (official: string, roles: readonly 'floor-judge'[] = ['floor-judge']): Step =>
    send({ type: 'appoint-official', official, name: sealed(official), roles, codeHash: `first code of ${official}` }, 'organizer');
  const pair = (codeHash: string): Step => send({ type: 'pair-official', codeHash }, 'nobody');

  test('are appointed by organizer or head judge, each id once, and never as the system itself', () => {
    const hall = at().when(appoint('eve'));
    expect(hall.refuses(appoint('eve'))).toMatchObject({ refused: 'already-appointed' });
    for (const taken of ['admin', 'saga']) expect(hall.refuses(appoint(taken))).toMatchObject({ refused: 'invalid-request' });
    const byFloor = send({ type: 'appoint-official', official: 'x', name: sealed('x'), roles: [], codeHash: 'c' }, 'floor');
    expect(hall.refuses(byFloor)).toMatchObject({ refused: 'not-granted' });
  });

  test('a pairing code works once', () => {
    const hall = at().when(appoint('eve'));
    expect(officialPairedBy(hall.ledger, 'first code of eve')).toBe('eve');
    hall.when(pair('first code of eve'));
    expect(hall.refuses(pair('first code of eve'))).toMatchObject({ refused: 'pairing-code-invalid' });
    expect(hall.refuses(pair('a guess'))).toMatchObject({ refused: 'pairing-code-invalid' });
    expect(officialsView(hall.ledger).find((each) => each.id === 'eve')).toMatchObject({ paired: true, revoked: false });
  });

  test('a pairing code works for ten minutes', () => {
    const within = at().when(appoint('eve'), minutesPass(PAIRING_MINUTES - 2));
    expect(within.refuses(pair('first code of eve'))).toBeUndefined();
    const later = at().when(appoint('eve'), minutesPass(PAIRING_MINUTES - 1));
    expect(later.refuses(pair('first code of eve'))).toMatchObject({ refused: 'pairing-code-invalid' });
  });

  test('a new code kills the one before', () => {
    const hall = at().when(appoint('eve'), send({ type: 'issue-pairing', official: 'eve', codeHash: 'second code' }, 'head'));
    expect(hall.refuses(pair('first code of eve'))).toMatchObject({ refused: 'pairing-code-invalid' });
    expect(hall.refuses(pair('second code'))).toBeUndefined();
  });

  test('who is revoked has no role and no code, until given roles again', () => {
    const hall = at().when(send({ type: 'revoke-official', official: 'floor', reason: sealed('r') }, 'head'));
    expect(rolesOf(hall.ledger, 'floor')).toEqual([]);
    expect(hall.refuses(pair('code of floor'))).toMatchObject({ refused: 'pairing-code-invalid' });
    expect(hall.refuses(send({ type: 'issue-pairing', official: 'floor', codeHash: 'c' }, 'head'))).toMatchObject({
      refused: 'official-revoked',
    });
    expect(hall.refuses(send({ type: 'revoke-official', official: 'floor', reason: sealed('r') }, 'head'))).toMatchObject({
      refused: 'official-revoked',
    });
    hall.when(send({ type: 'change-roles', official: 'floor', roles: ['scorekeeper', 'scorekeeper'], reason: sealed('r') }, 'head'));
    expect(rolesOf(hall.ledger, 'floor')).toEqual(['scorekeeper']);
  });

  test('somebody unknown is neither changed nor revoked', () => {
    for (const command of [
      { type: 'issue-pairing', official: 'x', codeHash: 'c' },
      { type: 'change-roles', official: 'x', roles: [], reason: sealed('r') },
      { type: 'revoke-official', official: 'x', reason: sealed('r') },
    ] as const) {
      expect(at().refuses(send(command, 'head'))).toMatchObject({ refused: 'unknown-official' });
    }
  });
});

describe('after closing', () => {
  const closed = () =>
    at().when(
      times(2, warn('Ana slow-play')),
      warn('Ana slow-play', { as: 'third', offline: true }),
      rule('Ben decklist-error', { as: 'list' }),
      close(),
    );

  test('no new ruling is taken, and no round, enrolment or extension (R37)', () => {
    for (const step of [warn('Ana slow-play'), rule('Ana theft', { by: 'head' }), round(2), enrolled('Cem')]) {
      expect(closed().refuses(step)).toMatchObject({ refused: 'tournament-closed' });
    }
  });

  test('appeals, reviews, investigations, serving and the head judge’s corrections go on (R37)', () => {
    const hall = closed().when(
      confirm('Ana'),
      appeal('third', 'Ana', { as: 'plea' }),
      uphold('plea'),
      serve(lossOf('Ana')),
      investigate('Ana'),
      conclude('Ana', 'no-violation'),
      replace(penaltyOf('list'), 'warning'),
      voidRuling('list'),
    );
    expect(hall.losses('Ana')).toEqual(['game-loss served next-game']);
    expect(hall.losses('Ben')).toEqual(['game-loss replaced now']);
  });

  test('nobody but the head judge corrects any more (R37)', () => {
    const hall = at().when(warn('Ana slow-play', { as: 'slow' }), close());
    expect(hall.refuses(voidRuling('slow', { by: 'floor' }))).toMatchObject({ refused: 'tournament-closed' });
  });

  test('the head judge reopens it, and rulings are taken again (R37)', () => {
    const hall = closed();
    expect(hall.refuses(reopen({ by: 'organizer' }))).toMatchObject({ refused: 'not-granted' });
    hall.when(reopen(), warn('Ben slow-play'));
    expect(hall.warnings('Ben')).toEqual({ 'slow-play': 1, 'tournament-error': 1 });
  });

  test('it is not closed or opened twice (R37)', () => {
    expect(closed().refuses(close())).toMatchObject({ refused: 'tournament-closed' });
    expect(at().refuses(reopen())).toMatchObject({ refused: 'tournament-open' });
  });

  test('what was owed is still paid (R37)', () => {
    const hall = at().when(sagaSleeps, times(3, warn('Ana slow-play')), close(), sagaWakes);
    expect(hall.losses('Ana')).toEqual(['game-loss pending now']);
    expect(hall.told()).toEqual(['penalty Ana']);
  });

  test('who has gone may still be dropped and taken back (R38)', () => {
    expect(closed().when(drop('Ana'), reinstate('Ana')).status('Ana')).toBe('playing');
  });
});

describe('erasing a person', () => {
  const erase = (
    kind: 'player' | 'official',
    id: string,
    more: { force?: boolean; reason?: ReturnType<typeof sealed> | null } = {},
  ): Step => send({ type: 'erase-person', kind, id, force: more.force ?? false, reason: more.reason ?? null }, 'organizer');

  test('waits until the tournament is closed, or takes a reason', () => {
    const hall = at();
    expect(hall.refuses(erase('player', 'Ana'))).toMatchObject({ refused: 'tournament-not-closed' });
    expect(hall.refuses(erase('player', 'Ana', { force: true }))).toMatchObject({ refused: 'invalid-request' });
    expect(hall.refuses(erase('player', 'Ana', { force: true, reason: sealed('asked for it') }))).toBeUndefined();
    expect(at().when(close()).refuses(erase('player', 'Ana'))).toBeUndefined();
  });

  test('leaves rulings and tallies as they are', () => {
    const hall = at().when(times(2, warn('Ana slow-play')), close(), erase('player', 'Ana'));
    expect(hall.warnings('Ana')).toEqual({ 'slow-play': 2, 'tournament-error': 2 });
  });

  test('happens once, and no name comes after it that could not be erased again', () => {
    const hall = at().when(close(), erase('player', 'Ana'));
    expect(hall.refuses(erase('player', 'Ana'))).toMatchObject({ refused: 'already-erased' });
    const rename = send({ type: 'correct-player', player: 'Ana', name: sealed('Anna'), newTeams: [], reason: sealed('r') }, 'head');
    expect(hall.refuses(rename)).toMatchObject({ refused: 'already-erased' });
  });

  test('takes an official’s roles and codes for good', () => {
    const hall = at().when(close(), erase('official', 'floor'));
    expect(rolesOf(hall.ledger, 'floor')).toEqual([]);
    const back = send({ type: 'change-roles', official: 'floor', roles: ['floor-judge'], reason: sealed('r') }, 'head');
    expect(hall.refuses(back)).toMatchObject({ refused: 'already-erased' });
  });

  test('is of somebody who is here, and the organizer’s to do', () => {
    const hall = at().when(close());
    expect(hall.refuses(erase('player', 'Zoe'))).toMatchObject({ refused: 'unknown-player' });
    expect(hall.refuses(erase('official', 'zoe'))).toMatchObject({ refused: 'unknown-official' });
    const byFloor = send({ type: 'erase-person', kind: 'player', id: 'Ana', force: false, reason: null }, 'floor');
    expect(hall.refuses(byFloor)).toMatchObject({ refused: 'not-granted' });
  });
});

test('each audit pack that is taken is in the ledger: by whom, and whose texts it opens', () => {
  const hall = at().when(
    send({ type: 'take-audit-pack', player: 'Ana' }, 'auditor'),
    send({ type: 'take-audit-pack', player: null }, 'head'),
  );
  expect(hall.events.slice(-2)).toMatchObject([
    { type: 'AuditPackTaken', data: { player: 'Ana' }, metadata: { by: 'auditor' } },
    { type: 'AuditPackTaken', data: { player: null }, metadata: { by: 'head' } },
  ]);
  expect(hall.refuses(send({ type: 'take-audit-pack', player: 'Zoe' }, 'auditor'))).toMatchObject({ refused: 'unknown-player' });
  expect(hall.refuses(send({ type: 'take-audit-pack', player: null }, 'floor'))).toMatchObject({ refused: 'not-granted' });
});

test('a command is judged on the very ledger that it is decided on, and leaves it as it is', () => {
  const hall = at();
  const before = hall.ledger.revision;
  decide(hall.ledger, { type: 'close-tournament' }, { by: 'head', now: hall.now });
  expect(hall.ledger.revision).toBe(before);
  expect(hall.ledger.tournament?.status).toBe('open');
});

function at(): Hall {
  return given(competitive(), enrolled('Ana', 'Ben'), round(1));
}
