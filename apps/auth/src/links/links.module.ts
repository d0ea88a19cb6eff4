import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { LinksController } from './links.controller.js';
import { LinksService } from './links.service.js';

@Module({
  imports: [PersistenceModule, LimitsModule, SessionsModule, PasswordsModule, SignInModule],
  controllers: [LinksController],
  providers: [LinksService],
})
export class LinksModule {}
