import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { ExchangeService } from './exchange.service.js';
import { ExpiredExchanges } from './expired-exchanges.js';
import { TrustRepository } from './trust.repository.js';
import { TrustsController } from './trusts.controller.js';
import { TrustsService } from './trusts.service.js';

@Module({
  imports: [LimitsModule, SignInModule, TokensModule],
  controllers: [TrustsController],
  providers: [TrustRepository, TrustsService, ExchangeService, ExpiredExchanges],
})
export class TrustsModule {}
