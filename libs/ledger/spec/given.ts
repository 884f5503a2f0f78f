import type { Edition, Level } from '@ladder/editions';
import type { Escalation, Format, Role } from '../src/index.js';
import { Hall, editionOf, sealed } from './hall.js';
import type { Step } from './hall.js';

/** How a story begins: the tournament, its officials, who is there, the rounds. */

/** A hall in which all this has happened. */
export function given(...steps: readonly Step[]): Hall {
  return new Hall().when(...steps);
}

interface Setting {
  readonly format?: Format;
  readonly escalation?: Escalation;
  readonly edition?: Edition;
}

export const casual = (setting: Setting = {}): Step => tournament('casual', setting);
export const competitive = (setting: Setting = {}): Step => tournament('competitive', setting);
export const professional = (setting: Setting = {}): Step => tournament('professional', setting);

/** Who works in every hall; each id says what the person does. */
const OFFICIALS: readonly (readonly [string, Role])[] = [
  ['head', 'head-judge'],
  ['appeals', 'appeals-judge'],
  ['floor', 'floor-judge'],
  ['floor2', 'floor-judge'],
  ['scorekeeper', 'scorekeeper'],
  ['organizer', 'organizer'],
  ['auditor', 'auditor'],
];

function tournament(level: Level, { format = 'individual', escalation = 'automatic', edition }: Setting): Step {
  return (hall) => {
    if (edition) hall.under(edition);
    hall.send({ type: 'open-tournament', tournament: 't-1', name: sealed('The Open'), level, format, escalation }, 'admin');
    for (const [official, role] of OFFICIALS) {
      const codeHash = `code of ${official}`;
      hall.send({ type: 'appoint-official', official, name: sealed(official), roles: [role], codeHash }, 'admin');
    }
  };
}

/** Players, each by name. */
export function enrolled(...names: readonly string[]): Step {
  return (hall) => {
    const players = names.map((id) => ({ id, name: sealed(id), team: null, externalId: null, kind: 'player' as const }));
    hall.send({ type: 'enrol-players', newTeams: [], players }, 'organizer');
  };
}

/** People who do not play. */
export function attending(...names: readonly string[]): Step {
  return (hall) => {
    const players = names.map((id) => ({ id, name: sealed(id), team: null, externalId: null, kind: 'attendee' as const }));
    hall.send({ type: 'enrol-players', newTeams: [], players }, 'organizer');
  };
}

/** 2v2 teams with their members. */
export function teams(members: Readonly<Record<string, readonly string[]>>): Step {
  return (hall) => {
    const players = Object.values(members).flatMap((names, fresh) =>
      names.map((id) => ({ id, name: sealed(id), team: { fresh }, externalId: null, kind: 'player' as const })),
    );
    hall.send({ type: 'enrol-players', newTeams: Object.keys(members).map(sealed), players }, 'organizer');
  };
}

/** A round starts, or its pairings are replaced: who sits at which table. */
export function round(number: number, tables?: Readonly<Record<number, readonly string[]>>): Step {
  return (hall) => {
    const pairings = tables && Object.entries(tables).map(([table, players]) => ({ table: Number(table), players }));
    hall.send({ type: 'start-round', number, ...(pairings && { pairings }) }, 'scorekeeper');
  };
}

/** So many minutes pass; a command takes one by itself. */
export function minutesPass(minutes: number): Step {
  return (hall) => {
    hall.pass(minutes);
  };
}

export const nightPasses: Step = minutesPass(24 * 60);

/** The saga is not running: nothing that is owed happens until it wakes. */
export const sagaSleeps: Step = (hall) => {
  hall.sagaAwake = false;
};

export const sagaWakes: Step = (hall) => {
  hall.sagaAwake = true;
};

const RIFTBOUND = editionOf('riftbound-2026-10-16');

/** An edition that counts each day on its own, as older ones did. */
export const COUNTED_PER_DAY: Edition = { ...RIFTBOUND, id: 'counted-per-day', countedPer: 'day' };

/** An edition in which only Warnings of the same category add up. */
export const WITHOUT_TOTALS: Edition = {
  ...RIFTBOUND,
  id: 'without-totals',
  ladder: RIFTBOUND.ladder.filter((rule) => rule.scope === 'category'),
};
