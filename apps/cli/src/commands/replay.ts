import { playersTouched, player as nameOf, standingWarnings, summaryOf, talliesOf } from '@ladder/ledger';
import type { Ledger, LedgerEvent } from '@ladder/ledger';
import { Complaint } from '../complaint.js';
import { dataFolder } from '../folder/data-folder.js';
import { Files } from '../folder/files.js';
import { knownPlayer, knownTournament } from '../folder/find.js';
import { showStep } from '../screen/show-steps.js';
import { tallyWords } from '../screen/words.js';
import type { Surroundings } from '../surroundings.js';

export interface ReplayOptions {
  readonly player?: string;
  readonly asOf?: number;
  readonly data?: string;
  readonly json?: boolean;
}

/**
 * Tells a ledger event by event, with the tallies of the touched players right after each, and at the end all tallies as they were at that
 * position. Everything is folded anew from the files.
 */
export async function replay({ screen, env }: Surroundings, tournament: string, options: ReplayOptions): Promise<void> {
  await Files.reading(dataFolder(options.data, env), env, async (files) => {
    const end = await knownTournament(files, tournament);
    const last = options.asOf ?? end.revision;
    if (last > end.revision) throw new Complaint(`${tournament} ends at position ${end.revision}: there is no position ${last}.`);
    const only = options.player === undefined ? null : await knownPlayer(files, end, options.player);

    const events = [];
    let then = end;
    for await (const { event, ledger } of files.steps(tournament)) {
      const touched = playersTouched(ledger, event);
      if (only === null || touched.includes(only)) events.push(inWords(ledger, event, only === null ? touched : [only]));
      if (event.position === last) {
        then = ledger;
        break;
      }
    }
    const counted = [...then.players.keys()].filter((id) => (only === null ? standingWarnings(then, id).length > 0 : id === only));
    const asOf = { position: then.revision, recordedAt: then.recordedAt };
    const told = await files.open({ tournament, asOf, events, tallies: counted.map((id) => tallied(then, id)) }, end);
    if (options.json) {
      screen.json(told);
      return;
    }
    for (const event of told.events) {
      // Whoever enrols has no Warning yet, and a whole hall enrols at once.
      const changed = event.tallies.filter(({ tallies }) => tallies.families.length > 0 || only !== null);
      showStep(screen, then.edition, event, changed);
    }
    screen.heading(`Tallies at position ${asOf.position}`);
    screen.paragraph('Standing Warnings / so many or more are a Game Loss', { style: 'dim' });
    if (told.tallies.length === 0) screen.line('Nobody has a Warning.');
    for (const { player, name, tallies } of told.tallies) {
      screen.paragraph(`${name} (${player})`, { style: 'bold' });
      screen.paragraph(tallyWords(then.edition, tallies), { indent: 2, hang: 2 });
    }
  });
}

function inWords(ledger: Ledger, event: LedgerEvent, players: readonly string[]) {
  const { position, type, metadata } = event;
  return {
    position,
    type,
    by: metadata.by,
    cause: metadata.cause,
    recordedAt: metadata.recordedAt,
    summary: summaryOf(ledger, event),
    tallies: players.map((id) => tallied(ledger, id)),
  };
}

function tallied(ledger: Ledger, player: string) {
  return { player, name: nameOf(player), tallies: talliesOf(ledger, player) };
}
