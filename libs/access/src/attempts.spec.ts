import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { Attempts } from './attempts.js';

const MINUTES = 60_000;
const start = Date.parse('2026-11-07T09:00:00.000Z');
const at = (milliseconds: number) => new Date(start + milliseconds);

describe('guessing pairing codes', () => {
  it('ends after 50 wrong ones, until the first of them is 10 minutes old', () => {
    const attempts = new Attempts();
    for (let guess = 0; guess < 50; guess += 1) expect(attempts.admit('t-1', at(guess * 1_000))).toMatchObject({ admitted: true });
    expect(attempts.admit('t-1', at(60_000))).toEqual({ admitted: false, retryAfterSeconds: 540 });
    expect(attempts.admit('t-1', at(10 * MINUTES - 1))).toEqual({ admitted: false, retryAfterSeconds: 1 });
    expect(attempts.admit('t-1', at(10 * MINUTES))).toMatchObject({ admitted: true });
    expect(attempts.admit('t-1', at(10 * MINUTES))).toEqual({ admitted: false, retryAfterSeconds: 1 });
  });

  it('in one tournament does not keep the officials of another out', () => {
    const attempts = new Attempts();
    for (let guess = 0; guess < 60; guess += 1) attempts.admit('t-1', at(0));
    expect(attempts.admit('t-1', at(0))).toMatchObject({ admitted: false });
    expect(attempts.admit('t-2', at(0))).toMatchObject({ admitted: true });
  });

  it('a thousand at once gets no further', () => {
    const attempts = new Attempts();
    const answers = Array.from({ length: 1_000 }, () => attempts.admit('t-1', at(0)));
    expect(answers.filter((answer) => answer.admitted)).toHaveLength(50);
  });

  it('does not begin with right codes, however many officials arrive', () => {
    const attempts = new Attempts();
    for (let official = 0; official < 500; official += 1) {
      const answer = attempts.admit('t-1', at(official));
      expect(answer.admitted).toBe(true);
      if (answer.admitted) answer.wasRight();
    }
  });

  it('gains nothing from saying twice that one code was right', () => {
    const attempts = new Attempts();
    const right = attempts.admit('t-1', at(0));
    for (let guess = 0; guess < 49; guess += 1) attempts.admit('t-1', at(0));
    if (right.admitted) {
      right.wasRight();
      right.wasRight();
    }
    expect(attempts.admit('t-1', at(0)).admitted).toBe(true);
    expect(attempts.admit('t-1', at(0)).admitted).toBe(false);
  });

  it('is not punished for longer because the clock was set back', () => {
    const attempts = new Attempts();
    for (let guess = 0; guess < 50; guess += 1) attempts.admit('t-1', at(120 * MINUTES));
    expect(attempts.admit('t-1', at(0))).toEqual({ admitted: false, retryAfterSeconds: 600 });
    expect(attempts.admit('t-1', at(10 * MINUTES))).toMatchObject({ admitted: true });
  });

  it('never exceeds 50 wrong ones in any 10 minutes, and is never refused below that', () => {
    const step = fc.record({ pause: fc.oneof(fc.constant(0), fc.nat(30_000)), right: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 60, maxLength: 400, size: 'max' }), (steps) => {
        const attempts = new Attempts();
        const wrong: number[] = [];
        let now = 0;
        for (const { pause, right } of steps) {
          now += pause;
          const lately = wrong.filter((time) => now - time < 10 * MINUTES).length;
          const answer = attempts.admit('t-1', at(now));
          expect(answer.admitted).toBe(lately < 50);
          if (!answer.admitted) {
            expect(answer.retryAfterSeconds).toBeGreaterThanOrEqual(1);
            expect(answer.retryAfterSeconds).toBeLessThanOrEqual(600);
          } else if (right) answer.wasRight();
          else wrong.push(now);
        }
      }),
    );
  });
});
