import { MessagingModule } from '@burgee/messaging';
import { OutboxModule, OutboxReadiness } from '@burgee/outbox';
import { postgresConnection, READINESS } from '@burgee/process-kit';
import { HealthController } from '@burgee/service-kit';
import { databaseModule, DatabaseReadiness } from '@burgee/service-kit/database';
import { SessionModule } from '@burgee/session';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccountModule } from './account/account.module.js';
import { AdministrationModule } from './administration/administration.module.js';
import { AppliedModule } from './applied/applied.module.js';
import { WaitInterceptor } from './applied/wait.interceptor.js';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { NoteInterceptor } from './change-rules/note.interceptor.js';
import type { FlagsAdminConfig } from './config.js';
import { ConnectionsModule } from './connections/connections.module.js';
import { DeadLettersModule } from './dead-letters/dead-letters.module.js';
import { EnvironmentsModule } from './environments/environments.module.js';
import { FlagChangesModule } from './flag-changes/flag-changes.module.js';
import { FlagsModule } from './flags/flags.module.js';
import { GroupRolesModule } from './group-roles/group-roles.module.js';
import { HistoryModule } from './history/history.module.js';
import { HomeModule } from './home/home.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { MembersModule } from './members/members.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { PreferencesModule } from './preferences/preferences.module.js';
import { ProjectEventsModule } from './project-events/project-events.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { PromotionsModule } from './promotions/promotions.module.js';
import { RestoresModule } from './restores/restores.module.js';
import { SchedulesModule } from './schedules/schedules.module.js';
import { SharedCacheModule } from './shared-cache/shared-cache.module.js';
import { SharedViewsModule } from './shared-views/shared-views.module.js';
import { StreamCountsModule } from './stream-counts/stream-counts.module.js';
import { SwitchOffLinksModule } from './switch-off-links/switch-off-links.module.js';
import { TokensModule } from './tokens/tokens.module.js';
import { TransferModule } from './transfer/transfer.module.js';
import { UnitOfWorkModule } from './unit-of-work/unit-of-work.module.js';
import { CREATE_DELIVERIES } from './webhooks/create-deliveries.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/**
 * Messaging, the outbox and the unit of work are global, so resource modules do not import them. `startService` adds
 * the parts that every service has: settings, log, the validation pipe, the problem filter. SessionModule guards every
 * route. SharedCacheModule and ProjectEventsModule register the steps after a commit.
 */
@Module({})
export class FlagsAdminModule {
  static with(config: FlagsAdminConfig): DynamicModule {
    return {
      module: FlagsAdminModule,
      imports: [
        databaseModule('flags-admin', config),
        SessionModule.with(config),
        MessagingModule.with(config, 'flags-admin'),
        OutboxModule.with({
          service: 'flags-admin',
          postgres: postgresConnection({ ...config, DATABASE_URL: config.DATABASE_URL_DIRECT ?? config.DATABASE_URL }),
          table: 'flags.outbox',
          epoch: 'flags.current_epoch(environment_id)',
          retentionHours: config.CHANGE_RETENTION_HOURS,
          consumeSpent: CREATE_DELIVERIES,
        }),
        UnitOfWorkModule,
        SharedCacheModule,
        ProjectsModule,
        EnvironmentsModule,
        MembersModule,
        PreferencesModule,
        NoticesModule,
        InvitationsModule,
        FlagsModule,
        FlagChangesModule,
        ApprovalsModule,
        PromotionsModule,
        HistoryModule,
        RestoresModule,
        TokensModule,
        TransferModule,
        WebhooksModule,
        SchedulesModule,
        SwitchOffLinksModule,
        StreamCountsModule,
        AppliedModule,
        ConnectionsModule,
        DeadLettersModule,
        HomeModule,
        AdministrationModule,
        AccountModule,
        GroupRolesModule,
        SharedViewsModule,
        ProjectEventsModule,
      ],
      controllers: [HealthController],
      providers: [
        DatabaseReadiness,
        { provide: READINESS, useClass: OutboxReadiness },
        { provide: APP_INTERCEPTOR, useClass: WaitInterceptor },
        { provide: APP_INTERCEPTOR, useClass: NoteInterceptor },
      ],
    };
  }
}
