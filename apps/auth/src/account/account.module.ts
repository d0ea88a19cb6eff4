import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { AccountController } from './account.controller.js';
import { AccountExportQuery } from './account-export.query.js';
import { OwnAccountService } from './own-account.service.js';

@Module({
  imports: [
    SessionsModule,
    AdministrationModule,
    TokensModule,
    MailModule,
    LimitsModule,
    PersistenceModule,
    ProvidersModule,
  ],
  controllers: [AccountController],
  providers: [AccountExportQuery, OwnAccountService],
})
export class AccountModule {}
