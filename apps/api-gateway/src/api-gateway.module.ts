import { READINESS } from '@burgee/process-kit';
import { HealthController } from '@burgee/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import type { ApiGatewayConfig } from './config.js';
import { UpstreamReadiness } from './health/upstream-readiness.js';
import { CarriedStreams } from './proxy/carried-streams.js';

/** The plugins that main.ts registers handle all requests but those for health. */
@Module({})
export class ApiGatewayModule {
  static with(config: ApiGatewayConfig): DynamicModule {
    return {
      module: ApiGatewayModule,
      controllers: [HealthController],
      providers: [
        { provide: CarriedStreams, useValue: new CarriedStreams(config) },
        { provide: READINESS, useValue: new UpstreamReadiness(config) },
      ],
    };
  }
}
