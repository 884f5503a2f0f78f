import { severity } from '@ladder/editions';
import type { Penalty } from '@ladder/editions';
import type { LedgerEvent } from '@ladder/ledger';
import { infractionIn } from './guideline.js';
import { at } from './verdict.js';
import type { Problem } from './verdict.js';

/** R9: of the infractions of one player in one ruling the most severe stands, between equals the first named; the others are absorbed. */
export function checkAbsorption(events: readonly LedgerEvent[]): Problem[] {
  const together = new Map<string, { position: number; kind: Penalty; absorbed: boolean }[]>();
  for (const event of events) {
    const infraction = infractionIn(event);
    if (!infraction) continue;
    const { ruling, player, kind, absorbed } = infraction;
    const of = `${ruling} ${player}`;
    together.set(of, [...(together.get(of) ?? []), { position: event.position, kind, absorbed }]);
  }
  return [...together.values()].flatMap((infractions) => {
    const most = Math.max(...infractions.map(({ kind }) => severity(kind)));
    const first = infractions.find(({ kind }) => severity(kind) === most);
    return infractions.flatMap((each): Problem[] => {
      if (each.absorbed === (each !== first)) return [];
      const what = each.absorbed
        ? 'It is recorded as absorbed, though nothing more severe was given with it (R9).'
        : 'It stands, though another infraction of this ruling absorbs it (R9).';
      return [{ where: at(each.position), what }];
    });
  });
}
