import { LatestChange } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { LatestChangesQuery } from './latest-changes.query.js';

@ApiTags('audit')
@Controller('api/projects/:id/audit/latest')
export class ReadLatestChangesController {
  constructor(private readonly changes: LatestChangesQuery) {}

  /** What happened to each flag last, and who did it: one line a flag, in no order. */
  @Get()
  @ApiOperation({ summary: 'List the latest change of each flag of a project' })
  @RequireAccess('viewer')
  @ApiOkResponse({ type: [LatestChange] })
  list(@Param('id') _projectId: string, @Member() { projectId }: Membership): Promise<LatestChange[]> {
    return this.changes.of(projectId);
  }
}
