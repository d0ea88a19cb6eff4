import { RedisModule } from '@burgee/service-kit';
import { Module } from '@nestjs/common';
import { UpdateCacheAfterCommit } from './update-cache-after-commit.js';

@Module({
  imports: [RedisModule],
  providers: [UpdateCacheAfterCommit],
})
export class SharedCacheModule {}
