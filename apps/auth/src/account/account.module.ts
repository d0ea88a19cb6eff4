import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { AccountController } from './account.controller.js';
import { OwnAccountService } from './own-account.service.js';

@Module({
  imports: [SessionsModule, AdministrationModule, TokensModule],
  controllers: [AccountController],
  providers: [OwnAccountService],
})
export class AccountModule {}
