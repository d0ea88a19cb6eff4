import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module.js';
import { CheckpointJob } from './checkpoint-job.js';
import { LostHistory } from './lost-history.js';

@Module({
  imports: [RecordModule],
  providers: [CheckpointJob, LostHistory],
})
export class CheckpointsModule {}
