import { MessagingModule } from '@burgee/messaging';
import { OutboxModule } from '@burgee/outbox';
import { postgresConnection, READINESS } from '@burgee/process-kit';
import { HealthController, READ_TURNS, redisProvider } from '@burgee/service-kit';
import { databaseModule, DatabaseReadiness } from '@burgee/service-kit/database';
import { SessionModule } from '@burgee/session';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CONFIG, type FlagsAdminConfig } from './config.js';
import { ConnectionsController } from './connections/connections.controller.js';
import { LastReads } from './connections/last-reads.js';
import { DeadLettersController } from './dead-letters/dead-letters.controller.js';
import { DeadLettersQuery } from './dead-letters/dead-letters.query.js';
import { OutboxReadiness } from './dead-letters/outbox-readiness.js';
import { CreateEnvironmentService } from './environments/create-environment.service.js';
import { DeleteEnvironmentService } from './environments/delete-environment.service.js';
import { EnvironmentQuery } from './environments/environment.query.js';
import { EnvironmentsController } from './environments/environments.controller.js';
import { ExpiredKeys } from './environments/expired-keys.js';
import { MissingClientKeys } from './environments/missing-client-keys.js';
import { RotateKeyService } from './environments/rotate-key.service.js';
import { SdkKeyVault } from './environments/sdk-key-vault.js';
import { UpdateEnvironmentService } from './environments/update-environment.service.js';
import { ChangeFlagValuesService } from './flag-changes/change-flag-values.service.js';
import { ChangeFlagsService } from './flag-changes/change-flags.service.js';
import { FlagChangesController } from './flag-changes/flag-changes.controller.js';
import { ArchiveFlagService } from './flags/archive-flag.service.js';
import { ChangeFlagValueService } from './flags/change-flag-value.service.js';
import { CreateFlagService } from './flags/create-flag.service.js';
import { DeleteFlagService } from './flags/delete-flag.service.js';
import { FlagQuery } from './flags/flag.query.js';
import { FlagsController } from './flags/flags.controller.js';
import { LoneReturnValues } from './flags/lone-return-values.js';
import { RenameFlagService } from './flags/rename-flag.service.js';
import { AnswerInvitationService } from './invitations/answer-invitation.service.js';
import { LookUpLimit } from './invitations/look-up-limit.js';
import { CreateInvitationService } from './invitations/create-invitation.service.js';
import { ExpiredInvitations } from './invitations/expired-invitations.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { ProjectInvitationsController } from './invitations/project-invitations.controller.js';
import { RenewInvitationService } from './invitations/renew-invitation.service.js';
import { WithdrawInvitationService } from './invitations/withdraw-invitation.service.js';
import { MembersController } from './members/members.controller.js';
import { RemoveMemberService } from './members/remove-member.service.js';
import { UpdateMemberService } from './members/update-member.service.js';
import { PreferencesController } from './preferences/preferences.controller.js';
import { PreferencesRepository } from './preferences/preferences.repository.js';
import { ProjectEventsController } from './project-events/project-events.controller.js';
import { ProjectStreamRegistry } from './project-events/project-stream-registry.js';
import { ProjectStreamQuery } from './project-events/project-stream.query.js';
import { CreateProjectService } from './projects/create-project.service.js';
import { DeleteProjectService } from './projects/delete-project.service.js';
import { ProjectQuery } from './projects/project.query.js';
import { ProjectsController } from './projects/projects.controller.js';
import { UpdateProjectService } from './projects/update-project.service.js';
import { ChangeLimitInterceptor } from './quotas/change-limit.interceptor.js';
import { ChangeLimits } from './quotas/change-limits.js';
import { Quotas } from './quotas/quotas.js';
import { SharedFlagSetCache } from './shared-cache/shared-flag-set-cache.js';
import { StreamCountsController } from './stream-counts/stream-counts.controller.js';
import { StreamCounts } from './stream-counts/stream-counts.js';
import { StreamCountsQuery } from './stream-counts/stream-counts.query.js';
import { WantedReports } from './stream-counts/wanted-reports.js';
import { Subscriptions } from './subscriptions.js';
import { AfterCommit } from './unit-of-work/after-commit.js';
import { DeliverAfterCommit } from './unit-of-work/deliver-after-commit.js';
import { TimelineCoverage } from './unit-of-work/timeline-coverage.js';
import { UnitOfWork } from './unit-of-work/unit-of-work.js';

const CONTROLLERS = [
  HealthController,
  ProjectsController,
  EnvironmentsController,
  MembersController,
  PreferencesController,
  ProjectInvitationsController,
  InvitationsController,
  FlagsController,
  FlagChangesController,
  StreamCountsController,
  ConnectionsController,
  DeadLettersController,
  ProjectEventsController,
];

const UNIT_OF_WORK = [
  Quotas,
  ChangeLimits,
  UnitOfWork,
  AfterCommit,
  DeliverAfterCommit,
  SharedFlagSetCache,
  TimelineCoverage,
];

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
  LoneReturnValues,
  FlagQuery,
  DeadLettersQuery,
];

const FOR_OPEN_PAGES = [
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
        READ_TURNS,
        { provide: APP_INTERCEPTOR, useClass: ChangeLimitInterceptor },
        ...UNIT_OF_WORK,
        ...USE_CASES,
        ...FOR_OPEN_PAGES,
      ],
    };
  }
}
