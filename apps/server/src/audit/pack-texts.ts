import { fold, playersTouched } from '@ladder/ledger';
import type { Ledger, LedgerEvent, Sealed } from '@ladder/ledger';

/**
 * The sealed texts that an audit pack may open, in ledger order: names, and free texts for those who may read them; of everyone, or only what
 * is about one player.
 *
 * @param ledger the empty ledger that the events are folded into.
 */
export function textsFor(ledger: Ledger, events: readonly LedgerEvent[], player: string | null, freeTexts: boolean): Sealed[] {
  return events.flatMap((event) => {
    fold(ledger, event);
    const names = namesIn(event).filter((each) => player === null || each.player === player);
    const about = player === null || playersTouched(ledger, event).includes(player);
    return [...names.map((each) => each.sealed), ...(freeTexts && about ? freeTextsIn(event) : [])];
  });
}

/** The names in an event, each with the player whose name it is; null for those of nobody on the roster. */
function namesIn(event: LedgerEvent): { sealed: Sealed; player: string | null }[] {
  switch (event.type) {
    case 'TournamentOpened':
      return [{ sealed: event.data.name, player: null }];
    case 'OfficialAppointed':
      return [{ sealed: event.data.name, player: null }];
    case 'PlayersEnrolled': {
      const own = event.data.players.flatMap(({ player, name, externalId }) =>
        [name, ...(externalId ? [externalId] : [])].map((sealed) => ({ sealed, player })),
      );
      return [...own, ...event.data.teams.map(({ name }) => ({ sealed: name, player: null }))];
    }
    case 'PlayerCorrected': {
      const { player, name, newTeam } = event.data;
      return [...(name ? [{ sealed: name, player }] : []), ...(newTeam ? [{ sealed: newTeam.name, player }] : [])];
    }
    default:
      return [];
  }
}

function freeTextsIn({ type, data }: LedgerEvent): Sealed[] {
  // What these hold besides names is the reason of a correction.
  if (type === 'TournamentOpened' || type === 'OfficialAppointed' || type === 'PlayersEnrolled') return [];
  const found: Sealed[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (isSealed(value)) found.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk(type === 'PlayerCorrected' ? data.reason : data);
  return found;
}

function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && 'ref' in value && 'commitment' in value;
}
