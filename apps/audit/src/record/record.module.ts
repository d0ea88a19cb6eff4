import { Module } from '@nestjs/common';
import { OutboxMessageQuery } from './outbox-message.query.js';
import { RecordStatus } from './record-status.js';
import { RecordController } from './record.controller.js';
import { RecordService } from './record.service.js';

@Module({
  controllers: [RecordController],
  providers: [RecordService, OutboxMessageQuery, RecordStatus],
  exports: [RecordService],
})
export class RecordModule {}
