import { openInvestigations, tournamentView } from '@ladder/ledger';
import type { Ledger } from '@ladder/ledger';
import { figure } from '../charts/figure.js';
import { capital, counted, inWords, listed } from '../charts/numbers.js';
import { page } from '../charts/page.js';
import type { KeyFigure } from '../charts/page.js';
import type { Files } from '../folder/files.js';
import { daysInWords, momentInWords } from './days.js';
import {
  answered,
  categoriesByRound,
  climbs,
  earned,
  outcomesOf,
  penaltiesByRound,
  rulingsByOfficial,
  standingPenalties,
  standingRulings,
  upgradesOf,
  warningsIn,
} from './from-ledger.js';
import { categories } from './sections/categories.js';
import { corrections } from './sections/corrections.js';
import { extensions } from './sections/extensions.js';
import { judges } from './sections/judges.js';
import { nearest } from './sections/nearest.js';
import { penalties } from './sections/penalties.js';
import { reviews } from './sections/reviews.js';
import { durationInWords, medianOf, timeToRule } from './sections/time-to-rule.js';
import { upgrades } from './sections/upgrades.js';
import { unmistakable } from './unmistakable.js';

const AUDIENCE =
  'For the head judge and the judges of this tournament. It names players and officials: do not pass it on, and delete it when it is not needed any more.';

const STANDING = 'Infractions that stand now, in the round that they were ruled in. Absorbed ones are not counted.';
const PENALTIES =
  'Penalties that stand now, and the Warnings in the tallies. A Game Loss that a Warning earned is counted in the round of that Warning, beside the Warning.';
const UPGRADES =
  'Game Losses that stand now and that Warnings earned, by the rule that was crossed; one that crossed two rules is counted under both.';
const CORRECTIONS = 'What became of rulings after they were made. A correction never edits a ruling: both stay in the ledger.';
const REVIEWS = 'Questions that only the head judge answers; nothing happens to a player until then.';

/** The report of one tournament for those who judge it: with names, as of the position where the ledger ends. */
export async function headJudgeReport(files: Pick<Files, 'open'>, ledger: Ledger): Promise<string> {
  const { tournament, people, ...named } = await files.open(
    {
      tournament: tournamentView(ledger),
      people: climbs(ledger),
      upgrades: upgradesOf(ledger),
      officials: rulingsByOfficial(ledger),
    },
    ledger,
  );
  const rulings = standingRulings(ledger);
  const seconds = rulings.flatMap(({ durationSeconds }) => (durationSeconds === null ? [] : [durationSeconds]));
  const { rules, all } = earned(ledger);
  const sections = [
    categories(categoriesByRound(ledger), STANDING),
    penalties(penaltiesByRound(ledger), 'Round', PENALTIES),
    nearest(unmistakable(people)),
    upgrades(rules, all, UPGRADES, named.upgrades),
    timeToRule(seconds, rulings.length),
    extensions(ledger.extensions),
    corrections(outcomesOf(ledger), ledger.rulings.size, CORRECTIONS),
    reviews(answered(ledger), REVIEWS),
    judges(named.officials),
  ];
  const drawn = [];
  for (const section of sections) drawn.push(await figure(section));
  const { id, name, level, format, counts, currentRound, status, position } = tournament;
  const starts = [...ledger.rounds.values()].map(({ startedAt }) => startedAt);
  const when = daysInWords(starts[0] ?? tournament.openedAt, starts.at(-1) ?? tournament.openedAt);
  const size = `${counted(counts.players, 'player')}, ${counted(counts.officials, 'official')}, ${counted(currentRound, 'round')}`;
  return page({
    title: `Penalties of ${name ?? id}`,
    lead: [`${capital(level)}, ${format}`, size, when, status === 'open' ? 'not closed yet' : 'closed'].join(' · '),
    audience: AUDIENCE,
    figures: keyFigures(ledger, all, seconds),
    sections: drawn,
    foot: `Made from the ledger of ${id} as it was at position ${position}, recorded on ${momentInWords(ledger.recordedAt)}, under the ${ledger.edition.title}. Numbers are of that position; what came later is not in it.`,
  });
}

function keyFigures(ledger: Ledger, upgraded: number, seconds: readonly number[]): KeyFigure[] {
  const standing = standingPenalties(ledger);
  const count = (kind: string): number => standing.filter((each) => each.kind === kind).length;
  const gameLosses = count('game-loss');
  const { counts } = tournamentView(ledger);
  const investigations = openInvestigations(ledger).length;
  const open = counts.openReviews + counts.openAppeals + investigations + counts.pendingLosses;
  const minutes = ledger.extensions.reduce((sum, each) => sum + each.minutes, 0);
  const waits = [
    ...(counts.openReviews > 0 ? [counted(counts.openReviews, 'question')] : []),
    ...(counts.openAppeals > 0 ? [counted(counts.openAppeals, 'appeal')] : []),
    ...(investigations > 0 ? [counted(investigations, 'investigation')] : []),
    ...(counts.pendingLosses > 0 ? [`${counted(counts.pendingLosses, 'loss', 'losses')} to serve`] : []),
  ];
  return [
    { name: 'Rulings', value: inWords(ledger.rulings.size), remark: `${inWords(standingRulings(ledger).length)} stand` },
    { name: 'Warnings', value: inWords(warningsIn(ledger).length), remark: 'in the tallies' },
    { name: 'Game Losses', value: inWords(gameLosses), remark: `${inWords(upgraded)} earned by Warnings` },
    { name: 'Match Losses', value: inWords(count('match-loss')), remark: 'stand' },
    { name: 'Disqualifications', value: inWords(count('disqualification')), remark: 'stand' },
    { name: 'Time to rule', value: seconds.length > 0 ? durationInWords(medianOf(seconds)) : '–', remark: 'median' },
    { name: 'Extra time', value: `${inWords(minutes)} min`, remark: counted(ledger.extensions.length, 'extension') },
    { name: 'Still open', value: inWords(open), remark: waits.length === 0 ? 'nothing' : listed(waits) },
  ];
}
