import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { messagesIn } from './messages.js';
import type { Message } from './messages.js';

async function read(...chunks: string[]): Promise<Message[]> {
  const messages: Message[] = [];
  for await (const message of messagesIn(chunksOf(chunks))) messages.push(message);
  return messages;
}

async function* chunksOf(chunks: readonly string[]): AsyncGenerator<string> {
  for (const chunk of chunks) yield chunk;
}

const STREAM =
  ': hello\n\nid: 7\nevent: WarningIssued\ndata: {"a":\ndata: 1}\n\nid: 8\r\nevent:reset\r\ndata:\r\n\r\nevent: Lost\rdata: x\r\rdata: cut';

describe('an event stream', () => {
  it('is read message by message: comments are none, data may have several lines, and an id is kept', async () => {
    expect(await read(STREAM)).toEqual([
      { id: '7', event: 'WarningIssued', data: '{"a":\n1}' },
      { id: '8', event: 'reset', data: '' },
      { id: '8', event: 'Lost', data: 'x' },
    ]);
  });

  it('reads the same however the network cuts it', async () => {
    const whole = await read(STREAM);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(STREAM.length)), async (cuts) => {
        const at = [0, ...cuts.toSorted((one, other) => one - other), STREAM.length];
        expect(await read(...at.slice(1).map((end, index) => STREAM.slice(at[index], end)))).toEqual(whole);
      }),
    );
  });
});
