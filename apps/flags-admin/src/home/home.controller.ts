import { HomeView } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { HomeQuery } from './home.query.js';

@ApiTags('projects')
@Controller('api/projects/:id/home')
export class HomeController {
  constructor(private readonly home: HomeQuery) {}

  /** What waits for you, the schedules of the next seven days, and the applications that connect. */
  @Get()
  @Endpoint({ summary: 'Get what a project needs from you', policy: 'viewer', answers: HomeView })
  getHome(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Req() { ip }: FastifyRequest,
  ): Promise<HomeView> {
    return this.home.read(user.id, member, ip);
  }
}
