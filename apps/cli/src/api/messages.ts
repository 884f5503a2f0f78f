/** A message of an event stream. `id` is the last one that was given, here or earlier; empty before any. */
export interface Message {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Reads an event stream (WHATWG HTML, section 9.2.6) as its text comes in, however it is cut. A message that is cut off at the end is none. */
export async function* messagesIn(chunks: AsyncIterable<string>): AsyncGenerator<Message> {
  let id = '';
  let event = '';
  let data: string[] = [];
  for await (const line of linesOf(chunks)) {
    if (line === '') {
      if (data.length > 0) yield { id, event: event === '' ? 'message' : event, data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
    if (field === 'id' && !value.includes('\u0000')) id = value;
  }
}

/** Complete lines; they end with LF, CR or CRLF. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    // A CR at the end may be the first half of a CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
