import { PreferencesView, UpdatePreferencesRequest } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import { PreferencesRepository } from './preferences.repository.js';

/** 500 favorites, and 50 saved views with two texts each. */
const VALUES_OF_FULL_LISTS = 652;

@ApiTags('members')
@Controller('api/projects/:id/preferences')
export class PreferencesController {
  constructor(private readonly preferences: PreferencesRepository) {}

  @Get()
  @Endpoint({ summary: 'Get your favorites and saved views in a project', policy: 'viewer', answers: PreferencesView })
  getPreferences(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
  ): Promise<PreferencesView> {
    return this.preferences.of(projectId, user.id);
  }

  @Patch()
  @Endpoint({
    summary: 'Update your favorites or saved views in a project',
    policy: 'viewer',
    takes: [RouteConfig({ valuesAtMost: VALUES_OF_FULL_LISTS })],
    answers: PreferencesView,
  })
  updatePreferences(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: UpdatePreferencesRequest,
  ): Promise<PreferencesView> {
    return this.preferences.update(projectId, user, body);
  }
}
