import type { Edition } from '@ladder/editions';
import type { Opened, recordView } from '@ladder/ledger';
import type { Screen } from './screen.js';
import { PENALTY_NAMES, PENALTY_STYLES, categoryName, count, placeWords, tallyRows } from './words.js';

export type PlayerRecord = Opened<ReturnType<typeof recordView>>;
type RecordPenalty = PlayerRecord['penalties'][number];

/** A player's record: tallies, penalties, and what is asked or appealed. */
export function showRecord(screen: Screen, edition: Edition, record: PlayerRecord): void {
  const { player, asOf, tallies, penalties, reviews, appeals, investigations } = record;
  screen.heading(`${player.name} (${player.id}), ${player.status}`);
  screen.paragraph(`at position ${asOf.position}, ${asOf.recordedAt}`, { style: 'dim' });

  screen.line();
  const rows = tallyRows(edition, tallies);
  if (rows.length === 0) screen.line('No Warning counts.');
  for (const { name, warnings, upgradesAt } of rows) {
    const near = upgradesAt !== null && warnings + 1 >= upgradesAt;
    const at = upgradesAt === null ? 'never upgrades' : `Game Loss at ${upgradesAt}`;
    screen.paragraph(`${count(warnings, 'Warning')}: ${name} (${at})`, { hang: 2, style: near ? 'red' : 'yellow' });
  }

  screen.line();
  if (penalties.length === 0) screen.line('No penalty was given.');
  for (const penalty of penalties) showPenalty(screen, edition, record, penalty);

  const open = [
    ...reviews.filter((each) => each.status === 'open').map((each) => `Asked of the head judge: ${each.text}`),
    ...appeals.map((each) => `Appeal ${each.appeal} of ruling ${each.ruling}: ${each.decision?.decision ?? 'open'}.`),
    ...investigations.map((each) => `Investigation ${each.investigation}: ${each.finding?.finding ?? 'open'}.`),
  ];
  if (open.length > 0) screen.line();
  for (const each of open) screen.paragraph(each, { hang: 2, style: 'magenta' });
}

function showPenalty(screen: Screen, edition: Edition, { rulings }: PlayerRecord, penalty: RecordPenalty): void {
  const { id, penalty: kind, status, served, annulled, category, ruling, round, mergedInto, replacedBy, reasons } = penalty;
  const given = rulings.find((each) => each.ruling === ruling);
  const imported = given?.origin === 'import' ? ', imported' : '';
  const inForce = ['standing', 'pending', 'served'].includes(status) && !annulled;
  const head = `${id}  ${PENALTY_NAMES[kind]}, ${annulled ? 'annulled' : status}`;
  screen.line(screen.paint(inForce ? PENALTY_STYLES[kind] : ['dim', 'strikethrough'], head));
  screen.paragraph(`${placeWords({ round, table: given?.table ?? null })}: ${categoryName(edition, category)} (${ruling}${imported})`, {
    indent: 6,
  });
  for (const { rule, count: warnings, threshold, cites } of reasons) {
    screen.paragraph(`because of ${count(warnings, 'Warning')}, Game Loss at ${threshold} (${rule}; ${cites.join(', ')})`, {
      indent: 6,
      hang: 2,
      style: 'dim',
    });
  }
  const later = [
    ...(served ? [`conceded: ${placeWords(served)}`] : []),
    ...(mergedInto === null ? [] : [`one with ${mergedInto}`]),
    ...(replacedBy === null ? [] : [`replaced by ${replacedBy}`]),
  ];
  if (later.length > 0) screen.paragraph(later.join('; '), { indent: 6, hang: 2, style: 'dim' });
}
