import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { INSTANCE_OWNERS, SessionGuard } from './session.guard.js';
import { SessionQuery } from './session.query.js';
import { SESSION_SETTINGS, type SessionSettings, SessionStrategy } from './session.strategy.js';
import { TokenCallers } from './token-callers.js';

/** Guards every route of the service that imports it. */
@Module({})
export class SessionModule {
  /** @param instanceOwners ids of the accounts for instance owner routes; empty for services without such routes */
  static with(settings: SessionSettings, instanceOwners: readonly string[] = []): DynamicModule {
    return {
      module: SessionModule,
      imports: [PassportModule],
      providers: [
        { provide: SESSION_SETTINGS, useValue: settings },
        { provide: INSTANCE_OWNERS, useValue: new Set(instanceOwners) },
        { provide: APP_GUARD, useClass: SessionGuard },
        SessionQuery,
        SessionStrategy,
        TokenCallers,
      ],
    };
  }
}
