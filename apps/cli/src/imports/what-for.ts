import { PENALTIES, categoryOf, conditionsGiving, outcomeOf, penaltyIn, severity } from '@ladder/editions';
import type { Category, Penalty, Reading } from '@ladder/editions';
import { PENALTY_NAMES } from '../screen/words.js';
import { UNKNOWN } from './row-reader.js';
import type { Known, RowReader } from './row-reader.js';

/** What a row gives, and what for. */
export interface Given {
  readonly category: string;
  readonly conditions: readonly string[];
  readonly penalty: Penalty;
  /** Why the penalty is outside the guidelines; null where it is within them. */
  readonly deviation: string | null;
}

/** The category, conditions and penalty of a row; asked where the words may mean several things, or the guideline is another (R11). */
export function givenBy(reader: RowReader): Known<Given> {
  const reading = infractionOf(reader);
  const penalty = sanctionOf(reader);
  return reading === UNKNOWN || penalty === UNKNOWN ? UNKNOWN : measured(reader, reading, penalty);
}

function infractionOf(reader: RowReader): Known<Reading> {
  const { infraction } = reader.row;
  const { edition, wordings } = reader.reference;
  if (infraction === '') throw reader.refused('infraction', 'the infraction is missing');
  const readings = wordings.readingsOf(infraction);
  const [only, ...others] = readings;
  if (only && others.length === 0) return only;
  const likely = readings.length > 0 ? readings.map(({ category }) => category) : wordings.near(infraction);
  const asks = `Which category of ${edition.id} is "${infraction}"?`;
  const choices = [...new Set(likely), ...(readings.length > 0 ? [] : ['the id of a category'])];
  const question = { kind: 'infraction' as const, about: infraction, asks, choices, isOfEachRow: readings.length > 0 };
  return reader.ask(question, ({ answer }) => {
    const [name = '', ...conditions] = answer.split(/\s*\+\s*/);
    const meant = categoryOf(edition, name) ? [{ category: name, conditions }] : wordings.readingsOf(answer);
    const [one, ...more] = meant;
    const knows = categoryOf(edition, one?.category ?? '')?.conditions.map(({ id }) => id) ?? [];
    return one && more.length === 0 && one.conditions.every((each) => knows.includes(each)) ? one : undefined;
  });
}

/** Null: the guideline, whichever that is. */
function sanctionOf(reader: RowReader): Known<Penalty | null> {
  const { sanction } = reader.row;
  const penalty = penaltyIn(sanction);
  if (penalty !== undefined) return penalty;
  const asks = sanction === '' ? 'The file names no penalty. Was it the guideline, or which was it?' : `Which penalty is "${sanction}"?`;
  const question = { kind: 'sanction' as const, about: sanction, asks, choices: ['guideline', ...PENALTIES], isOfEachRow: sanction === '' };
  return reader.ask(question, ({ answer }) => (answer === 'guideline' ? null : penaltyIn(answer)));
}

/** Under which conditions the guideline gives this penalty; where it never does, whether it was the guideline after all. */
function measured(reader: RowReader, reading: Reading, told: Penalty | null): Known<Given> {
  const { edition, level } = reader.reference;
  const category = categoryOf(edition, reading.category);
  if (!category) throw reader.refused('infraction', `${edition.id} has no category ${reading.category}`);
  const { penalties } = outcomeOf(edition, category, reading.conditions, level);
  const within = { category: category.id, conditions: reading.conditions, deviation: null };
  if (told === null) return { ...within, penalty: penalties[0] };
  if (penalties.includes(told)) return { ...within, penalty: told };
  const giving = reading.conditions.length > 0 ? [] : conditionsGiving(edition, category, level, told);
  const [only, ...others] = giving;
  if (only && others.length === 0) return { ...within, conditions: only, penalty: told };
  return only ? askConditions(reader, category, told, giving) : askDeviation(reader, category, within.conditions, told, penalties);
}

function askConditions(reader: RowReader, category: Category, penalty: Penalty, giving: readonly (readonly string[])[]): Known<Given> {
  const names = new Map(category.conditions.map(({ id, name }) => [id, name]));
  const told = giving.map((each) => `${each.join('+')}: ${each.map((id) => names.get(id) ?? id).join(' and ')}`);
  const asks = `${PENALTY_NAMES[penalty]} for ${category.name} is given where one of these holds: ${told.join('; ')}. Which one was it?`;
  const choices = giving.map((each) => each.join('+'));
  const question = { kind: 'guideline' as const, about: `${penalty} for ${category.id}`, asks, choices, isOfEachRow: true };
  return reader.ask(question, ({ answer }) => {
    const conditions = giving.find((each) => each.join('+') === answer.replace(/\s/g, ''));
    return conditions && { category: category.id, conditions, penalty, deviation: null };
  });
}

function askDeviation(
  reader: RowReader,
  category: Category,
  conditions: readonly string[],
  told: Penalty,
  guidelines: readonly Penalty[],
): Known<Given> {
  const { infraction, sanction } = reader.row;
  const isUpgrade = guidelines.includes('warning') && severity(told) > severity('warning');
  const addedUp = 'Where Warnings had added up, answer warning: the ledger counts them, and asks the head judge. ';
  const asks =
    `The guideline for ${category.name} is ${guidelines.map((each) => PENALTY_NAMES[each]).join(' or ')}, the file says ${PENALTY_NAMES[told]}. ${isUpgrade ? addedUp : ''}` +
    'Where the judge deviated, answer as told, with the reason.';
  const question = {
    kind: 'guideline' as const,
    about: `${told} for ${category.id}`,
    asks,
    choices: [...guidelines, 'as told'],
    isOfEachRow: true,
  };
  return reader.ask(question, ({ answer, reason }) => {
    const own = { category: category.id, conditions };
    if (answer === 'as told') {
      return { ...own, penalty: told, deviation: reason || `The imported file says "${sanction}" for "${infraction}".` };
    }
    const penalty = guidelines.find((each) => each === answer);
    return penalty && { ...own, penalty, deviation: null };
  });
}
