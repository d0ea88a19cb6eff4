import { RedisModule } from '@burgee/service-kit';
import { Module } from '@nestjs/common';
import { SharedFlagSetCache } from './shared-flag-set-cache.js';

@Module({
  imports: [RedisModule],
  providers: [SharedFlagSetCache],
})
export class SharedCacheModule {}
