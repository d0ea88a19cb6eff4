import { MessagingModule } from '@burgee/messaging';
import { READINESS } from '@burgee/process-kit';
import { HealthController } from '@burgee/service-kit';
import { databaseModule, DatabaseReadiness } from '@burgee/service-kit/database';
import { SessionModule } from '@burgee/session';
import { type DynamicModule, Module } from '@nestjs/common';
import { AuditReadiness } from './audit-readiness.js';
import { ChainBoundsQuery } from './chain/chain-bounds.query.js';
import { ChainLinksQuery } from './chain/chain-links.query.js';
import { CheckpointsQuery } from './chain/checkpoints.query.js';
import { VerifyChainService } from './chain/verify-chain.service.js';
import { VerifyController } from './chain/verify.controller.js';
import { CheckpointJob } from './checkpoints/checkpoint-job.js';
import { LostHistory } from './checkpoints/lost-history.js';
import { type AuditConfig, CONFIG } from './config.js';
import { ChainExportService } from './export/chain-export.service.js';
import { ExportController } from './export/export.controller.js';
import { AuditController } from './read/audit.controller.js';
import { EntryQuery } from './read/entry.query.js';
import { EntrySearchQuery } from './read/entry-search.query.js';
import { FlagAuditQuery } from './read/flag-audit.query.js';
import { LatestChangesQuery } from './read/latest-changes.query.js';
import { PeopleQuery } from './read/people.query.js';
import { OutboxMessageQuery } from './record/outbox-message.query.js';
import { RecordController } from './record/record.controller.js';
import { RecordStatus } from './record/record-status.js';
import { RecordService } from './record/record.service.js';
import { ExpiredEntries } from './retention/expired-entries.js';

@Module({})
export class AuditModule {
  static with(config: AuditConfig): DynamicModule {
    return {
      module: AuditModule,
      imports: [
        databaseModule('audit', config),
        SessionModule.with(config.SESSION_PUBLIC_KEY),
        MessagingModule.with(config, 'audit'),
      ],
      controllers: [HealthController, AuditController, ExportController, RecordController, VerifyController],
      providers: [
        DatabaseReadiness,
        { provide: READINESS, useClass: AuditReadiness },
        { provide: CONFIG, useValue: config },
        ChainBoundsQuery,
        ChainExportService,
        ChainLinksQuery,
        CheckpointJob,
        CheckpointsQuery,
        EntryQuery,
        EntrySearchQuery,
        ExpiredEntries,
        FlagAuditQuery,
        LatestChangesQuery,
        LostHistory,
        OutboxMessageQuery,
        PeopleQuery,
        RecordService,
        RecordStatus,
        VerifyChainService,
      ],
    };
  }
}
