/** The server refused a call (RFC 9457). `message` is its sentence. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    /** The ruling that a refusal names: one that looks the same (R35). */
    readonly ruling?: string,
  ) {
    super(detail);
  }

  /** From the body of a refusal; a body that is no problem document is told by its status. */
  static from(status: number, body: string): Refused {
    const { code, detail, title, ruling } = problemIn(body);
    return new Refused(status, code ?? 'unknown', detail ?? title ?? `The server answered with status ${status}.`, ruling);
  }
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly title?: string;
  readonly ruling?: string;
}

function problemIn(body: string): Problem {
  try {
    return JSON.parse(body) as Problem;
  } catch {
    return {};
  }
}
