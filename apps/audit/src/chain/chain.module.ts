import { Module } from '@nestjs/common';
import { ChainBoundsQuery } from './chain-bounds.query.js';
import { ChainLinksQuery } from './chain-links.query.js';
import { CheckpointsQuery } from './checkpoints.query.js';
import { VerifyChainService } from './verify-chain.service.js';
import { VerifyController } from './verify.controller.js';

@Module({
  controllers: [VerifyController],
  providers: [ChainBoundsQuery, ChainLinksQuery, CheckpointsQuery, VerifyChainService],
  exports: [ChainBoundsQuery, ChainLinksQuery, CheckpointsQuery],
})
export class ChainModule {}
