import type { Edition } from './edition.js';
import { LEVELS } from './level.js';
import { PENALTIES } from './penalty.js';
import { idOf, Place } from './place.js';
import type { Fields } from './place.js';

/** A sound edition, or what is wrong with it: each complaint is a sentence that begins with the place. */
export type EditionVerdict =
  { readonly ok: true; readonly edition: Edition } | { readonly ok: false; readonly complaints: readonly string[] };

/** Below two, every first Warning would be a Game Loss, and the ladder no ladder. */
const LOWEST_THRESHOLD = 2;

/**
 * Judges whether something, say a parsed JSON file, is an edition that rulings can rest on. Takes anything and never throws; it names
 * everything that is wrong, not only the first. Unknown fields are wrong too.
 */
export function validateEdition(candidate: unknown): EditionVerdict {
  const complaints: string[] = [];
  checkEdition(candidate, complaints);
  // Every field of the type has been checked by now.
  return complaints.length === 0 ? { ok: true, edition: candidate as Edition } : { ok: false, complaints };
}

function checkEdition(candidate: unknown, complaints: string[]): void {
  const place = new Place(idOf(candidate) ?? 'the edition', complaints);
  const edition = place.object(candidate, [
    'id',
    'game',
    'title',
    'effective',
    'countedPer',
    'families',
    'categories',
    'ladder',
    'settings',
  ]);
  if (edition === undefined) return;
  place.slug(edition, 'id');
  place.text(edition, 'game');
  place.text(edition, 'title');
  place.date(edition, 'effective');
  place.oneOf(edition, 'countedPer', ['tournament', 'day']);
  const families = eachOf(place, edition, 'families', checkFamily);
  if (families.length === 0) place.complain('needs a family.');
  const categories = eachOf(place, edition, 'categories', (category, at) => checkCategory(category, at, families));
  if (categories.length === 0) place.complain('needs a category.');
  eachOf(place, edition, 'ladder', (rule, at) => checkRule(rule, at, families));
  checkSettings(edition['settings'], place.inner('settings'));
}

/** Checks each item of a list and returns the ids found; an id that stands there twice is complained about. */
function eachOf(place: Place, fields: Fields, list: string, check: (item: unknown, place: Place) => string | undefined): readonly string[] {
  const ids = new Set<string>();
  for (const [index, item] of place.list(fields, list).entries()) {
    const at = place.item(list, index, item);
    const id = check(item, at);
    if (id === undefined) continue;
    if (ids.has(id)) at.complain(`the id ${id} stands in ${list} already.`);
    ids.add(id);
  }
  return [...ids];
}

function checkFamily(item: unknown, place: Place): string | undefined {
  const family = place.object(item, ['id', 'name', 'tr']);
  if (family === undefined) return undefined;
  place.text(family, 'name');
  place.section(family, 'tr');
  return place.slug(family, 'id');
}

function checkCategory(item: unknown, place: Place, families: readonly string[]): string | undefined {
  const category = place.object(item, [
    'id',
    'tr',
    'name',
    'family',
    'conditions',
    'outcomes',
    'neverUpgrades',
    'remedy',
    'remedyAt',
    'provenance',
  ]);
  if (category === undefined) return undefined;
  place.citation(category, 'tr');
  place.text(category, 'name');
  checkFamilyIsKnown(category, place, families);
  const conditions = eachOf(place, category, 'conditions', checkCondition);
  checkOutcomes(category, place, conditions);
  if ('neverUpgrades' in category) {
    const never = place.inner('neverUpgrades');
    const fields = never.object(category['neverUpgrades'], ['cites']);
    if (fields !== undefined) never.citations(fields);
  }
  place.text(category, 'remedy');
  if ('remedyAt' in category) {
    const at = place.inner('remedyAt');
    const remedies = at.object(category['remedyAt'], LEVELS);
    for (const level of Object.keys(remedies ?? {})) at.text(remedies ?? {}, level);
  }
  checkProvenance(category['provenance'], place.inner('provenance'));
  return place.slug(category, 'id');
}

function checkFamilyIsKnown(fields: Fields, place: Place, families: readonly string[]): string | undefined {
  const family = place.slug(fields, 'family');
  if (family === undefined || families.includes(family)) return family;
  place.complain(`belongs to ${family}, which is no family of the edition.`);
  return undefined;
}

function checkCondition(item: unknown, place: Place): string | undefined {
  const condition = place.object(item, ['id', 'name', 'headJudgeOnly', 'cites']);
  if (condition === undefined) return undefined;
  place.text(condition, 'name');
  place.flag(condition, 'headJudgeOnly');
  place.citations(condition);
  return place.slug(condition, 'id');
}

/** What of an outcome line decides whether it matches. */
interface Line {
  readonly when: readonly string[];
  readonly levels: readonly string[];
}

function checkOutcomes(category: Fields, place: Place, conditions: readonly string[]): void {
  const earlier: Line[] = [];
  for (const [index, item] of place.list(category, 'outcomes').entries()) {
    const at = place.item('outcomes', index, item);
    const line = checkOutcome(item, at, conditions);
    if (line === undefined) continue;
    if (line.levels.length > 0 && !isReachable(line, earlier)) at.complain('can never be reached: a line before it always matches first.');
    earlier.push(line);
  }
  const last = earlier.at(-1);
  const isFinal = last?.when.length === 0 && last.levels.length === LEVELS.length;
  if (!isFinal) place.complain('its outcomes need a last line without conditions and levels.');
}

function checkOutcome(item: unknown, place: Place, conditions: readonly string[]): Line | undefined {
  const outcome = place.object(item, ['when', 'levels', 'penalties', 'drops', 'extensionMinutes', 'cites']);
  if (outcome === undefined) return undefined;
  const when = place.someOf(outcome, 'when', 'condition', conditions);
  const levels = 'levels' in outcome ? place.someOf(outcome, 'levels', 'level', LEVELS) : LEVELS;
  if (levels.length === 0) place.complain('holds at no level; leave levels out for all of them.');
  const penalties = place.someOf(outcome, 'penalties', 'penalty', PENALTIES);
  if (penalties.length === 0) place.complain('needs a penalty; "none" is one.');
  place.flag(outcome, 'drops');
  if ('extensionMinutes' in outcome) place.wholeNumber(outcome, 'extensionMinutes', 1);
  place.citations(outcome);
  return { when, levels };
}

/** Whether the line is the first to match somewhere. If it is, then where exactly its own conditions hold. */
function isReachable(line: Line, earlier: readonly Line[]): boolean {
  return line.levels.some(
    (level) => !earlier.some(({ when, levels }) => levels.includes(level) && when.every((condition) => line.when.includes(condition))),
  );
}

function checkRule(item: unknown, place: Place, families: readonly string[]): string | undefined {
  const rule = place.object(item, ['id', 'family', 'scope', 'thresholds']);
  if (rule === undefined) return undefined;
  const family = checkFamilyIsKnown(rule, place, families);
  const scope = place.oneOf(rule, 'scope', ['category', 'family']);
  checkThresholds(rule['thresholds'], place.inner('thresholds'));
  const id = place.text(rule, 'id');
  if (family !== undefined && scope !== undefined && id !== undefined) {
    // One id a scope and family: two rules about the same count cannot stand side by side.
    const expected = `${family}/${scope === 'category' ? 'same-category' : 'any-category'}`;
    if (id !== expected) place.complain(`its id must be ${expected}, after its family and scope.`);
  }
  return id;
}

function checkThresholds(value: unknown, place: Place): void {
  const thresholds = place.object(value, LEVELS);
  if (thresholds === undefined) return;
  if (Object.keys(thresholds).length === 0) place.complain('needs a level; leave out a rule that holds at none.');
  for (const level of LEVELS) {
    if (!(level in thresholds)) continue;
    const at = place.inner(level);
    const threshold = at.object(thresholds[level], ['count', 'cites']);
    if (threshold === undefined) continue;
    at.wholeNumber(threshold, 'count', LOWEST_THRESHOLD);
    at.citations(threshold);
  }
}

function checkProvenance(value: unknown, place: Place): void {
  const provenance = place.object(value, ['kind', 'edition']);
  if (provenance === undefined) return;
  place.oneOf(provenance, 'kind', ['cited', 'carried-over']);
  place.date(provenance, 'edition');
}

function checkSettings(value: unknown, place: Place): void {
  const settings = place.object(value, ['extensionAfterSeconds', 'duplicateWithinMinutes']);
  if (settings === undefined) return;
  place.wholeNumber(settings, 'extensionAfterSeconds', 0);
  place.wholeNumber(settings, 'duplicateWithinMinutes', 0);
}
