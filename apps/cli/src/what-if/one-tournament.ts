import { whatIf } from '@ladder/audit';
import type { Edition } from '@ladder/editions';
import { player as nameOf } from '@ladder/ledger';
import { Complaint } from '../complaint.js';
import type { Files } from '../folder/files.js';
import { knownPlayer, knownTournament } from '../folder/find.js';
import type { WhatIfTold } from '../screen/show-what-if.js';
import type { Variant } from './variants.js';

/**
 * What one ladder would have made of a tournament, with the names of whom it concerns.
 *
 * @param player a player's id or a part of the name: only what would change for this one; `asOf`: as things stood at that position.
 * @throws Complaint for a tournament, a player or a position that is not there, and for an edition that lacks a category which was ruled on.
 */
export async function oneTournament(
  files: Files,
  tournament: string,
  { under }: Variant,
  { player, asOf }: { player?: string | undefined; asOf?: number | undefined },
): Promise<{ recorded: Edition; told: WhatIfTold }> {
  const end = await knownTournament(files, tournament);
  const last = asOf ?? end.revision;
  if (last > end.revision) throw new Complaint(`${tournament} ends at position ${end.revision}: there is no position ${last}.`);
  const only = player === undefined ? null : await knownPlayer(files, end, player);
  const other = under(end.edition);
  const answer = whatIf((await files.events(tournament)).slice(0, last + 1), other);
  if ('unknownCategories' in answer) {
    throw new Complaint(`${other.id} has no ${answer.unknownCategories.join(', ')}, which was ruled on here: it cannot tell.`);
  }
  const players = answer.players.filter((each) => only === null || each.player === only);
  const named = players.map((each) => ({ ...each, name: nameOf(each.player) }));
  return { recorded: end.edition, told: await files.open({ ...answer, players: named }, end) };
}
