import { Module } from '@nestjs/common';
import { EndingTokens } from './ending-tokens.js';
import { TokenAccessController } from './token-access.controller.js';
import { TokenAccessService } from './token-access.service.js';

@Module({
  controllers: [TokenAccessController],
  providers: [TokenAccessService, EndingTokens],
})
export class TokensModule {}
