import { Message } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Delete, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DeleteProjectService } from './delete-project.service.js';

@ApiTags('projects')
@Controller('api/projects/:id')
export class DeleteProjectController {
  constructor(private readonly projects: DeleteProjectService) {}

  @Delete()
  @ApiOperation({ summary: 'Delete a project with all that is in it' })
  @RequireAccess('owner')
  @ApiOkResponse({ type: Message })
  async delete(
    @Param('id') _id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
  ): Promise<Message> {
    await this.projects.delete(user, projectId);
    return { message: 'Project deleted successfully' };
  }
}
