import { Module } from '@nestjs/common';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { StreamCountsModule } from '../stream-counts/stream-counts.module.js';
import { ConnectionsController } from './connections.controller.js';
import { ConnectionsQuery } from './connections.query.js';
import { LastReads } from './last-reads.js';
import { RefusedOrigins } from './refused-origins.js';

@Module({
  imports: [EnvironmentsModule, StreamCountsModule],
  controllers: [ConnectionsController],
  providers: [ConnectionsQuery, LastReads, RefusedOrigins],
  exports: [ConnectionsQuery, LastReads],
})
export class ConnectionsModule {}
