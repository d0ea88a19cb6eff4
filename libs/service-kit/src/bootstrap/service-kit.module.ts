import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { Dependencies } from '../health/dependencies.js';

export const LOGGER = Symbol('logger');

/** What every provider of a service may ask for: the logger and the state of the engines. */
@Global()
@Module({})
export class ServiceKitModule {
  static with(logger: Logger, dependencies: Dependencies): DynamicModule {
    const providers = [
      { provide: LOGGER, useValue: logger },
      { provide: Dependencies, useValue: dependencies },
    ];
    return { module: ServiceKitModule, providers, exports: providers };
  }
}
