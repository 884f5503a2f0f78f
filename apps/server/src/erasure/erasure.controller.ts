import { USE_CASES } from '@ladder/ledger';
import { persons } from '@ladder/ledgers';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../http/answers.js';
import { Incoming, WhoMay } from '../http/caller.js';
import type { Sent } from '../http/caller.js';
import { Flag, FreeWords } from '../http/fields.js';
import { Erasures } from './erasures.js';
import type { Erasable } from './erasures.js';

class EraseBody {
  @Flag()
  force?: boolean;

  @FreeWords({ optional: true })
  reason?: string;
}

/** A person can be forgotten: the proof stays, the person does not. */
@ApiTags('erasure')
@Controller('v1/tournaments/:t')
export class ErasureController {
  constructor(
    private readonly answers: Answers,
    private readonly erasures: Erasures,
  ) {}

  @Post('players/:p/erase')
  @HttpCode(200)
  @WhoMay(USE_CASES['erase-person'].who)
  async player(@Incoming() sent: Sent, @Param('p') id: string, @Body() body: EraseBody) {
    return this.#erase(sent, 'player', id, body);
  }

  @Post('officials/:o/erase')
  @HttpCode(200)
  @WhoMay(USE_CASES['erase-person'].who)
  async official(@Incoming() sent: Sent, @Param('o') id: string, @Body() body: EraseBody) {
    return this.#erase(sent, 'official', id, body);
  }

  async #erase(sent: Sent, kind: Erasable, id: string, { force = false, reason }: EraseBody) {
    const { tournament } = sent;
    const { position } = await this.erasures.erase(tournament, kind, id, () =>
      this.answers.record(
        sent,
        (_ledger, sealing) => ({
          type: 'erase-person',
          kind,
          id,
          force,
          reason: reason ? sealing.seal(reason, [persons.nobody(tournament)]) : null,
        }),
        () => null,
      ),
    );
    return { id, status: this.erasures.status, position };
  }
}
