import { describe, expect, it } from '@jest/globals';
import { categories } from './categories.js';
import { corrections } from './corrections.js';
import { distances } from './distances.js';
import { extensions } from './extensions.js';
import { judges } from './judges.js';
import { levels } from './levels.js';
import { minutes } from './minutes.js';
import { nearest } from './nearest.js';
import { penalties } from './penalties.js';
import { persons } from './persons.js';
import { reviews } from './reviews.js';
import { durationInWords, medianOf, timeToRule } from './time-to-rule.js';
import { upgrades } from './upgrades.js';

const ABOUT = 'What is counted.';
const NO_OUTCOME = { upheld: 0, overturned: 0, open: 0, voided: 0, reassigned: 0, recategorised: 0, replaced: 0 };
const NOTHING = { none: 0, warning: 0, earned: 0, 'game-loss': 0, 'match-loss': 0, disqualification: 0 };

describe('what a report finds', () => {
  it('in the categories: which leads, and when', () => {
    const slow = (round: number, infractions: number | null) => ({ category: 'Slow Play', round, infractions });
    const late = { category: 'Late to Match', round: 1, infractions: 2 };
    expect(categories([], ABOUT)).toMatchObject({ finding: 'No infraction stands', chart: { rows: [] } });
    expect(categories([slow(1, 1), slow(3, 4), late], ABOUT).finding).toBe('Slow Play leads with 5 of 7 infractions, most in round 3');
    expect(categories([slow(1, 4), slow(3, 4), late], ABOUT).finding).toBe(
      'Slow Play leads with 8 of 10 infractions, most in rounds 1 and 3',
    );
    expect(categories([slow(1, 1), slow(2, 1), late], ABOUT).finding).toBe('Late to Match and Slow Play lead with 2 each of 4 infractions');
    expect(categories([slow(1, null), slow(3, 6), late], ABOUT).finding).toBe(
      'Of what is told, Slow Play leads with 6 of 8 infractions, most in round 3',
    );
    expect(categories([slow(1, null)], ABOUT).finding).toBe('Each infraction is of too few persons to be told');
  });

  it('in the rounds: also those in which nothing was', () => {
    const found = categories(
      [
        { category: 'Slow Play', round: 0, infractions: 1 },
        { category: 'Slow Play', round: 3, infractions: 1 },
      ],
      ABOUT,
    );
    expect(found.chart).toMatchObject({ columns: ['0', '1', '2', '3'], rows: [{ values: [1, 0, 0, 1] }] });
  });

  it('in the penalties: how many, and which round cost most', () => {
    const round = (number: number, counts: Partial<typeof NOTHING>) => ({
      label: `Round ${number}`,
      round: number,
      counts: { ...NOTHING, ...counts },
    });
    expect(penalties([round(1, {})], 'Round', ABOUT)).toMatchObject({ finding: 'No penalty was given', chart: null });
    expect(penalties([round(1, { warning: 1 })], 'Round', ABOUT).finding).toBe('1 Warning, and nothing heavier');
    expect(
      penalties([round(1, { warning: 5, earned: 1 }), round(2, { 'game-loss': 2, disqualification: 1 })], 'Round', ABOUT).finding,
    ).toBe('5 Warnings, 3 Game Losses and 1 Disqualification; round 2 cost most');
    expect(penalties([round(1, { warning: 5 })], 'Level', ABOUT, true).finding).toBe('Of what is told: 5 Warnings');
  });

  it('near a Game Loss: how many players, the highest first', () => {
    const climb = (player: string, warnings: number, upgradesAt: number) => ({ player, scope: 'Slow Play', warnings, upgradesAt });
    expect(nearest([])).toMatchObject({ finding: 'Nobody is one Warning away from a Game Loss', chart: null });
    expect(nearest([climb('Ana', 2, 3)]).finding).toBe('1 player is one Warning away from a Game Loss');
    const found = nearest([climb('Ana', 2, 3), climb('Ben', 4, 3), climb('Cleo', 5, 6)]);
    expect(found.finding).toBe('3 players are one Warning away from a Game Loss, 1 of them from a further one');
    expect(found.chart).toMatchObject({ rows: [{ label: 'Ben' }, { label: 'Cleo' }, { label: 'Ana' }] });
  });

  it('of upgrades: how many, and by which rule', () => {
    const rule = (name: string, gameLosses: number | null) => ({ rule: name, gameLosses });
    expect(upgrades([], 0, ABOUT, [])).toMatchObject({ finding: 'No Warning became a Game Loss', chart: null });
    expect(upgrades([rule('the same Game Play Error', 1)], 1, ABOUT, []).finding).toBe(
      '1 Warning became a Game Loss, by the same Game Play Error',
    );
    expect(upgrades([rule('the same Game Play Error', 3), rule('any Game Play Error', 1)], 3, ABOUT, null).finding).toBe(
      '3 Warnings became Game Losses, all by the same Game Play Error',
    );
    expect(upgrades([rule('the same Game Play Error', 2), rule('any Game Play Error', 1)], 3, ABOUT, null).finding).toBe(
      '3 Warnings became Game Losses, mostly by the same Game Play Error',
    );
    expect(upgrades([rule('any Game Play Error', null)], null, ABOUT, null).finding).toBe('Each rule is of too few persons to be told');
  });

  it('in the time to rule: the median, and how many took long', () => {
    expect(timeToRule([], 3)).toMatchObject({ finding: 'No ruling says how long it took', chart: null });
    expect(timeToRule([60, 125, 400], 4).finding).toBe(
      'Half of the rulings took 2\u00a0min\u00a05\u00a0s or less; 1 took 5 minutes or more',
    );
    expect(timeToRule([60, 125, 400], 4).about).toContain('3 of 4 rulings that stand say how long they took');
    const { chart } = timeToRule([0, 59, 60, 599, 600, 5000], 6);
    expect(chart).toMatchObject({
      bins: [
        { label: '<1', value: 2 },
        { value: 1 },
        ...Array.from({ length: 7 }, () => ({ value: 0 })),
        { label: '9', value: 1 },
        { label: '10+', value: 2 },
      ],
    });
    expect([medianOf([3]), medianOf([1, 2]), medianOf([5, 1, 3])]).toEqual([3, 1.5, 3]);
    expect([durationInWords(0), durationInWords(60), durationInWords(3599.6)]).toEqual(['0\u00a0s', '1\u00a0min', '60\u00a0min']);
  });

  it('in the extra time: the minutes, and when', () => {
    expect(extensions([])).toMatchObject({ finding: 'No table was given extra time', chart: null });
    expect(extensions([{ round: 2, minutes: 1, cause: 'ruling' }]).finding).toBe('1 minute of extra time in 1 extension, most in round 2');
    const found = extensions([
      { round: 1, minutes: 3, cause: 'ruling' },
      { round: 2, minutes: 4, cause: 'deck-check' },
    ]);
    expect(found.chart).toMatchObject({ rows: [{ values: [3, 0] }, { values: [0, 4] }] });
  });

  it('in appeals and corrections: how many were overturned', () => {
    const finding = (outcomes: Partial<Record<keyof typeof NO_OUTCOME, number | null>>) =>
      corrections({ ...NO_OUTCOME, ...outcomes }, 20, ABOUT).finding;
    expect(corrections(NO_OUTCOME, 20, ABOUT)).toMatchObject({ finding: 'No appeal was made; nothing was corrected', chart: null });
    expect(finding({ upheld: 1 })).toBe('The one appeal was not overturned; nothing was corrected');
    expect(finding({ overturned: 1, voided: 1 })).toBe('The one appeal was overturned; 1 correction was made of 20 rulings');
    expect(finding({ upheld: 2, overturned: 1, open: 1, replaced: 3 })).toBe(
      '1 of 4 appeals was overturned; 3 corrections were made of 20 rulings',
    );
    expect(finding({ overturned: null })).toBe('The appeals are of too few persons to be told; nothing was corrected');
  });

  it('in the questions to the head judge: how many were answered with yes', () => {
    const answer = (answered: string, times: number | null = 1) => ({ question: 'game-loss-due', answer: answered, times });
    expect(reviews([], ABOUT)).toMatchObject({ finding: 'The head judge was asked nothing', chart: null });
    expect(reviews([answer('open')], ABOUT).finding).toBe('The head judge has answered no question yet; 1 is open');
    expect(reviews([answer('confirmed'), answer('dismissed'), answer('withdrawn')], ABOUT).finding).toBe(
      'The head judge said yes to 1 of 2 questions',
    );
    expect(reviews([answer('confirmed', 6), answer('dismissed', null)], ABOUT).finding).toBe(
      '6 answers are told, the others are of too few persons',
    );
  });

  it('of the officials: how many rulings, and how many were corrected', () => {
    expect(judges([])).toMatchObject({ finding: 'Nobody has ruled yet', chart: null });
    expect(judges([{ judge: 'Kim', rulings: 1, corrected: 0 }]).finding).toBe('1 official made 1 ruling; none was corrected');
    expect(judges([{ judge: 'Kim', rulings: 9, corrected: 2 }]).chart).toMatchObject({ rows: [{ label: 'Kim', values: [7, 2] }] });
  });

  it('for analysts: levels, distances, minutes and persons', () => {
    const cell = (category: string, level: string, infractions: number | null) => ({ category, level, infractions });
    expect(levels([cell('Slow Play', 'casual', 9), cell('Cheating', 'professional', 6)], ABOUT).finding).toBe(
      'Slow Play leads at casual, Cheating leads at professional level',
    );
    expect(levels([cell('Slow Play', 'casual', 9), cell('Slow Play', 'competitive', 5)], ABOUT).finding).toBe(
      'Slow Play leads at casual and competitive level',
    );
    expect(levels([cell('Slow Play', 'casual', 9), cell('Cheating', 'casual', null)], ABOUT)).toMatchObject({
      finding: 'Of what is told, Slow Play leads with 9 of 9 infractions',
      chart: { form: 'bars' },
    });
    expect(distances([{ rule: 'any Game Play Error', distance: 1, tallies: 7 }], ABOUT).finding).toBe(
      '0 of 7 tallies reached a Game Loss; 7 came to one Warning from it',
    );
    const time = { rulings: 9, timed: 8, p90: 300, extensionMinutes: 4 };
    expect(minutes([{ level: 'casual', median: 60, ...time }], ABOUT)).toMatchObject({
      finding: 'Half of the rulings took 1\u00a0min or less, nine in ten 5\u00a0min',
      about: 'What is counted. 8 of 9 rulings say how long they took; 4 minutes of extra time came with them.',
    });
    const person = (infractions: number, earned = 0) => ({
      person: 'a'.repeat(24),
      tournaments: 1,
      infractions,
      warnings: infractions,
      earned,
    });
    expect(persons([person(1)], 5, ABOUT)).toMatchObject({ finding: 'There are too few persons to be told', chart: null });
    const many = [...Array.from({ length: 6 }, () => person(1)), ...Array.from({ length: 5 }, () => person(3, 1))];
    expect(persons(many, 5, ABOUT).finding).toBe('6 of 11 persons have one infraction only; 5 earned a Game Loss by Warnings');
    expect(persons(many.slice(0, 10), 5, ABOUT).finding).toBe('10 persons have infractions');
  });
});
