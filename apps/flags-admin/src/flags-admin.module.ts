import { MessagingModule } from '@burgee/messaging';
import { OutboxModule, OutboxReadiness } from '@burgee/outbox';
import { postgresConnection, READINESS } from '@burgee/process-kit';
import { redisProvider } from '@burgee/service-kit';
import { databaseModule, DatabaseReadiness } from '@burgee/service-kit/database';
import { SessionModule } from '@burgee/session';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AppliedQuery } from './applied/applied.query.js';
import { AppliedWaits } from './applied/applied-waits.js';
import { WaitInterceptor } from './applied/wait.interceptor.js';
import { NoteInterceptor } from './change-rules/note.interceptor.js';
import { ActOnChangeRequestService } from './approvals/act-on-change-request.service.js';
import { ChangeRequestsQuery } from './approvals/change-requests.query.js';
import { CreateChangeRequestService } from './approvals/create-change-request.service.js';
import { CheckpointJob } from './checkpoints/checkpoint-job.js';
import { ExpiredHistory } from './checkpoints/expired-history.js';
import { CONFIG, type FlagsAdminConfig } from './config.js';
import { CONTROLLERS } from './controllers.js';
import { LastReads } from './connections/last-reads.js';
import { DeadLettersQuery } from './dead-letters/dead-letters.query.js';
import { CreateEnvironmentService } from './environments/create-environment.service.js';
import { DeleteEnvironmentService } from './environments/delete-environment.service.js';
import { EnvironmentQuery } from './environments/environment.query.js';
import { ExpiredKeys } from './environments/expired-keys.js';
import { MissingClientKeys } from './environments/missing-client-keys.js';
import { RotateKeyService } from './environments/rotate-key.service.js';
import { SdkKeyVault } from './environments/sdk-key-vault.js';
import { UpdateEnvironmentService } from './environments/update-environment.service.js';
import { ChangeFlagValuesService } from './flag-changes/change-flag-values.service.js';
import { ChangeFlagsService } from './flag-changes/change-flags.service.js';
import { ArchiveFlagService } from './flags/archive-flag.service.js';
import { ChangeFlagValueService } from './flags/change-flag-value.service.js';
import { CreateFlagService } from './flags/create-flag.service.js';
import { DeleteFlagService } from './flags/delete-flag.service.js';
import { FlagQuery } from './flags/flag.query.js';
import { LoneReturnValues } from './flags/lone-return-values.js';
import { RenameFlagService } from './flags/rename-flag.service.js';
import { FlagSetAtQuery } from './history/flag-set-at.query.js';
import { AnswerInvitationService } from './invitations/answer-invitation.service.js';
import { LookUpLimit } from './invitations/look-up-limit.js';
import { CreateInvitationService } from './invitations/create-invitation.service.js';
import { ExpiredInvitations } from './invitations/expired-invitations.js';
import { RenewInvitationService } from './invitations/renew-invitation.service.js';
import { WithdrawInvitationService } from './invitations/withdraw-invitation.service.js';
import { RemoveMemberService } from './members/remove-member.service.js';
import { UpdateMemberService } from './members/update-member.service.js';
import { PreferencesRepository } from './preferences/preferences.repository.js';
import { ProjectStreamRegistry } from './project-events/project-stream-registry.js';
import { ProjectStreamQuery } from './project-events/project-stream.query.js';
import { CreateProjectService } from './projects/create-project.service.js';
import { DeleteProjectService } from './projects/delete-project.service.js';
import { ProjectQuery } from './projects/project.query.js';
import { UpdateProjectService } from './projects/update-project.service.js';
import { DifferenceQuery } from './promotions/difference.query.js';
import { PromoteService } from './promotions/promote.service.js';
import { Quotas } from './quotas/quotas.js';
import { RestoreFlagService } from './restores/restore-flag.service.js';
import { RestoreService } from './restores/restore.service.js';
import { RevertService } from './restores/revert.service.js';
import { ChangeScheduleService } from './schedules/change-schedule.service.js';
import { CreateScheduleService } from './schedules/create-schedule.service.js';
import { EndedSchedules } from './schedules/ended-schedules.js';
import { RunStepService } from './schedules/run-step.service.js';
import { ScheduleQuery } from './schedules/schedule.query.js';
import { ScheduleRunner } from './schedules/schedule-runner.js';
import { SharedFlagSetCache } from './shared-cache/shared-flag-set-cache.js';
import { StreamCounts } from './stream-counts/stream-counts.js';
import { StreamCountsQuery } from './stream-counts/stream-counts.query.js';
import { WantedReports } from './stream-counts/wanted-reports.js';
import { Subscriptions } from './subscriptions.js';
import { ExportProjectQuery } from './transfer/export-project.query.js';
import { ImportProjectService } from './transfer/import-project.service.js';
import { AfterCommit } from './unit-of-work/after-commit.js';
import { DeliverAfterCommit } from './unit-of-work/deliver-after-commit.js';
import { TimelineCoverage } from './unit-of-work/timeline-coverage.js';
import { UnitOfWork } from './unit-of-work/unit-of-work.js';
import { CREATE_DELIVERIES } from './webhooks/create-deliveries.js';
import { WEBHOOKS } from './webhooks/webhooks.providers.js';

const UNIT_OF_WORK = [Quotas, UnitOfWork, AfterCommit, DeliverAfterCommit, SharedFlagSetCache, TimelineCoverage];

const USE_CASES = [
  CreateProjectService,
  UpdateProjectService,
  DeleteProjectService,
  ProjectQuery,
  CreateEnvironmentService,
  UpdateEnvironmentService,
  DeleteEnvironmentService,
  EnvironmentQuery,
  RotateKeyService,
  ExpiredKeys,
  MissingClientKeys,
  SdkKeyVault,
  CreateInvitationService,
  RenewInvitationService,
  WithdrawInvitationService,
  AnswerInvitationService,
  LookUpLimit,
  ExpiredInvitations,
  UpdateMemberService,
  RemoveMemberService,
  PreferencesRepository,
  CreateFlagService,
  RenameFlagService,
  DeleteFlagService,
  ArchiveFlagService,
  ChangeFlagValuesService,
  ChangeFlagsService,
  ChangeFlagValueService,
  ChangeRequestsQuery,
  CreateChangeRequestService,
  ActOnChangeRequestService,
  DifferenceQuery,
  PromoteService,
  FlagSetAtQuery,
  RevertService,
  RestoreFlagService,
  RestoreService,
  CheckpointJob,
  ExpiredHistory,
  ExportProjectQuery,
  ImportProjectService,
  LoneReturnValues,
  FlagQuery,
  DeadLettersQuery,
];

const SCHEDULES = [
  CreateScheduleService,
  ChangeScheduleService,
  ScheduleQuery,
  RunStepService,
  ScheduleRunner,
  EndedSchedules,
];

const FOR_OPEN_PAGES = [
  AppliedWaits,
  AppliedQuery,
  StreamCounts,
  StreamCountsQuery,
  WantedReports,
  LastReads,
  ProjectStreamQuery,
  ProjectStreamRegistry,
  Subscriptions,
];

@Module({})
export class FlagsAdminModule {
  static with(config: FlagsAdminConfig): DynamicModule {
    const messaging = MessagingModule.with(config, 'flags-admin');
    const outbox = {
      service: 'flags-admin',
      postgres: postgresConnection({ ...config, DATABASE_URL: config.DATABASE_URL_DIRECT ?? config.DATABASE_URL }),
      table: 'flags.outbox',
      epoch: 'flags.current_epoch(environment_id)',
      retentionHours: config.CHANGE_RETENTION_HOURS,
      consumeSpent: CREATE_DELIVERIES,
    };
    return {
      module: FlagsAdminModule,
      imports: [
        databaseModule('flags-admin', config),
        SessionModule.with(config.SESSION_PUBLIC_KEY),
        messaging,
        OutboxModule.with(outbox, messaging),
      ],
      controllers: CONTROLLERS,
      providers: [
        { provide: CONFIG, useValue: config },
        DatabaseReadiness,
        { provide: READINESS, useClass: OutboxReadiness },
        redisProvider(config),
        { provide: APP_INTERCEPTOR, useClass: WaitInterceptor },
        { provide: APP_INTERCEPTOR, useClass: NoteInterceptor },
        ...UNIT_OF_WORK,
        ...USE_CASES,
        ...SCHEDULES,
        ...FOR_OPEN_PAGES,
        ...WEBHOOKS,
      ],
    };
  }
}
