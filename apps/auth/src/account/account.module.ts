import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountController } from './account.controller.js';
import { OwnAccountService } from './own-account.service.js';

@Module({
  imports: [SessionsModule, AdministrationModule],
  controllers: [AccountController],
  providers: [OwnAccountService],
})
export class AccountModule {}
