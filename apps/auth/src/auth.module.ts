import { MessagingModule } from '@burgee/messaging';
import { OutboxModule, OutboxReadiness } from '@burgee/outbox';
import { postgresConnection, READINESS } from '@burgee/process-kit';
import { HealthController, redisProvider } from '@burgee/service-kit';
import { databaseModule, DatabaseReadiness } from '@burgee/service-kit/database';
import { SessionModule } from '@burgee/session';
import { type DynamicModule, Module } from '@nestjs/common';
import { type AuthConfig, CONFIG } from './config.js';
import { SignInLimits } from './limits/sign-in-limits.js';
import { OperationsController } from './operations/operations.controller.js';
import { ProcessReports } from './operations/process-reports.js';
import { ChangePasswordService } from './passwords/change-password.service.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { PasswordsController } from './passwords/passwords.controller.js';
import { UserRepository } from './persistence/user.repository.js';
import { RecordedSettings } from './recorded-settings/recorded-settings.js';
import { InvitationQuery } from './registration/invitation.query.js';
import { RegistrationController } from './registration/registration.controller.js';
import { RegistrationService } from './registration/registration.service.js';
import { ExpiredSessions } from './sessions/expired-sessions.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SignInCookies } from './sessions/sign-in-cookies.js';
import { RecordRefusedSignIns } from './sign-in/record-refused-sign-ins.js';
import { SignInOutcomes } from './sign-in/sign-in-outcomes.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';

@Module({})
export class AuthModule {
  static with(config: AuthConfig): DynamicModule {
    const messaging = MessagingModule.with(config, 'auth');
    const outbox = {
      service: 'auth',
      postgres: postgresConnection({ ...config, DATABASE_URL: config.DATABASE_URL_DIRECT ?? config.DATABASE_URL }),
      table: 'auth.outbox',
      epoch: 'null::text',
      // Nothing that is delivered stays.
      retentionHours: 0,
    };
    return {
      module: AuthModule,
      imports: [
        databaseModule('auth', config),
        SessionModule.with(config.SESSION_PUBLIC_KEY, config.INSTANCE_OWNERS ?? []),
        messaging,
        OutboxModule.with(outbox, messaging),
      ],
      controllers: [
        HealthController,
        OperationsController,
        RegistrationController,
        SignInController,
        SessionsController,
        PasswordsController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        DatabaseReadiness,
        { provide: READINESS, useClass: OutboxReadiness },
        redisProvider(config),
        ChangePasswordService,
        ExpiredSessions,
        InvitationQuery,
        PasswordHasher,
        ProcessReports,
        RecordedSettings,
        RecordRefusedSignIns,
        RegistrationService,
        SessionRepository,
        SignInCookies,
        SignInLimits,
        SignInOutcomes,
        SignInService,
        UserRepository,
      ],
    };
  }
}
