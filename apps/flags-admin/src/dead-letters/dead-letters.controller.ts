import { DeadLettersView } from '@burgee/contracts/http';
import { RequirePolicy } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DeadLettersQuery } from './dead-letters.query.js';

@ApiTags('audit')
@Controller('api/projects/:id/dead-letters')
export class DeadLettersController {
  constructor(private readonly deadLetters: DeadLettersQuery) {}

  /** How many changes have not reached the audit trail, and will not until somebody delivers them again. */
  @Get()
  @ApiOperation({ operationId: 'countDeadLetters', summary: 'Count the changes that have not reached the audit trail' })
  @RequirePolicy('owner')
  @ApiOkResponse({ type: DeadLettersView })
  show(@Param('id') _projectId: string, @Member() { projectId }: Membership): Promise<DeadLettersView> {
    return this.deadLetters.ofProject(projectId);
  }
}
