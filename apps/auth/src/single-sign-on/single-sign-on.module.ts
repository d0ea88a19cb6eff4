import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AccountsOfPersons } from './accounts-of-persons.js';
import { Attempts } from './attempts.js';
import { CompleteAttempt } from './complete-attempt.js';
import { EnterByProvider } from './enter-by-provider.js';
import { IdentitiesController } from './identities.controller.js';
import { LinkedIdentities } from './linked-identities.js';
import { ProvidersController } from './providers.controller.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { SingleSignOnController } from './single-sign-on.controller.js';
import { SingleSignOnService } from './single-sign-on.service.js';

@Module({
  imports: [PersistenceModule, LimitsModule, RegistrationModule, SessionsModule, SignInModule, ProvidersModule],
  controllers: [SingleSignOnController, IdentitiesController, ProvidersController],
  providers: [AccountsOfPersons, Attempts, CompleteAttempt, EnterByProvider, LinkedIdentities, SingleSignOnService],
})
export class SingleSignOnModule {}
