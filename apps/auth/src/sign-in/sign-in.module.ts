import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { RecordRefusedSignIns } from './record-refused-sign-ins.js';
import { SignInOutcomes } from './sign-in-outcomes.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [PersistenceModule, LimitsModule, SessionsModule, PasswordsModule, ProvidersModule],
  controllers: [SignInController],
  providers: [SignInService, SignInOutcomes, RecordRefusedSignIns],
  exports: [SignInService, SignInOutcomes, RecordRefusedSignIns],
})
export class SignInModule {}
