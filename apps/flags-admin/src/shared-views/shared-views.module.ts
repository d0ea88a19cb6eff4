import { Module } from '@nestjs/common';
import { SharedViewsController } from './shared-views.controller.js';
import { SharedViewsService } from './shared-views.service.js';

@Module({
  controllers: [SharedViewsController],
  providers: [SharedViewsService],
})
export class SharedViewsModule {}
