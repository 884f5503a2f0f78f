import { LEVELS } from '@ladder/editions';
import { FEWEST_PERSONS } from '@ladder/projections';
import type { AnalyticsQuestion, AnalyticsReader } from '@ladder/projections';
import { figure } from '../charts/figure.js';
import { capital, counted, inWords, sumInWords } from '../charts/numbers.js';
import { page } from '../charts/page.js';
import type { KeyFigure } from '../charts/page.js';
import { daysInWords } from './days.js';
import { FromAnalytics } from './from-analytics.js';
import { categories } from './sections/categories.js';
import { corrections } from './sections/corrections.js';
import { distances } from './sections/distances.js';
import { judgeHours } from './sections/judge-hours.js';
import { levels } from './sections/levels.js';
import { minutes } from './sections/minutes.js';
import { penalties } from './sections/penalties.js';
import type { PenaltiesOf } from './sections/penalties.js';
import { persons } from './sections/persons.js';
import { reviews } from './sections/reviews.js';
import { upgrades } from './sections/upgrades.js';

const AUDIENCE = `For analysts. It names nobody, and tells nothing of fewer than ${FEWEST_PERSONS} persons: “not told” stands there, “3+” is a sum without what is not told.`;

/** What a report is of. */
export interface Source {
  readonly title: string;
  readonly about: string;
}

/** The report for those who compare tournaments: no name, and no number of too few persons. */
export async function analystsReport(reader: AnalyticsReader, question: AnalyticsQuestion, { title, about }: Source): Promise<string> {
  const from = new FromAnalytics(reader, question);
  const cells = from.categoriesByLevel();
  const sections = [
    categories(from.categoriesByRound(), from.about('categories-by-round')),
    levels(cells, from.about('categories-by-level')),
    penalties(
      penaltiesByLevel(cells),
      'Level',
      from.about('categories-by-level'),
      cells.some(({ infractions }) => infractions === null),
    ),
    upgrades(from.upgrades(), null, from.about('upgrades'), null),
    distances(from.distances(), from.about('distance-to-upgrade')),
    minutes(from.times(), from.about('time-to-rule')),
    corrections(from.outcomes(), null, `${from.about('appeals')} ${from.about('corrections')}`),
    reviews(from.answered(), from.about('reviews')),
    persons(from.persons(), FEWEST_PERSONS, from.about('player-counters')),
    judgeHours(from.judges(), FEWEST_PERSONS, from.about('judges')),
  ];
  const drawn = [];
  for (const section of sections) drawn.push(await figure(section));
  const days = from.days();
  return page({
    title,
    lead: days === null ? `${about} · no infraction${chosen(question)}` : `${about} · ${daysInWords(days.first, days.last)}`,
    audience: AUDIENCE,
    figures: keyFigures(from, cells),
    sections: drawn,
    foot: `Counted by pseudonyms from everything that was recorded when this was made${chosen(question) && `, of the rulings${chosen(question)}`}. A person has the same one in every tournament; only who holds the key of the data folder can tell whose it is.`,
  });
}

/** Which days were asked for, where not all were: " from 2026-11-07 to 2026-11-08" */
function chosen({ from, to }: AnalyticsQuestion): string {
  if (from === undefined) return to === undefined ? '' : ` up to ${to}`;
  return to === undefined ? ` from ${from} on` : ` from ${from} to ${to}`;
}

type Cells = ReturnType<FromAnalytics['categoriesByLevel']>;

/** What the infractions cost at each level, as far as it is told. What Warnings earned is counted by rule, elsewhere. */
function penaltiesByLevel(cells: Cells): PenaltiesOf[] {
  return LEVELS.filter((level) => cells.some((each) => each.level === level)).map((level) => {
    const sum = (kind: string): number =>
      cells.filter((each) => each.level === level).reduce((all, { penalties: of }) => all + (of[kind] ?? 0), 0);
    return {
      label: capital(level),
      counts: {
        none: sum('none'),
        warning: sum('warning'),
        earned: 0,
        'game-loss': sum('game-loss'),
        'match-loss': sum('match-loss'),
        disqualification: sum('disqualification'),
      },
    };
  });
}

function keyFigures(from: FromAnalytics, cells: Cells): KeyFigure[] {
  const kind = (name: string): string => sumInWords(cells.map(({ penalties: of }) => of[name] ?? null));
  const upgraded = sumInWords(from.upgrades().map(({ gameLosses }) => gameLosses));
  const times = from.times();
  const { upheld, overturned, open } = from.outcomes();
  const told = from.persons().length;
  return [
    { name: 'Rulings', value: sumInWords(times.map(({ rulings }) => rulings)), remark: 'that stand' },
    {
      name: 'Infractions',
      value: sumInWords(cells.map(({ infractions }) => infractions)),
      remark: told > 0 ? `of ${counted(told, 'person')}` : cells.length > 0 ? 'of too few persons' : 'that stand',
    },
    { name: 'Warnings', value: kind('warning'), remark: 'that stand' },
    { name: 'Game Losses', value: kind('game-loss'), remark: `given; earned by Warnings: ${upgraded}` },
    { name: 'Match Losses', value: kind('match-loss'), remark: 'that stand' },
    { name: 'Disqualifications', value: kind('disqualification'), remark: 'that stand' },
    {
      name: 'Appeals',
      value: sumInWords([upheld, overturned, open]),
      remark: overturned === null ? 'overturned: not told' : `${inWords(overturned)} overturned`,
    },
    { name: 'Extra time', value: `${sumInWords(times.map(({ extensionMinutes }) => extensionMinutes))} min`, remark: 'with rulings' },
  ];
}
