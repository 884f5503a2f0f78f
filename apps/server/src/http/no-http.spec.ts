import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { answerNoHttp } from './no-http.js';

let server: Server;
beforeEach(async () => {
  server = createServer({ requestTimeout: 40, headersTimeout: 40, connectionsCheckingInterval: 20 }, (_request, response) =>
    response.end(),
  );
  answerNoHttp(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
});

async function sent(text: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let seen = '';
  socket.on('data', (chunk) => (seen += chunk.toString()));
  socket.write(text);
  await new Promise((resolve) => socket.once('close', resolve));
  return seen;
}

it('a request that does not arrive whole in time is told so', async () => {
  const answer = await sent('GET / HTTP/1.1\r\nhost: x\r\nmore: ');
  expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
  expect(answer).toContain('"code":"request-timeout"');
});
