import { expect } from '@jest/globals';
import type { Answer, Device, ProblemBody } from './device.js';

/** The part of an OpenAPI document that is looked at here. */
interface Described {
  readonly components: {
    readonly schemas: { readonly Problem: { readonly properties: { readonly code: { readonly enum: readonly string[] } } } };
  };
}

/** Every code that a refusal can have, as the OpenAPI document lists them. */
export async function problemCodes({ url }: Device): Promise<ReadonlySet<string>> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Described;
  return new Set(document.components.schemas.Problem.properties.code.enum);
}

/** What every refusal is: problem+json (RFC 9457) of the same status, with a code that is listed and a sentence; never our mistake. */
export function expectProblem({ status, headers, body }: Answer<ProblemBody>, codes: ReadonlySet<string>): void {
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).not.toBe(500);
  expect(body).toMatchObject({ type: `/docs/problems#${body.code}`, title: body.code.replaceAll('-', ' '), status });
  expect(codes).toContain(body.code);
  expect(body.detail).toMatch(/^\S.*\.$/s);
}
