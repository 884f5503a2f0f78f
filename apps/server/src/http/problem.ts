import { REFUSAL_CODES } from '@ladder/ledger';
import type { Refusal, RefusalCode } from '@ladder/ledger';

/** What the HTTP layer refuses by itself. */
export const HTTP_CODES = [
  'unauthenticated', 'idempotency-key-missing', 'idempotency-key-reused', 'command-in-progress', 'busy', 'read-model-behind', 'too-large',
  'too-many-attempts', 'not-found', 'unsupported-media-type', 'store-unavailable', 'internal-error',
] as const; // prettier-ignore
export type ProblemCode = RefusalCode | (typeof HTTP_CODES)[number];
export const PROBLEM_CODES: readonly ProblemCode[] = [...REFUSAL_CODES, ...HTTP_CODES];

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
    return STATUS[this.code] ?? 409;
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

/** Codes that are no conflict (409) with the state of a ledger. */
const STATUS: Partial<Record<ProblemCode, number>> = {
  'invalid-request': 400,
  'unknown-condition': 400,
  'round-not-started': 400,
  'idempotency-key-missing': 400,
  unauthenticated: 401,
  'pairing-code-invalid': 401,
  'not-granted': 403,
  'deviation-needs-head-judge': 403,
  'disqualification-needs-head-judge': 403,
  'condition-needs-head-judge': 403,
  'unknown-tournament': 404,
  'unknown-edition': 404,
  'unknown-player': 404,
  'unknown-official': 404,
  'unknown-category': 404,
  'unknown-ruling': 404,
  'unknown-penalty': 404,
  'unknown-review': 404,
  'unknown-notice': 404,
  'unknown-appeal': 404,
  'unknown-investigation': 404,
  'not-found': 404,
  'too-large': 413,
  'unsupported-media-type': 415,
  'idempotency-key-reused': 422,
  'too-many-attempts': 429,
  'internal-error': 500,
  busy: 503,
  'read-model-behind': 503,
  'store-unavailable': 503,
};
