import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { PublicEvent } from '@ladder/ledger';

const DATA = 'data: ';

/** An open feed: hands over each event with the moment at which it came, in milliseconds since the epoch. */
export async function openFeed(
  url: string,
  { tournament, token, after }: { tournament: string; token: string; after: number },
  take: (event: PublicEvent, at: number) => void,
): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.setEncoding('latin1');
  socket.write(`GET /v1/tournaments/${tournament}/feed?after=${after} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`);
  let rest = '';
  socket.on('data', (text: string) => {
    const at = now();
    // One event is one chunk, so that what HTTP puts between chunks never stands inside a line.
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith(DATA)) take(JSON.parse(line.slice(DATA.length)) as PublicEvent, at);
  });
  await once(socket, 'data');
  return socket;
}

/** Milliseconds since the epoch, finer than whole ones. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
