import { Module } from '@nestjs/common';
import { ArchiveFlagService } from './archive-flag.service.js';
import { ChangeFlagValueService } from './change-flag-value.service.js';
import { CreateFlagService } from './create-flag.service.js';
import { DeleteFlagService } from './delete-flag.service.js';
import { FlagQuery } from './flag.query.js';
import { FlagsController } from './flags.controller.js';
import { ClearReturnValues } from './clear-return-values.js';
import { RenameFlagService } from './rename-flag.service.js';
import { StaleFlags } from './stale-flags.js';

@Module({
  controllers: [FlagsController],
  providers: [
    CreateFlagService,
    RenameFlagService,
    DeleteFlagService,
    ArchiveFlagService,
    ChangeFlagValueService,
    FlagQuery,
    // Runs at the start, to clear values of an older release.
    ClearReturnValues,
    StaleFlags,
  ],
  exports: [FlagQuery],
})
export class FlagsModule {}
