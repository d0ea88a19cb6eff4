import { EnvironmentView } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { environmentView } from '../environment-view.js';
import { EnvironmentQuery } from '../environment.query.js';
import { SdkKeyVault } from '../sdk-key-vault.js';

@ApiTags('environments')
@Controller('api/projects/:id/environments')
export class ListEnvironmentsController {
  constructor(
    private readonly environments: EnvironmentQuery,
    private readonly vault: SdkKeyVault,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the environments of a project' })
  @RequireAccess('viewer')
  @ApiOkResponse({ type: [EnvironmentView] })
  async list(@Param('id') _projectId: string, @Member() { projectId, role }: Membership): Promise<EnvironmentView[]> {
    const rows = await this.environments.ofProjects([projectId]);
    return rows.map((row) => environmentView(row, role, this.vault));
  }
}
