import type { Refusal } from '@ladder/ledger';
import { PROBLEMS } from './problems.js';
import type { ProblemCode } from './problems.js';

/** A refusal as problem+json (RFC 9457). `code` is stable; the detail says what to do. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly more: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(code);
  }

  /** What the rules refused. */
  static of({ refused, detail, ...more }: Refusal): Problem {
    return new Problem(refused, detail, more);
  }

  get status(): number {
    return PROBLEMS[this.code][0];
  }

  toJSON(): Record<string, unknown> {
    return {
      type: `/docs/problems#${this.code}`,
      title: this.code.replaceAll('-', ' '),
      status: this.status,
      detail: this.detail,
      code: this.code,
      ...this.more,
    };
  }
}
