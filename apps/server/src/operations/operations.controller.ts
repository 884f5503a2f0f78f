import type { Projections } from '@ladder/projections';
import { Body, Controller, Get, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { WhoMay } from '../http/caller.js';
import { READ_MODELS } from '../read-models.js';
import { Slug } from '../http/fields.js';
import { invalid } from '../http/body.pipe.js';
import { Backups } from './backups.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

class BackupBody {
  @IsString()
  @MaxLength(4_000)
  @ApiProperty({ type: String, description: 'Absolute path, on the server, of a file that does not exist' })
  file!: string;
}

class RebuildBody {
  @Slug({ optional: true })
  projection?: string;
}

@ApiTags('operations')
@Controller()
export class OperationsController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly backups: Backups,
    @Inject(READ_MODELS) private readonly projections: Projections,
  ) {}

  @Get('health/live')
  @WhoMay('anyone')
  live() {
    return { status: 'live' as const };
  }

  @Get('health/ready')
  @ApiOkResponse()
  @ApiServiceUnavailableResponse({ description: 'Not ready: `problems` says what is not' })
  @WhoMay('anyone')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { ready, problems } = await this.readiness.look();
    void reply.status(ready ? 200 : 503);
    return { status: ready ? ('ready' as const) : ('not-ready' as const), problems };
  }

  @Get('metrics')
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  @WhoMay('admin-or-loopback')
  async numbers(@Res({ passthrough: true }) reply: FastifyReply) {
    void reply.header('content-type', this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }

  /** A copy of events and vault, taken while the server runs. */
  @Post('v1/admin/backup')
  @WhoMay('admin')
  async backup(@Body() { file }: BackupBody) {
    if (!file.startsWith('/')) throw invalid([{ path: 'file', message: 'file must be an absolute path' }]);
    return { file, bytes: await this.backups.take(file) };
  }

  /** Rebuilds a read model beside the live one, or all of them. */
  @Post('v1/admin/rebuild')
  @HttpCode(200)
  @WhoMay('admin')
  async rebuild(@Body() { projection }: RebuildBody) {
    const { names } = this.projections;
    if (projection !== undefined && !names.includes(projection)) {
      throw invalid([{ path: 'projection', message: `projection must be one of ${names.join(', ')}` }]);
    }
    const wanted = projection === undefined ? names : [projection];
    for (const name of wanted) await this.projections.rebuild(name);
    return { projections: wanted };
  }
}
