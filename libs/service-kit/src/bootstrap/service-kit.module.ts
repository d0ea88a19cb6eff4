import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { Dependencies, Health, StatusPage } from '@burgee/process-kit';
import { LOGGER } from '../tokens.js';

/** What every provider of a service can inject: the logger, the state of the engines and of the process, the status page. */
@Global()
@Module({})
export class ServiceKitModule {
  static with(logger: Logger, dependencies: Dependencies, health: Health, statusPage: StatusPage): DynamicModule {
    const providers = [
      { provide: LOGGER, useValue: logger },
      { provide: Dependencies, useValue: dependencies },
      { provide: Health, useValue: health },
      { provide: StatusPage, useValue: statusPage },
    ];
    return { module: ServiceKitModule, providers, exports: providers };
  }
}
