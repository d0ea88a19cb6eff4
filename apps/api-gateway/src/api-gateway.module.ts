import { Module } from '@nestjs/common';
import { HealthController } from '@burgee/service-kit';

/** Owns nothing: what it does with a request is done by the plugins that main.ts registers. */
@Module({ controllers: [HealthController] })
export class ApiGatewayModule {}
