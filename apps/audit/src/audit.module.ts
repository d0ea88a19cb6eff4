import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { databaseModule, DatabaseReadiness, HealthController, READINESS } from '@burgee/service-kit';
import { SessionModule } from '@burgee/session';
import type { AuditConfig } from './config.js';
import { EntryQuery } from './entries/entry.query.js';
import { EntryEntity } from './persistence/entry.entity.js';
import { ReadFlagAuditController } from './read-flag-audit/read-flag-audit.controller.js';
import { ReadFlagAuditService } from './read-flag-audit/read-flag-audit.service.js';
import { LatestChangesQuery } from './read-latest-changes/latest-changes.query.js';
import { ReadLatestChangesController } from './read-latest-changes/read-latest-changes.controller.js';
import { ReadProjectAuditController } from './read-project-audit/read-project-audit.controller.js';
import { RecordController } from './record/record.controller.js';
import { RecordService } from './record/record.service.js';

@Module({})
export class AuditModule {
  static with(config: AuditConfig): DynamicModule {
    return {
      module: AuditModule,
      imports: [
        databaseModule('audit', config.DATABASE_URL, [EntryEntity]),
        TypeOrmModule.forFeature([EntryEntity]),
        SessionModule.with(config.SESSION_PUBLIC_KEY),
      ],
      controllers: [
        HealthController,
        ReadFlagAuditController,
        ReadProjectAuditController,
        ReadLatestChangesController,
        RecordController,
      ],
      providers: [
        { provide: READINESS, useClass: DatabaseReadiness },
        EntryQuery,
        LatestChangesQuery,
        ReadFlagAuditService,
        RecordService,
      ],
    };
  }
}
