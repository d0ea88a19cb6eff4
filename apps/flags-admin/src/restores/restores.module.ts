import { Module } from '@nestjs/common';
import { FlagsModule } from '../flags/flags.module.js';
import { RestoreFlagService } from './restore-flag.service.js';
import { RestoreService } from './restore.service.js';
import { RestoresController } from './restores.controller.js';
import { RevertService } from './revert.service.js';

@Module({
  imports: [FlagsModule],
  controllers: [RestoresController],
  providers: [RevertService, RestoreFlagService, RestoreService],
})
export class RestoresModule {}
