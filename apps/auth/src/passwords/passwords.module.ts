import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ChangePasswordService } from './change-password.service.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordsController } from './passwords.controller.js';

@Module({
  imports: [PersistenceModule, LimitsModule, SessionsModule],
  controllers: [PasswordsController],
  providers: [ChangePasswordService, PasswordHasher],
  exports: [PasswordHasher],
})
export class PasswordsModule {}
