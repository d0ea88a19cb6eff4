import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountQuery } from './account.query.js';
import { AdministrationController } from './administration.controller.js';
import { AdministrationService } from './administration.service.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { FirstStart } from './first-start.js';

@Module({
  imports: [SessionsModule, TokensModule],
  controllers: [AdministrationController],
  providers: [AccountQuery, AdministrationService, FirstStart],
  exports: [AccountQuery],
})
export class AdministrationModule {}
