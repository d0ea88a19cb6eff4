import { Module } from '@nestjs/common';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { ExportProjectQuery } from './export-project.query.js';
import { ExportProjectService } from './export-project.service.js';
import { ImportProjectService } from './import-project.service.js';
import { TransferController } from './transfer.controller.js';

@Module({
  imports: [EnvironmentsModule],
  controllers: [TransferController],
  providers: [ExportProjectQuery, ExportProjectService, ImportProjectService],
})
export class TransferModule {}
