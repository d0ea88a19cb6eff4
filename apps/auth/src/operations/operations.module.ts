import { Module } from '@nestjs/common';
import { OperationsController } from './operations.controller.js';
import { ProcessReports } from './process-reports.js';

@Module({
  controllers: [OperationsController],
  providers: [ProcessReports],
})
export class OperationsModule {}
