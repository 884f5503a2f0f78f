import { EDITIONS } from '@ladder/editions';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { WhoMay } from '../http/caller.js';
import { Problem } from '../http/problem.js';

@ApiTags('editions')
@Controller('v1/editions')
export class EditionsController {
  @Get()
  @WhoMay('anyone')
  list() {
    return { items: [...EDITIONS.values()].map(({ id, game, title, effective }) => ({ id, game, title, effective })), next: null };
  }

  @Get(':e')
  @WhoMay('anyone')
  show(@Param('e') id: string) {
    const edition = EDITIONS.get(id);
    if (!edition) throw new Problem('unknown-edition', `There is no edition ${id}: see GET /v1/editions.`);
    return edition;
  }
}
