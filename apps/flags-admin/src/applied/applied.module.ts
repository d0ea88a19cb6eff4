import { Module } from '@nestjs/common';
import { StreamCountsModule } from '../stream-counts/stream-counts.module.js';
import { AppliedWaits } from './applied-waits.js';
import { AppliedController } from './applied.controller.js';
import { AppliedQuery } from './applied.query.js';

@Module({
  imports: [StreamCountsModule],
  controllers: [AppliedController],
  providers: [AppliedWaits, AppliedQuery],
  exports: [AppliedWaits],
})
export class AppliedModule {}
