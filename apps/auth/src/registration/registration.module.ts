import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { InvitationQuery } from './invitation.query.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationService } from './registration.service.js';

@Module({
  imports: [PersistenceModule, LimitsModule, SignInModule, PasswordsModule],
  controllers: [RegistrationController],
  providers: [RegistrationService, InvitationQuery],
  exports: [RegistrationService],
})
export class RegistrationModule {}
