import { MessagingModule } from '@burgee/messaging';
import { READINESS } from '@burgee/process-kit';
import { HealthController } from '@burgee/service-kit';
import { databaseModule, DatabaseReadiness } from '@burgee/service-kit/database';
import { SessionModule } from '@burgee/session';
import { type DynamicModule, Module } from '@nestjs/common';
import { AuditReadiness } from './audit-readiness.js';
import { ChainModule } from './chain/chain.module.js';
import { CheckpointsModule } from './checkpoints/checkpoints.module.js';
import type { AuditConfig } from './config.js';
import { ExportModule } from './export/export.module.js';
import { ReadModule } from './read/read.module.js';
import { RecordModule } from './record/record.module.js';
import { ExpiredEntries } from './retention/expired-entries.js';
import { BeginningSigner } from './retention/beginning-signer.js';

@Module({})
export class AuditModule {
  static with(config: AuditConfig): DynamicModule {
    return {
      module: AuditModule,
      imports: [
        databaseModule('audit', config),
        SessionModule.with(config),
        MessagingModule.with(config, 'audit'),
        ReadModule,
        ExportModule,
        RecordModule,
        ChainModule,
        CheckpointsModule,
      ],
      controllers: [HealthController],
      providers: [DatabaseReadiness, { provide: READINESS, useClass: AuditReadiness }, ExpiredEntries, BeginningSigner],
    };
  }
}
