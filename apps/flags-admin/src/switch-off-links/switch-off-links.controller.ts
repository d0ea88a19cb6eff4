import { CreatedSwitchOffLink, CreateSwitchOffLinkRequest, Message, SwitchOffLinkView } from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { assertExist, ManageSwitchOffLinksService } from './manage-switch-off-links.service.js';
import { listSwitchOffLinks, toSwitchOffLinkView } from './switch-off-link.repository.js';

/** Links that switch off flags of an environment. Every member sees which there are, and no secret. */
@ApiTags('switch-off links')
@Controller('api/projects/:id/environments/:envId/switch-off-links')
export class SwitchOffLinksController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly links: ManageSwitchOffLinksService,
  ) {}

  @Get()
  @Endpoint({ summary: "List an environment's switch-off links", policy: 'viewer', answers: [SwitchOffLinkView] })
  async listSwitchOffLinks(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @Member() { projectId }: Membership,
  ): Promise<SwitchOffLinkView[]> {
    const { manager } = this.database;
    await assertExist(manager, { projectId, environmentId });
    return (await listSwitchOffLinks(manager, projectId, environmentId)).map(toSwitchOffLinkView);
  }

  /** A call of the link passes freezes and approvals, and never switches on. */
  @Post()
  @Endpoint({
    summary: 'Make a switch-off link and get its secret path, shown only once',
    policy: 'owner',
    status: 201,
    answers: CreatedSwitchOffLink,
    refuses: ['quota_exceeded', 'fresh_proof_required'],
  })
  createSwitchOffLink(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: CreateSwitchOffLinkRequest,
  ): Promise<CreatedSwitchOffLink> {
    return this.links.create(user, { projectId, environmentId }, body);
  }

  @Delete(':linkId')
  @Endpoint({ summary: 'Revoke a switch-off link', policy: 'owner', answers: Message })
  async revokeSwitchOffLink(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @Param('linkId', ResourceId) linkId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
  ): Promise<Message> {
    await this.links.revoke(user, { projectId, environmentId }, linkId);
    return { message: 'Switch-off link revoked' };
  }
}
