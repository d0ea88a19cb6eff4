import { Module } from '@nestjs/common';
import { ChangeFlagValuesService } from './change-flag-values.service.js';
import { ChangeFlagsService } from './change-flags.service.js';
import { FlagChangesController } from './flag-changes.controller.js';

@Module({
  controllers: [FlagChangesController],
  providers: [ChangeFlagValuesService, ChangeFlagsService],
})
export class FlagChangesModule {}
