import { RedisModule } from '@burgee/service-kit';
import { Module } from '@nestjs/common';
import { SignInLimits } from './sign-in-limits.js';

@Module({
  imports: [RedisModule],
  providers: [SignInLimits],
  exports: [SignInLimits],
})
export class LimitsModule {}
