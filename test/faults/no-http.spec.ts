import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ProblemBody } from '../support/device.js';
import { Hall } from '../support/hall.js';
import { often } from '../support/often.js';
import { expectProblem, problemCodes } from '../support/problems.js';
import { Served } from '../support/served.js';

let server: Served;
let hall: Hall;
let codes: ReadonlySet<string>;
beforeAll(async () => {
  server = await Served.start();
  hall = await Hall.open(server.admin);
  codes = await problemCodes(server.admin);
});
afterAll(() => server.end());

interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends bytes as they are and takes what comes until the server hangs up; who sends closes its own side first, unless told. */
async function sent(url: string, bytes: Uint8Array | string, { open = false } = {}): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url);
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that hangs up while it is still being written to is heard of as a broken pipe.
    socket.once('error', () => resolve());
    socket.once('close', () => resolve());
    socket.once('end', () => socket.end());
    if (open) socket.write(bytes);
    else socket.end(bytes);
  });
  return answersIn(Buffer.concat(chunks).toString());
}

/** Splits what came on one connection; answers here have a length, or are the last. */
function answersIn(text: string): RawAnswer[] {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const [line = '', ...fields] = text.slice(0, end).split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim()]),
  );
  const rest = Buffer.from(text.slice(end + 4));
  const length = Number(headers.get('content-length') ?? rest.length);
  const first = { status: Number(line.split(' ')[1]), headers, text: rest.subarray(0, length).toString() };
  return [first, ...answersIn(rest.subarray(length).toString())];
}

function expectOneProblem(answers: readonly RawAnswer[], status: number, code: string): void {
  const [{ headers, text } = { headers: new Headers(), text: 'null' }] = answers;
  const body = JSON.parse(text) as ProblemBody;
  expect(answers.map((each) => each.status)).toEqual([status]);
  expect(body.code).toBe(code);
  expectProblem({ status, headers, body }, codes);
  expect(headers.get('cache-control')).toBe('no-store');
}

const HOST = 'host: here';
const post = (...headers: string[]) =>
  ['POST /v1/pairings HTTP/1.1', HOST, 'content-type: application/json', ...headers, '', ''].join('\r\n');

describe('what is no HTTP', () => {
  it.each<[string, Uint8Array | string, number, string]>([
    ['headers of 20 KB', `GET /v1/editions HTTP/1.1\r\n${HOST}\r\nbig: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
    ['2,000 headers', `GET /v1/editions HTTP/1.1\r\n${HOST}\r\n${'many: more\r\n'.repeat(2_000)}\r\n`, 431, 'headers-too-large'],
    ['an address of 20 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n\r\n`, 431, 'headers-too-large'],
    ['a request line of nonsense', 'please give me the editions\r\n\r\n', 400, 'malformed-http'],
    ['a method that nobody knows', `BREW /v1/editions HTTP/1.1\r\n${HOST}\r\n\r\n`, 400, 'malformed-http'],
    ['a version that nobody knows', `GET /v1/editions HTTP/9.9\r\n${HOST}\r\n\r\n`, 400, 'malformed-http'],
    ['HTTP/2 from the start', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed-http'],
    ['TLS', new Uint8Array([0x16, 3, 1, 0, 0xc8, 1, 0, 0, 0xc4, 3, 3]), 400, 'malformed-http'],
    ['a header with a zero byte', `GET /v1/editions HTTP/1.1\r\n${HOST}\r\nodd: a\0b\r\n\r\n`, 400, 'malformed-http'],
    ['no host', 'GET /v1/editions HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'malformed-http'],
    ['a length that is no number', `${post('content-length: ten')}{}`, 400, 'malformed-http'],
    ['two lengths', `${post('content-length: 2', 'content-length: 3')}{}`, 400, 'malformed-http'],
    ['a length and chunks', `${post('content-length: 2', 'transfer-encoding: chunked')}0\r\n\r\n`, 400, 'malformed-http'],
    ['an encoding that nobody knows', `${post('transfer-encoding: brotli')}{}`, 400, 'malformed-http'],
    ['a chunk of no size', `${post('transfer-encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`, 400, 'malformed-http'],
    ['a chunk that is longer than it says', `${post('transfer-encoding: chunked')}1\r\n{}\r\n0\r\n\r\n`, 400, 'malformed-http'],
    ['an expectation', `${post('content-length: 2', 'expect: the-impossible')}{}`, 417, 'expectation-failed'],
  ])('%s is told as a problem, and hung up on', async (_what, bytes, status, code) => {
    const end = await hall.end();
    expectOneProblem(await sent(server.url, bytes, { open: true }), status, code);
    expect(await hall.end()).toBe(end);
  });

  it('a body that is longer than its length is answered as far as it goes, and what follows is a problem of its own', async () => {
    const key = 'idempotency-key: 5a0c7f0e-8f4b-4c5e-9d6a-2f1b3c4d5e6f';
    const answers = await sent(server.url, `${post('content-length: 2', key)}{}{"code": "x"}`, { open: true });
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(answers.map(({ text }) => (JSON.parse(text) as ProblemBody).code)).toEqual(['invalid-request', 'malformed-http']);
  });

  it('a body that ends before its length records nothing', async () => {
    const [end, { token }] = [await hall.end(), hall.by('floor')];
    const headers = ['POST', `${hall.path}/warnings`, 'HTTP/1.1'].join(' ');
    const whole = JSON.stringify({ player: 'ana', category: 'slow-play' });
    const key = 'idempotency-key: 5a0c7f0e-8f4b-4c5e-9d6a-2f1b3c4d5e6f';
    const fields = [
      HOST,
      `authorization: Bearer ${token ?? ''}`,
      key,
      'content-type: application/json',
      `content-length: ${whole.length + 1}`,
    ];
    const answers = await sent(server.url, [headers, ...fields, '', whole].join('\r\n'));
    expect(answers.filter(({ status }) => status < 400)).toEqual([]);
    expect(await hall.end()).toBe(end);
  });

  it('garbage after an open feed ends it, without another answer in it', async () => {
    const { hostname, port } = new URL(server.url);
    const asked = [`GET ${hall.path}/feed HTTP/1.1`, HOST, `authorization: Bearer ${hall.by('head').token ?? ''}`, '', ''].join('\r\n');
    const socket = connect({ host: hostname, port: Number(port) });
    let seen = '';
    socket.on('data', (chunk) => {
      if (seen === '') socket.write('\0\0\0\r\n\r\n');
      seen += chunk.toString();
    });
    socket.write(asked);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(seen).toMatch(/^HTTP\/1.1 200 OK/);
    expect(seen.match(/HTTP\/1.1/g)).toHaveLength(1);
  });

  it('whatever bytes come, they are answered or hung up on, and nothing of them is our mistake', async () => {
    const good = Buffer.from([`GET ${hall.path} HTTP/1.1`, HOST, 'connection: close', 'accept: */*', '', ''].join('\r\n'));
    const spoilt = fc
      .tuple(fc.nat(good.length), fc.nat(6), fc.uint8Array({ maxLength: 6 }))
      .map(([at, cut, put]) => Buffer.concat([good.subarray(0, at), put, good.subarray(at + cut)]));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 4, arbitrary: spoilt }, { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) }),
        async (bytes) => {
          for (const { status, headers, text } of await sent(server.url, bytes)) {
            expect(status).toBeLessThan(500);
            if (status >= 400) expectProblem({ status, headers, body: JSON.parse(text) as ProblemBody }, codes);
          }
        },
      ),
      { numRuns: often(200) },
    );
    expect((await server.admin.ask('GET', '/health/ready')).status).toBe(200);
  });

  it("(negative control) Node's own words, which are no problem, would be seen", async () => {
    const bare = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => bare.once('listening', resolve));
    const answers = await sent(`http://127.0.0.1:${(bare.address() as AddressInfo).port}`, 'nonsense\r\n\r\n', { open: true });
    bare.close();
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(() => expectOneProblem(answers, 400, 'malformed-http')).toThrow();
  });
});
