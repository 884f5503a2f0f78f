import { AppendTooLarge, StoreUnavailable } from '@ladder/event-store';
import { describe, expect, it } from '@jest/globals';
import { BadRequestException, NotFoundException } from '@nestjs/common';
import { pino } from 'pino';
import { ProblemFilter } from './problem.filter.js';
import { Problem } from './problem.js';
import { PROBLEM_CODES } from './problems.js';

/** A filter with everything that it has logged. */
function filter() {
  const lines: string[] = [];
  const failures: Error[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  return { lines, failures, filter: new ProblemFilter(log, (error) => void failures.push(error)) };
}

describe('a problem', () => {
  it('of each code has a status that says whose mistake it is, and never ours but for one', () => {
    for (const code of PROBLEM_CODES) {
      const { status } = new Problem(code, 'Do something else.');
      if (code === 'internal-error') expect(status).toBe(500);
      else expect([400, 401, 403, 404, 408, 409, 410, 413, 415, 417, 422, 429, 431, 503]).toContain(status);
    }
  });

  it('has a code of its own for each reason', () => {
    expect(new Set(PROBLEM_CODES).size).toBe(PROBLEM_CODES.length);
  });

  it('is written as RFC 9457 wants it, with what it adds', () => {
    expect(JSON.parse(JSON.stringify(new Problem('possible-duplicate', 'It stands already.', { ruling: 'r-7' })))).toEqual({
      type: '/docs/problems#possible-duplicate',
      title: 'possible duplicate',
      status: 409,
      detail: 'It stands already.',
      code: 'possible-duplicate',
      ruling: 'r-7',
    });
  });
});

describe('what goes wrong', () => {
  const withStatus = (statusCode: number) => Object.assign(new Error('from below'), { statusCode });

  it.each<[string, unknown, string]>([
    ['a problem', new Problem('unknown-player', 'Nobody.'), 'unknown-player'],
    ['a body that is too large', withStatus(413), 'too-large'],
    ['more than one call records', new AppendTooLarge('an append', 2_000_000, 1_048_576), 'too-large'],
    ['a body of another kind', withStatus(415), 'unsupported-media-type'],
    ['a route that is not there', new NotFoundException(), 'not-found'],
    ['a body that is no JSON', new BadRequestException(), 'invalid-request'],
    ['a body too deep to be walked', new RangeError('Maximum call stack size exceeded'), 'invalid-request'],
    ['a store that is away', new StoreUnavailable('the disk is gone'), 'store-unavailable'],
    ['a bug', new TypeError('x is not a function'), 'internal-error'],
    ['something that is no error', 'a text', 'internal-error'],
    ['another range', new RangeError('Invalid array length'), 'internal-error'],
  ])('%s is told as %s', (_what, error, code) => {
    expect(filter().filter.problemOf(error).code).toBe(code);
  });

  it('is logged whole if it is our mistake, and nothing of it is told', () => {
    const { filter: of, lines } = filter();
    const problem = of.problemOf(new TypeError('a secret of the inside'));
    expect(JSON.stringify(problem)).not.toContain('secret');
    expect(lines.join('')).toContain('a secret of the inside');
  });

  it('is not logged if it is the caller’s: what they sent stays with them', () => {
    const { filter: of, lines } = filter();
    for (const error of [new Problem('invalid-request', 'Ana Lindqvist'), withStatus(413), new NotFoundException('Ana Lindqvist')])
      of.problemOf(error);
    expect(lines).toEqual([]);
  });

  it('is worth another try where the store is away, and whoever looks after health hears of it', () => {
    const { filter: of, failures } = filter();
    expect(of.problemOf(new StoreUnavailable('gone')).headers).toEqual({ 'retry-after': '1' });
    of.problemOf(new TypeError('a bug'));
    expect(failures.map(({ message }) => message)).toEqual(['gone']);
  });
});
