import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { Dependencies, Health, type ServiceConfig, StatusPage } from '@burgee/process-kit';
import { CONFIG, LOGGER } from '../tokens.js';

/** What every provider of a service can inject: its settings, the logger, the state of the engines and of the process, the status page. */
@Global()
@Module({})
export class ServiceKitModule {
  static with(
    config: ServiceConfig,
    logger: Logger,
    dependencies: Dependencies,
    health: Health,
    statusPage: StatusPage,
  ): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: Dependencies, useValue: dependencies },
      { provide: Health, useValue: health },
      { provide: StatusPage, useValue: statusPage },
    ];
    return { module: ServiceKitModule, providers, exports: providers };
  }
}
