import { Message, SharedView, SharedViewRequest, UpdateSharedViewRequest } from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SharedViewsService } from './shared-views.service.js';

@ApiTags('flags')
@Controller('api/projects/:id/views')
export class SharedViewsController {
  constructor(private readonly views: SharedViewsService) {}

  @Get()
  @Endpoint({ summary: 'List the shared views of a project', policy: 'viewer', answers: [SharedView] })
  listSharedViews(@Param('id') _projectId: string, @Member() { projectId }: Membership): Promise<SharedView[]> {
    return this.views.list(projectId);
  }

  @Post()
  @Endpoint({
    summary: 'Save a view for everyone in a project',
    policy: 'editor',
    status: 201,
    answers: SharedView,
    refuses: ['duplicate', 'quota_exceeded'],
  })
  createSharedView(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: SharedViewRequest,
  ): Promise<SharedView> {
    return this.views.create(user, projectId, body);
  }

  @Patch(':viewId')
  @Endpoint({
    summary: 'Rename or replace a shared view',
    policy: 'editor',
    answers: SharedView,
    refuses: ['duplicate'],
  })
  updateSharedView(
    @Param('id') _projectId: string,
    @Param('viewId', ResourceId) id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: UpdateSharedViewRequest,
  ): Promise<SharedView> {
    return this.views.update(user, { projectId, id }, body);
  }

  @Delete(':viewId')
  @Endpoint({ summary: 'Delete a shared view', policy: 'editor', answers: Message })
  async deleteSharedView(
    @Param('id') _projectId: string,
    @Param('viewId', ResourceId) id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
  ): Promise<Message> {
    await this.views.delete(user, { projectId, id });
    return { message: 'Shared view deleted' };
  }
}
