import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from './problem.js';

/** What Node says of a request that does not get as far as a route. */
const MEANT: Readonly<Record<string, () => Problem>> = {
  HPE_HEADER_OVERFLOW: () => new Problem('headers-too-large', 'Address and headers are longer than 16 KiB: shorten them.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new Problem('too-large', 'The extensions of a chunk are too long: leave them out.'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new Problem('request-timeout', 'The request did not arrive whole in time: send it again, with the same key.'),
};
const UNREADABLE = () =>
  new Problem('malformed-http', 'This is no HTTP that can be read: look at request line, chunks and Content-Length.');

/** What a connection is at. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers what is no HTTP, or too much of it, as everything else is answered that goes wrong, and hangs up: what comes after it on the same
 * connection could be taken for anything.
 */
export function answerNoHttp(server: Server): void {
  const exchanges = new WeakMap<Duplex, Exchange>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => exchanges.set(request.socket, { request, response }));
  server.removeAllListeners('clientError');
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Duplex) => {
    const { request, response } = exchanges.get(socket) ?? {};
    const hangUp = () => {
      if (socket.writable && code !== 'ECONNRESET') socket.end(written((MEANT[code] ?? UNREADABLE)()));
      else socket.destroy();
    };
    const isOpen = response !== undefined && !response.writableFinished;
    if (!isOpen || (!response.headersSent && !request?.complete)) hangUp();
    // What came before it was a request: it may have recorded something, and gets its own answer first.
    else if (!response.headersSent) response.once('finish', hangUp);
    // Half an answer, such as a feed, is not gone on with by another one.
    else socket.destroy();
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const problem = new Problem('expectation-failed', 'Nothing but 100-continue can be expected here: leave the header Expect out.');
    const body = JSON.stringify(problem);
    response.writeHead(problem.status, { ...HEADERS, 'content-length': Buffer.byteLength(body) }).end(body);
  });
}

const HEADERS = {
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  connection: 'close',
} as const;

function written(problem: Problem): string {
  const body = JSON.stringify(problem);
  const headers = Object.entries({ ...HEADERS, 'content-length': Buffer.byteLength(body) }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`, ...headers, '', body].join('\r\n');
}
