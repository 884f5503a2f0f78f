/** The server refused a call (RFC 9457). `message` is its sentence. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }

  /** From the body of a refusal; a body that is no problem document is told by its status. */
  static from(status: number, body: string): Refused {
    const { code, detail, title } = problemIn(body);
    return new Refused(status, code ?? 'unknown', detail ?? title ?? `The server answered with status ${status}.`);
  }
}

function problemIn(body: string): { code?: string; detail?: string; title?: string } {
  try {
    return JSON.parse(body) as { code?: string; detail?: string; title?: string };
  } catch {
    return {};
  }
}
