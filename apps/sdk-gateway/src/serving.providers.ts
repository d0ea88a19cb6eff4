import type { Server } from 'node:net';
import { admissionMetrics } from '@burgee/admission';
import {
  AppliedCounts,
  AppliedHandler,
  Authenticator,
  createServingAdmission,
  createServing,
  EdgeAccessHandler,
  FallbackFiles,
  FallbackStore,
  FileDescriptors,
  FlagsHandler,
  FlagSetCache,
  Heartbeats,
  KnownAccess,
  OfrepEvents,
  OfrepHandler,
  removeParts,
  StreamHandler,
  StreamLimits,
  StreamRegistry,
  Tickets,
  UnleashHandler,
  UsageBuffer,
  UsageHandler,
} from '@burgee/flag-serving';
import { clientAddress, createCallers, metrics as registry, traceSending } from '@burgee/process-kit';
import { LOGGER, REDIS } from '@burgee/service-kit';
import type { FactoryProvider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { SdkGatewayConfig } from './config.js';
import { EnvironmentFlows } from './environment-flows.js';
import { PostgresFlagSource } from './flag-source/postgres-flag-source.js';
import { countFailedWrite, countGivenUpFile, SERVING_METRICS } from './metrics.js';
import { KeyUsage } from './reports/key-usage.js';
import { ROUTE_HANDLERS, type RouteHandlers } from './routes/route-group.js';
import { RedisTicketStore } from './shared-cache/redis-ticket-store.js';
import { SharedFlagSetCache } from './shared-cache/shared-flag-set-cache.js';

const SERVING = Symbol('serving');

/** Of each MB for flag sets, for those that wait for their file: in memory each takes three times as much. */
const WAITING_BYTES_OF_MB = 160_000;

/** What serves flags, with the settings, engines and metrics of this service. */
const createServingOf =
  (config: SdkGatewayConfig) =>
  (
    source: PostgresFlagSource,
    shared: SharedFlagSetCache,
    keyUsage: KeyUsage,
    http: HttpAdapterHost,
    redis: Redis,
    logger: Logger,
  ): RouteHandlers => {
    const metrics = SERVING_METRICS;
    const flows = new EnvironmentFlows((environmentId) => source.projectOf(environmentId));
    const usage = new UsageBuffer(() => metrics.usage('dropped'));
    removeParts(config.LAST_KNOWN_GOOD_DIR);
    const files = new FallbackFiles(config.LAST_KNOWN_GOOD_DIR, logger, {
      onFailure: countFailedWrite,
      onGivenUp: countGivenUpFile,
      bytesAtMost: config.LAST_KNOWN_GOOD_MB * 1_000_000,
      waitingBytesAtMost: config.FLAG_MEMORY_MB * WAITING_BYTES_OF_MB,
    });
    const admission = createServingAdmission(
      (environmentId) => flows.of(environmentId),
      admissionMetrics(registry)('sdk-api'),
    );
    const cache = new FlagSetCache(source, files, config.FLAG_MEMORY_MB * 1_000_000, metrics, admission);
    const fallback = new FallbackStore(cache, files, shared, logger);
    const serving = createServing({
      settings: config,
      source,
      cache,
      fallback,
      metrics,
      logger,
      server: () => http.httpAdapter.getHttpServer() as Server,
      callers: createCallers(clientAddress(config.TRUSTED_PROXIES, config.FORWARDING_SECRET)),
      admission,
      traceSending,
      tickets: { secret: config.STREAM_TICKET_SECRET, store: new RedisTicketStore(redis) },
      used: keyUsage.note,
      ...(config.USAGE === 'on' && { usage }),
    });
    const knownAccess = new KnownAccess();
    const edgeAccess = new EdgeAccessHandler(serving.authenticator, source, knownAccess, logger);
    return Object.assign(serving, { edgeAccess, knownAccess, flows, usageBuffer: usage, files, cache, fallback });
  };

/** Each class of flag-serving by its own token, and those that answer routes together. */
export const servingProviders = (config: SdkGatewayConfig): FactoryProvider[] => [
  {
    provide: SERVING,
    inject: [PostgresFlagSource, SharedFlagSetCache, KeyUsage, HttpAdapterHost, REDIS, LOGGER],
    useFactory: createServingOf(config),
  },
  {
    provide: ROUTE_HANDLERS,
    inject: [SERVING],
    useFactory: (serving: RouteHandlers): RouteHandlers => serving,
  },
  ...[
    FallbackFiles,
    FlagSetCache,
    FallbackStore,
    Authenticator,
    FlagsHandler,
    OfrepHandler,
    OfrepEvents,
    KnownAccess,
    EdgeAccessHandler,
    StreamRegistry,
    Heartbeats,
    FileDescriptors,
    StreamLimits,
    Tickets,
    StreamHandler,
    UnleashHandler,
    UsageBuffer,
    ...(config.USAGE === 'on' ? [UsageHandler] : []),
    AppliedCounts,
    AppliedHandler,
    EnvironmentFlows,
  ].map((provide) => ({
    provide,
    inject: [SERVING],
    useFactory: (serving: object) => Object.values(serving).find((one) => one instanceof provide),
  })),
];
