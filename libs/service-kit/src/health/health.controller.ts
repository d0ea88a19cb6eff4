import { Controller, Get, HttpCode, Inject, Optional, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/route-policy.js';
import { READINESS, type Readiness } from '@burgee/process-kit';

/** /livez: the process answers. /readyz and /health: it can work; 200 too where it is degraded, so that it keeps its traffic. */
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
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<{ status: string; detail?: string }> {
    const ready = (await this.readiness?.isReady()) ?? true;
    void reply.status(ready ? 200 : 503).header('cache-control', 'no-store');
    if (!ready) return { status: 'unavailable' };
    const detail = this.readiness?.degradation?.();
    return detail === undefined ? { status: 'ok' } : { status: 'degraded', detail };
  }
}
