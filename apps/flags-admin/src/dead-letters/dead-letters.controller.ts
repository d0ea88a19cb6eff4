import { DeadLettersView } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DeadLettersQuery } from './dead-letters.query.js';

@ApiTags('audit')
@Controller('api/projects/:id/dead-letters')
export class DeadLettersController {
  constructor(private readonly deadLetters: DeadLettersQuery) {}

  /** The number of changes that are missing from the audit trail until an operator redelivers them. */
  @Get()
  @Endpoint({
    summary: 'Count changes that are missing from the audit log',
    policy: 'owner',
    answers: DeadLettersView,
  })
  countDeadLetters(@Param('id') _projectId: string, @Member() { projectId }: Membership): Promise<DeadLettersView> {
    return this.deadLetters.ofProject(projectId);
  }
}
