import { Module } from '@nestjs/common';
import { AppliedModule } from '../applied/applied.module.js';
import { CallLimit } from './call-limit.js';
import { ManageSwitchOffLinksService } from './manage-switch-off-links.service.js';
import { SwitchOffController } from './switch-off.controller.js';
import { SwitchOffLinksController } from './switch-off-links.controller.js';
import { SwitchOffService } from './switch-off.service.js';

@Module({
  imports: [AppliedModule],
  controllers: [SwitchOffLinksController, SwitchOffController],
  providers: [ManageSwitchOffLinksService, SwitchOffService, CallLimit],
})
export class SwitchOffLinksModule {}
