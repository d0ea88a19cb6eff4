import { READINESS } from '@burgee/process-kit';
import { HealthController, READ_TURNS } from '@burgee/service-kit';
import { databaseModule, DatabaseReadiness } from '@burgee/service-kit/database';
import { SessionModule } from '@burgee/session';
import { type DynamicModule, Module } from '@nestjs/common';
import { AuditReadiness } from './audit-readiness.js';
import { type AuditConfig, CONFIG } from './config.js';
import { AuditController } from './read/audit.controller.js';
import { EntryQuery } from './read/entry.query.js';
import { EntrySearchQuery } from './read/entry-search.query.js';
import { FlagAuditQuery } from './read/flag-audit.query.js';
import { LatestChangesQuery } from './read/latest-changes.query.js';
import { PeopleQuery } from './read/people.query.js';
import { OutboxMessageQuery } from './record/outbox-message.query.js';
import { RecordController } from './record/record.controller.js';
import { RecordService } from './record/record.service.js';
import { ExpiredEntries } from './retention/expired-entries.js';

@Module({})
export class AuditModule {
  static with(config: AuditConfig): DynamicModule {
    return {
      module: AuditModule,
      imports: [databaseModule('audit', config), SessionModule.with(config.SESSION_PUBLIC_KEY)],
      controllers: [HealthController, AuditController, RecordController],
      providers: [
        DatabaseReadiness,
        { provide: READINESS, useClass: AuditReadiness },
        READ_TURNS,
        { provide: CONFIG, useValue: config },
        EntryQuery,
        EntrySearchQuery,
        ExpiredEntries,
        FlagAuditQuery,
        LatestChangesQuery,
        OutboxMessageQuery,
        PeopleQuery,
        RecordService,
      ],
    };
  }
}
