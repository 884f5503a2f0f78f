import type { Figure } from '../../charts/figure.js';
import { counted, inWords, sumOf } from '../../charts/numbers.js';

/** What can become of a ruling afterwards, in the order of the bars. */
const OUTCOMES = {
  upheld: 'Appeal upheld',
  overturned: 'Appeal overturned',
  open: 'Appeal still open',
  voided: 'Ruling voided',
  reassigned: 'Moved to another player',
  recategorised: 'Moved to another category',
  replaced: 'Penalty replaced',
} as const;

export type Outcome = keyof typeof OUTCOMES;
export type Outcomes = Readonly<Record<Outcome, number | null>>;

/** How many rulings were appealed and corrected. @param rulings how many there are; null where that is not told. */
export function corrections(outcomes: Outcomes, rulings: number | null, about: string): Figure {
  const rows = (Object.keys(OUTCOMES) as Outcome[]).map((outcome) => ({ label: OUTCOMES[outcome], values: [outcomes[outcome]] }));
  const none = rows.every(({ values: [value] }) => value === 0);
  return {
    id: 'corrections',
    topic: 'Appeals and corrections',
    finding: finding(outcomes, rulings),
    about,
    chart: none ? null : { form: 'bars', rowName: 'What became of it', unit: 'times', series: [{ name: 'Times', fill: 5 }], rows },
  };
}

function finding({ upheld, overturned, open, ...corrected }: Outcomes, rulings: number | null): string {
  const appeals = sumOf([upheld, overturned, open]);
  const nothing = Object.values(corrected).includes(null) ? 'the corrections are of too few persons to be told' : 'nothing was corrected';
  const changed = sumOf(Object.values(corrected));
  const ofRulings = rulings === null ? '' : ` of ${counted(rulings, 'ruling')}`;
  const turned = [upheld, overturned, open].includes(null)
    ? 'The appeals are of too few persons to be told'
    : appealsInWords(appeals, overturned ?? 0);
  return `${turned}; ${changed === 0 ? nothing : `${counted(changed, 'correction was', 'corrections were')} made${ofRulings}`}`;
}

function appealsInWords(appeals: number, overturned: number): string {
  if (appeals === 0) return 'No appeal was made';
  if (appeals === 1) return overturned === 1 ? 'The one appeal was overturned' : 'The one appeal was not overturned';
  if (overturned === 0) return `None of ${inWords(appeals)} appeals was overturned`;
  return `${inWords(overturned)} of ${inWords(appeals)} appeals ${overturned === 1 ? 'was' : 'were'} overturned`;
}
