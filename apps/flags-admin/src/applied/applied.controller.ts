import { AppliedView } from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppliedQuery } from './applied.query.js';

@ApiTags('environments')
@Controller('api/projects/:id/environments/:envId/applied')
export class AppliedController {
  constructor(private readonly applied: AppliedQuery) {}

  /** The first request after a change starts the count. Answers at once: poll to see the progress. */
  @Get()
  @Endpoint({
    summary: 'Count the clients that have the last change of an environment',
    policy: 'editor',
    answers: AppliedView,
  })
  getAppliedClients(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @Member() { projectId }: Membership,
  ): Promise<AppliedView> {
    return this.applied.show(projectId, environmentId);
  }
}
