import { Module } from '@nestjs/common';
import { ExpiredTokens } from './expired-tokens.js';
import { TokenRepository } from './token.repository.js';
import { TokensController } from './tokens.controller.js';
import { TokensService } from './tokens.service.js';

@Module({
  controllers: [TokensController],
  providers: [TokenRepository, TokensService, ExpiredTokens],
  exports: [TokenRepository, TokensService],
})
export class TokensModule {}
