import { MessagingModule } from '@burgee/messaging';
import { READINESS } from '@burgee/process-kit';
import { HealthController } from '@burgee/service-kit';
import { databaseModule, DatabaseReadiness } from '@burgee/service-kit/database';
import { SessionModule } from '@burgee/session';
import { type DynamicModule, Module } from '@nestjs/common';
import { CollectController } from './collect/collect.controller.js';
import type { UsageConfig } from './config.js';
import { EnvironmentUsageQuery } from './read/environment-usage.query.js';
import { FlagUsageQuery } from './read/flag-usage.query.js';
import { ProjectUsageQuery } from './read/project-usage.query.js';
import { UsageController } from './read/usage.controller.js';
import { ExpiredUsage } from './retention/expired-usage.js';
import { UsageReadiness } from './usage-readiness.js';

@Module({})
export class UsageModule {
  static with(config: UsageConfig): DynamicModule {
    return {
      module: UsageModule,
      imports: [databaseModule('usage', config), SessionModule.with(config), MessagingModule.with(config, 'usage')],
      controllers: [HealthController, UsageController, CollectController],
      providers: [
        DatabaseReadiness,
        { provide: READINESS, useClass: UsageReadiness },
        EnvironmentUsageQuery,
        ExpiredUsage,
        FlagUsageQuery,
        ProjectUsageQuery,
      ],
    };
  }
}
