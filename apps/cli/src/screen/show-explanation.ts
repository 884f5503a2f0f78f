import type { Edition } from '@ladder/editions';
import type { Opened, explanationView } from '@ladder/ledger';
import type { Screen } from './screen.js';
import { PENALTY_NAMES, PENALTY_STYLES, categoryName, placeWords } from './words.js';

export type Explanation = Opened<ReturnType<typeof explanationView>>;

/** Why a penalty is there: the story first, then what it rests on. */
export function showExplanation(screen: Screen, edition: Edition, explanation: Explanation): void {
  const { penalty, player, text, counted, reasons, causes, corrections } = explanation;
  screen.heading(`Why ${player.name} has the ${PENALTY_NAMES[penalty.penalty]} ${penalty.id}`);
  screen.line();
  screen.paragraph(text, { style: PENALTY_STYLES[penalty.penalty] });

  if (counted.length > 0) screen.line(`\n${screen.paint('bold', 'Counted')}`);
  counted.forEach((each, index) => {
    const gone = each.status === 'standing' ? '' : ` (${each.status} since)`;
    screen.paragraph(
      `${index + 1}. ${placeWords(each)}: ${categoryName(edition, each.category)}, by ${each.judge} (${each.ruling})${gone}`,
      { hang: 3 },
    );
  });

  if (reasons.length > 0) screen.line(`\n${screen.paint('bold', 'The rule')}`);
  for (const { rule, count, threshold, cites } of reasons) {
    screen.paragraph(`${rule}: ${count} counted, a Game Loss from ${threshold} on (${cites.join(', ')})`, { hang: 3 });
  }

  screen.line(`\n${screen.paint('bold', 'How it came, from the ledger')}`);
  for (const { position, type } of causes.toReversed()) screen.line(`${String(position).padStart(5)}  ${type}`);

  if (corrections.length > 0) screen.line(`\n${screen.paint('bold', 'Since then')}`);
  for (const { position, summary, reason } of corrections) {
    screen.paragraph(`${position}  ${summary}${reason === null ? '' : ` "${reason}"`}`, { indent: 2, hang: 5 });
  }
}
