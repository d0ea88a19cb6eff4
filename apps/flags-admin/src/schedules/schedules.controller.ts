import {
  CreateScheduleRequest,
  nextLink,
  SchedulesQuery,
  ScheduleView,
  UpdateScheduleRequest,
} from '@burgee/contracts/http';
import { Endpoint, IF_MATCH, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Headers, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NOTE } from '../change-rules/note-headers.js';
import { ChangeScheduleService } from './change-schedule.service.js';
import { CreateScheduleService } from './create-schedule.service.js';
import { scheduleTag } from './schedule-row.js';
import { ScheduleQuery } from './schedule.query.js';

function projectOf({ membership }: CurrentUser): string {
  if (!membership) throw new Error('This route requires no role.');
  return membership.projectId;
}

/** Scheduled changes of values, which run in the name of an editor. */
@ApiTags('schedules')
@Controller('api')
export class SchedulesController {
  constructor(
    private readonly creation: CreateScheduleService,
    private readonly changes: ChangeScheduleService,
    private readonly schedules: ScheduleQuery,
  ) {}

  /**
   * Each step changes the fields in its patch. A step that would be refused now is refused. Where the environment requires
   * approvals, the schedule is a plan in review: the last approval of its change request starts it.
   */
  @Post('flags/:flagId/environments/:envId/schedules')
  @Endpoint({
    summary: 'Schedule changes to a flag in an environment',
    policy: 'editor',
    takes: [NOTE],
    status: 201,
    answers: ScheduleView,
    refuses: ['flag_archived', 'quota_exceeded'],
  })
  async createSchedule(
    @Param('flagId', ResourceId) flagId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() request: CreateScheduleRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleView> {
    return this.tagged(reply, this.creation.create(user, { projectId, flagId, environmentId }, request));
  }

  @Get('projects/:id/schedules')
  @Endpoint({ summary: "List a project's schedules, or those of one flag", policy: 'viewer', answers: [ScheduleView] })
  async listSchedules(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() query: SchedulesQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleView[]> {
    const { schedules, next } = await this.schedules.page(projectId, query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return schedules;
  }

  @Get('projects/:id/schedules/:scheduleId')
  @Endpoint({ summary: 'Get a schedule', policy: 'viewer', answers: ScheduleView })
  getSchedule(
    @Param('id') _projectId: string,
    @Param('scheduleId', ResourceId) id: string,
    @Member() { projectId }: Membership,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleView> {
    return this.tagged(reply, this.schedules.one(projectId, id));
  }

  /** The last editor becomes its author. Finished steps stay. Where the environment requires approvals, they start over. */
  @Patch('projects/:id/schedules/:scheduleId')
  @Endpoint({
    summary: 'Edit a schedule that has not ended',
    policy: 'environment-editor',
    takes: [IF_MATCH, NOTE],
    answers: ScheduleView,
    refuses: ['flag_archived', 'quota_exceeded', 'schedule_ended', 'value_changed'],
  })
  updateSchedule(
    @Param('id') _projectId: string,
    @Param('scheduleId', ResourceId) id: string,
    @User() user: CurrentUser,
    @Body() request: UpdateScheduleRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleView> {
    return this.tagged(reply, this.changes.edit(user, { projectId: projectOf(user), id, ifMatch }, request));
  }

  @Post('projects/:id/schedules/:scheduleId/pause')
  @Endpoint({
    summary: 'Pause a schedule',
    policy: 'environment-editor',
    answers: ScheduleView,
    refuses: ['schedule_ended'],
  })
  pauseSchedule(
    @Param('id') _projectId: string,
    @Param('scheduleId', ResourceId) id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleView> {
    return this.tagged(reply, this.changes.pause(user, { projectId, id }));
  }

  /**
   * If its next step is overdue, that runs now, and later steps keep their distance from it. An approved plan stays
   * approved unless the value changed; one without approval asks for it where the environment requires that.
   */
  @Post('projects/:id/schedules/:scheduleId/resume')
  @Endpoint({
    summary: 'Resume a paused schedule and become its author',
    policy: 'environment-editor',
    takes: [IF_MATCH, NOTE],
    answers: ScheduleView,
    refuses: ['flag_archived', 'quota_exceeded', 'schedule_ended', 'value_changed'],
  })
  resumeSchedule(
    @Param('id') _projectId: string,
    @Param('scheduleId', ResourceId) id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleView> {
    return this.tagged(reply, this.changes.resume(user, { projectId, id, ifMatch }));
  }

  /** Finished steps keep their effect. The schedule is listed as ended. */
  @Delete('projects/:id/schedules/:scheduleId')
  @Endpoint({
    summary: 'Cancel a schedule',
    policy: 'environment-editor',
    answers: ScheduleView,
    refuses: ['schedule_ended'],
  })
  cancelSchedule(
    @Param('id') _projectId: string,
    @Param('scheduleId', ResourceId) id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleView> {
    return this.tagged(reply, this.changes.cancel(user, { projectId, id }));
  }

  private async tagged(reply: FastifyReply, schedule: Promise<ScheduleView>): Promise<ScheduleView> {
    const view = await schedule;
    void reply.header('etag', scheduleTag(view));
    return view;
  }
}
