import { Module } from '@nestjs/common';
import { CheckpointJob } from '../checkpoints/checkpoint-job.js';
import { ExpiredHistory } from '../checkpoints/expired-history.js';
import { FlagSetAtQuery } from './flag-set-at.query.js';
import { HistoryController } from './history.controller.js';

@Module({
  controllers: [HistoryController],
  providers: [FlagSetAtQuery, CheckpointJob, ExpiredHistory],
})
export class HistoryModule {}
