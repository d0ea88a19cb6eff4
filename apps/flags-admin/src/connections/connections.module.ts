import { Module } from '@nestjs/common';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { StreamCountsModule } from '../stream-counts/stream-counts.module.js';
import { ConnectionsController } from './connections.controller.js';
import { LastReads } from './last-reads.js';
import { RefusedOrigins } from './refused-origins.js';

@Module({
  imports: [EnvironmentsModule, StreamCountsModule],
  controllers: [ConnectionsController],
  providers: [LastReads, RefusedOrigins],
  exports: [LastReads],
})
export class ConnectionsModule {}
