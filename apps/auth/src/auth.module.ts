import { MessagingModule } from '@burgee/messaging';
import { OutboxModule, OutboxReadiness } from '@burgee/outbox';
import { postgresConnection, READINESS } from '@burgee/process-kit';
import { HealthController } from '@burgee/service-kit';
import { databaseModule, DatabaseReadiness } from '@burgee/service-kit/database';
import { SessionModule } from '@burgee/session';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountModule } from './account/account.module.js';
import { AdministrationModule } from './administration/administration.module.js';
import type { AuthConfig } from './config.js';
import { LinksModule } from './links/links.module.js';
import { MailModule } from './mail/mail.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { RecordedSettings } from './recorded-settings/recorded-settings.js';
import { RegistrationModule } from './registration/registration.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { TokensModule } from './tokens/tokens.module.js';
import { TrustsModule } from './trusts/trusts.module.js';
import { SingleSignOnModule } from './single-sign-on/single-sign-on.module.js';

@Module({})
export class AuthModule {
  static with(config: AuthConfig): DynamicModule {
    return {
      module: AuthModule,
      imports: [
        databaseModule('auth', config),
        SessionModule.with(config, config.INSTANCE_OWNERS ?? []),
        MessagingModule.with(config, 'auth'),
        OutboxModule.with({
          service: 'auth',
          postgres: postgresConnection({ ...config, DATABASE_URL: config.DATABASE_URL_DIRECT ?? config.DATABASE_URL }),
          table: 'auth.outbox',
          epoch: 'null::text',
          // Delete messages once they are delivered.
          retentionHours: 0,
        }),
        OperationsModule,
        RegistrationModule,
        SignInModule,
        SessionsModule,
        PasswordsModule,
        LinksModule,
        MailModule,
        AdministrationModule,
        AccountModule,
        TokensModule,
        TrustsModule,
        SingleSignOnModule,
      ],
      controllers: [HealthController],
      providers: [DatabaseReadiness, { provide: READINESS, useClass: OutboxReadiness }, RecordedSettings],
    };
  }
}
