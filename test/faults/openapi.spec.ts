import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Hall } from '../support/hall.js';
import { problemCodes } from '../support/problems.js';
import { openApi, routesOf } from '../support/routes.js';
import type { OpenApi, Route } from '../support/routes.js';
import { Served } from '../support/served.js';

let server: Served;
let document: OpenApi;
let routes: readonly Route[];
beforeAll(async () => {
  server = await Served.start();
  document = await openApi(server.admin);
  routes = routesOf(document);
});
afterAll(() => server.end());

/** What a request needs to reach a route, and what is read of it when it does not: each of them is answered 404 only by the router. */
async function isServed(method: string, path: string): Promise<boolean> {
  const { body } = await server.admin.as(null).ask(method, path.replaceAll(/\{\w+\}/g, 'x'), method === 'POST' ? { body: {} } : {});
  return (body as { code?: string } | string) instanceof Object ? body.code !== 'not-found' : true;
}

describe('the OpenAPI document', () => {
  it('is one of version 3.1 with a name of its own for every route', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const names = routes.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('rulings.warn');
  });

  it('describes routes that are there', async () => {
    for (const { method, path } of routes) expect([method, path, await isServed(method, path)]).toEqual([method, path, true]);
  });

  it('describes every route of the contract', () => {
    const described = routes.map(({ method, path }) => `${method} ${path.replace('/v1/tournaments/{t}', '…')}`);
    expect(described).toEqual(expect.arrayContaining(CONTRACT));
  });

  it('says of every route what it answers, a refusal too', () => {
    for (const { path, operation } of routes) {
      const { default: refusal, ...answers } = operation.responses;
      expect([path, refusal]).toEqual([path, { description: expect.any(String), content: { 'application/problem+json': PROBLEM } }]);
      expect(Object.keys(answers).length).toBeGreaterThan(0);
      for (const answer of Object.values(answers)) {
        expect([path, answer]).toEqual([path, { description: expect.stringMatching(/\S/), content: expect.anything() }]);
      }
    }
  });

  it('asks for a token wherever one is needed', () => {
    for (const { path, operation } of routes) {
      expect([path, operation.security !== undefined]).toEqual([path, operation['x-who'] !== 'anyone']);
    }
  });

  it('asks for a key wherever something is recorded in a ledger', () => {
    const withoutKey = routes
      .filter(({ method, operation }) => method === 'POST' && !operation.parameters?.some(({ name }) => name === 'Idempotency-Key'))
      .map(({ operation }) => operation.operationId);
    expect(withoutKey.toSorted()).toEqual(['audit.sign', 'operations.backup', 'operations.rebuild', 'rulings.preview']);
  });

  it('refers to nothing that it does not hold', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]*)"/g)].map(([, name]) => name ?? '');
    expect(references.length).toBeGreaterThan(30);
    expect(references.filter((name) => !(name in document.components.schemas))).toEqual([]);
  });

  it('can be browsed', async () => {
    const page = await server.admin.as(null).ask<string>('GET', '/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  });
});

describe('an address in an answer leads to a page', () => {
  const open = async (url: string) => {
    const response = await fetch(new URL(url, server.url));
    expect([url, response.status, response.headers.get('content-type')]).toEqual([url, 200, 'text/html; charset=utf-8']);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    return response.text();
  };

  it('that explains each code a refusal can have, and says what to do', async () => {
    const codes = await problemCodes(server.admin);
    const { body } = await server.admin.as(null).ask('GET', '/v1/tournaments');
    const page = await open(body.type);
    for (const code of codes) expect(page).toMatch(new RegExp(`<h2 id="${code}">${code} <small>\\d{3}</small></h2>\n<p>[A-Z].*\\.</p>`));
    expect(page.match(/<h2 /g)).toHaveLength(codes.size);
  });

  it('that says how a device is paired, and holds nothing of the code', async () => {
    const hall = await Hall.open(server.admin);
    const { pairing } = await hall.post<{ pairing: { url: string; code: string } }>('organizer', 'officials/floor/pairing');
    const page = await open(pairing.url);
    expect(page).toContain('Pair this device');
    expect(page).not.toContain(pairing.code);
    expect(page).not.toContain('<script');
  });
});

const PROBLEM = { schema: { $ref: '#/components/schemas/Problem' } };

const CONTRACT = [
  'POST /v1/tournaments',
  'GET /v1/tournaments',
  'POST /v1/pairings',
  'GET /v1/editions',
  'GET /v1/editions/{e}',
  'GET …',
  'POST …/close',
  'POST …/reopen',
  'POST …/officials',
  'GET …/officials',
  'POST …/officials/{o}/pairing',
  'POST …/officials/{o}/roles',
  'POST …/officials/{o}/revoke',
  'POST …/players',
  'GET …/players',
  'POST …/players/{p}/correct',
  'POST …/rounds',
  'POST …/warnings',
  'POST …/rulings',
  'GET …/rulings',
  'GET …/rulings/{r}',
  'POST …/rulings/preview',
  'POST …/rulings/{r}/void',
  'POST …/rulings/{r}/reassign',
  'POST …/rulings/{r}/recategorise',
  'POST …/rulings/{r}/appeal',
  'GET …/appeals',
  'POST …/appeals/{a}/decision',
  'POST …/penalties/{p}/serve',
  'POST …/penalties/{p}/unserve',
  'POST …/penalties/{p}/retarget',
  'POST …/penalties/{p}/replace',
  'POST …/penalties/{p}/separate',
  'GET …/penalties/{p}/explanation',
  'GET …/reviews',
  'POST …/reviews/{v}/answer',
  'POST …/players/{p}/investigations',
  'POST …/investigations/{i}/conclude',
  'POST …/players/{p}/drop',
  'POST …/players/{p}/reinstate',
  'POST …/extensions',
  'GET …/notices',
  'POST …/notices/{n}/acknowledge',
  'GET …/pending',
  'GET …/players/{p}/record',
  'GET …/players/{p}/timeline',
  'GET …/ledger',
  'GET …/feed',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
];
