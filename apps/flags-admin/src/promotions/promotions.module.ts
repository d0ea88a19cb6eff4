import { Module } from '@nestjs/common';
import { DifferenceQuery } from './difference.query.js';
import { PromoteService } from './promote.service.js';
import { PromotionsController } from './promotions.controller.js';

@Module({
  controllers: [PromotionsController],
  providers: [DifferenceQuery, PromoteService],
})
export class PromotionsModule {}
