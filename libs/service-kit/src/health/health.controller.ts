import { Controller, Get, HttpCode, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RequirePolicy } from '../http/route-policy.js';
import { Health, type HealthReport } from '@burgee/process-kit';

/**
 * /livez: the process responds. /readyz and /health: it can work; also 200 when degraded, so that it keeps its traffic.
 */
@ApiExcludeController()
@Controller()
@RequirePolicy('public')
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('livez')
  @HttpCode(200)
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get(['readyz', 'health'])
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthReport> {
    const report = await this.health.check();
    void reply.status(report.status === 'unavailable' ? 503 : 200).header('cache-control', 'no-store');
    return report;
  }
}
