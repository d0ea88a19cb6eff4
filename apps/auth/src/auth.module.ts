import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { databaseModule, DatabaseReadiness, HealthController, READINESS, redisProvider } from '@burgee/service-kit';
import { SessionModule } from '@burgee/session';
import { ChangePasswordController } from './change-password/change-password.controller.js';
import { ChangePasswordService } from './change-password/change-password.service.js';
import { type AuthConfig, CONFIG } from './config.js';
import { SignInCookies } from './cookies/sign-in-cookies.js';
import { SignInLimits } from './limits/sign-in-limits.js';
import { MeController } from './me/me.controller.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { SessionEntity } from './persistence/session.entity.js';
import { SessionRepository } from './persistence/session.repository.js';
import { UserEntity } from './persistence/user.entity.js';
import { UserRepository } from './persistence/user.repository.js';
import { RegisterController } from './register/register.controller.js';
import { RegisterService } from './register/register.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignOutController } from './sign-out/sign-out.controller.js';

@Module({})
export class AuthModule {
  static with(config: AuthConfig): DynamicModule {
    const entities = [UserEntity, SessionEntity];
    return {
      module: AuthModule,
      imports: [
        databaseModule('auth', config.DATABASE_URL, entities),
        TypeOrmModule.forFeature(entities),
        SessionModule.with(config.SESSION_PUBLIC_KEY),
      ],
      controllers: [
        HealthController,
        RegisterController,
        SignInController,
        SignOutController,
        MeController,
        SessionsController,
        ChangePasswordController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: READINESS, useClass: DatabaseReadiness },
        redisProvider(config.REDIS_URL),
        ChangePasswordService,
        PasswordHasher,
        RegisterService,
        SessionRepository,
        SignInCookies,
        SignInLimits,
        SignInService,
        UserRepository,
      ],
    };
  }
}
