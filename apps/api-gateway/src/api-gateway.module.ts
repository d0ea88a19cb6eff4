import { Module } from '@nestjs/common';
import { HealthController } from '@burgee/service-kit';

/** Has no providers: the plugins that main.ts registers handle all requests. */
@Module({ controllers: [HealthController] })
export class ApiGatewayModule {}
