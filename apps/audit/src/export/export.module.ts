import { Module } from '@nestjs/common';
import { ChainModule } from '../chain/chain.module.js';
import { ReadModule } from '../read/read.module.js';
import { RecordModule } from '../record/record.module.js';
import { ChainExportService } from './chain-export.service.js';
import { ExportController } from './export.controller.js';

@Module({
  imports: [ChainModule, ReadModule, RecordModule],
  controllers: [ExportController],
  providers: [ChainExportService],
})
export class ExportModule {}
