import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { MessagingModule } from '@burgee/messaging';
import { Dependencies, READINESS } from '@burgee/process-kit';
import { HealthController, LOGGER, REDIS, redisProvider } from '@burgee/service-kit';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { CONFIG, type SdkGatewayConfig } from './config.js';
import { routeGroups } from './routes/early-answers.js';
import { SdkAccessGuard } from './routes/sdk-access.guard.js';
import { PostgresFlagSource } from './flag-source/postgres-flag-source.js';
import { GatewayReadiness } from './health/gateway.readiness.js';
import { ReadMetrics } from './health/read-metrics.js';
import { ChangeNotifications } from './notifications/change-notifications.js';
import { ReadViews } from './postgres/read-views.js';
import { askPrimary, Breaker } from './primary-check/breaker.js';
import { PrimaryCheck } from './primary-check/primary-check.js';
import { RoundTrip } from './primary-check/round-trip.js';
import { KeyUsage } from './reports/key-usage.js';
import { ReportApplied } from './reports/report-applied.js';
import { ReportReads } from './reports/report-reads.js';
import { ReportStreams } from './reports/report-streams.js';
import { ReportUsage } from './reports/report-usage.js';
import { WatchAddresses } from './reports/watch-addresses.js';
import { RestoreDetector } from './restore-detection/restore-detector.js';
import { ServingLifecycle, servingProviders } from './serving.js';
import { SharedFlagSetCache } from './shared-cache/shared-flag-set-cache.js';

@Module({})
export class SdkGatewayModule {
  static with(config: SdkGatewayConfig): DynamicModule {
    return {
      module: SdkGatewayModule,
      imports: [MessagingModule.with(config, 'sdk-gateway')],
      controllers: [HealthController, ...routeGroups(config).map((group) => group.createController())],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: READINESS, useClass: GatewayReadiness },
        { provide: APP_GUARD, useClass: SdkAccessGuard },
        redisProvider(config),
        {
          provide: Breaker,
          inject: [Dependencies],
          useFactory: (dependencies: Dependencies) => new Breaker(dependencies),
        },
        {
          provide: PrimaryCheck,
          inject: [ReadViews, Breaker],
          useFactory: (views: ReadViews, breaker: Breaker) => {
            const roundTrip = new RoundTrip();
            return new PrimaryCheck(askPrimary(views, breaker, roundTrip), roundTrip);
          },
        },
        {
          provide: SharedFlagSetCache,
          inject: [REDIS, LOGGER],
          useFactory: (redis: Redis, logger: Logger) =>
            new SharedFlagSetCache(redis, config.FLAG_CACHE_TTL_SECONDS, logger),
        },
        ...servingProviders(config),
        ReadViews,
        RestoreDetector,
        ChangeNotifications,
        PostgresFlagSource,
        KeyUsage,
        ReportReads,
        ReportStreams,
        ReportUsage,
        ReportApplied,
        WatchAddresses,
        ReadMetrics,
        ServingLifecycle,
      ],
    };
  }
}
