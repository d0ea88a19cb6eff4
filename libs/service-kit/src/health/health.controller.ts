import { Controller, Get, HttpCode, Inject, Optional, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../access/access.js';
import { READINESS, type Readiness } from './readiness.js';

/** /livez: the process answers. /readyz and /health: it can do its work. */
@ApiExcludeController()
@Controller()
@Public()
export class HealthController {
  constructor(@Optional() @Inject(READINESS) private readonly readiness?: Readiness) {}

  @Get('livez')
  @HttpCode(200)
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get(['readyz', 'health'])
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<{ status: string }> {
    const ready = (await this.readiness?.isReady()) ?? true;
    void reply.status(ready ? 200 : 503).header('cache-control', 'no-store');
    return { status: ready ? 'ok' : 'unavailable' };
  }
}
