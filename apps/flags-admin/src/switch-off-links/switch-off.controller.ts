import { SwitchedOff } from '@burgee/contracts/http';
import { AnyBody, Endpoint } from '@burgee/service-kit';
import { Controller, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { SwitchOffService } from './switch-off.service.js';

/** For monitoring that has the secret of a link. */
@ApiTags('switch-off links')
@Controller('api/switch-off')
export class SwitchOffController {
  constructor(private readonly switchOff: SwitchOffService) {}

  /**
   * Takes alerts of Alertmanager, Grafana, Datadog and PagerDuty as they are. One that is resolved changes nothing; an
   * empty body or any other switches off. Answers once clients have the change, within 4 s.
   */
  @Post(':secret')
  @Endpoint({
    summary: 'Switch off what a switch-off link is for',
    policy: 'public',
    takes: [ApiBody({ schema: {}, required: false, description: 'Any, or none.' }), AnyBody()],
    answers: SwitchedOff,
    refuses: ['not_found'],
  })
  callSwitchOffLink(@Param('secret') secret: string, @Req() { body }: FastifyRequest): Promise<SwitchedOff> {
    return this.switchOff.call(secret, typeof body === 'string' ? body : '');
  }
}
