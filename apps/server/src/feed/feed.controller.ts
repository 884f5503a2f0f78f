import { Controller, Get, Headers, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Ledger } from '@ladder/ledger';
import { ADMIN, rolesOf } from '@ladder/ledger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers } from '../http/answers.js';
import { By, WhoMay, readsWithheld } from '../http/caller.js';
import type { Caller } from '../http/caller.js';
import { QueryText } from '../http/paging.js';
import { FeedHub } from './feed-hub.js';
import { FeedReader } from './feed-reader.js';

class FeedQuery {
  @QueryText()
  after?: string;
}

@ApiTags('feed')
@Controller('v1/tournaments/:t/feed')
export class FeedController {
  constructor(
    private readonly answers: Answers,
    private readonly hub: FeedHub,
  ) {}

  /** Server-Sent Events after `Last-Event-ID`, or `?after=`, or from the beginning; without loss. */
  @Get()
  @ApiOkResponse({ content: { 'text/event-stream': { schema: { type: 'string' } } } })
  @WhoMay('official')
  async feed(
    @By() caller: Caller,
    @Param('t') t: string,
    @Query() { after }: FeedQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const ledger = await this.answers.ledgerOf(t);
    const asked = lastEventId ?? after;
    const known = asked === undefined ? -1 : /^\d{1,15}$/.test(asked) && Number(asked) <= ledger.revision ? Number(asked) : undefined;
    const response = reply.hijack().raw;
    // Whoever has hung up meanwhile would never be heard to do so.
    if (response.destroyed) return;
    const source = {
      events: (from: number, max: number) => this.answers.ledgers.events(t, from, max),
      ledger: () => this.answers.ledgerOf(t),
    };
    const { socket } = request.raw;
    const reader = new FeedReader(socket, source, known ?? ledger.revision, readsWithheld(caller), stillMay(ledger, caller), caller.by);
    // The body ends with the connection: without chunks around them, the same bytes go to all who read the same.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    const welcome = known === undefined ? `id: ${ledger.revision}\nevent: reset\ndata: {}\n\n` : ': welcome\n\n';
    // Once that is out, which has to wait for what was asked before on the same connection, the rest goes straight to the socket.
    response.write(welcome, () => {
      if (socket.destroyed) return;
      this.hub.add(t, reader);
      socket.once('close', () => {
        reader.gone();
        this.hub.remove(t, reader);
      });
      reader.behind();
    });
  }
}

/** The same device with the same roles; anything else comes back with its new grant. */
function stillMay(before: Ledger, { by }: Caller): (ledger: Ledger) => boolean {
  if (by === ADMIN) return () => true;
  const pairing = before.officials.get(by)?.pairing?.position;
  const roles = rolesOf(before, by).join();
  return (ledger) => ledger.officials.get(by)?.pairing?.position === pairing && rolesOf(ledger, by).join() === roles;
}
