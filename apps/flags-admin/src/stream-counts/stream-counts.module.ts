import { Module } from '@nestjs/common';
import { StreamCountsController } from './stream-counts.controller.js';
import { StreamCounts } from './stream-counts.js';
import { StreamCountsQuery } from './stream-counts.query.js';
import { WantedReports } from './wanted-reports.js';

@Module({
  controllers: [StreamCountsController],
  providers: [StreamCounts, StreamCountsQuery, WantedReports],
  exports: [StreamCounts, WantedReports],
})
export class StreamCountsModule {}
