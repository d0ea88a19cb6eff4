import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:net';
import { admissionMetrics } from '@burgee/admission';
import {
  AppliedCounts,
  AppliedHandler,
  createServing,
  createServingAdmission,
  EdgeAccessHandler,
  FallbackFiles,
  FallbackStore,
  FileDescriptors,
  FlagSetCache,
  Heartbeats,
  KnownAccess,
  maintainFallback,
  removeParts,
  StreamLimits,
  StreamRegistry,
  UsageBuffer,
} from '@burgee/flag-serving';
import {
  clientAddress,
  createCallers,
  endStreams,
  every,
  metrics as registry,
  type Repetition,
  traceSending,
} from '@burgee/process-kit';
import { LOGGER, REDIS } from '@burgee/service-kit';
import {
  type BeforeApplicationShutdown,
  type FactoryProvider,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { CONFIG, type SdkGatewayConfig } from './config.js';
import { EnvironmentFlows } from './environment-flows.js';
import { PostgresFlagSource } from './flag-source/postgres-flag-source.js';
import { countFailedWrite, countGivenUpFile, SERVING_METRICS } from './metrics.js';
import { Breaker } from './primary-check/breaker.js';
import { KeyUsage } from './reports/key-usage.js';
import { UnreportedOrigins } from './reports/unreported-origins.js';
import { ROUTE_HANDLERS, type RouteHandlers } from './routes/route-group.js';
import { RedisTicketStore } from './shared-cache/redis-ticket-store.js';
import { SharedFlagSetCache } from './shared-cache/shared-flag-set-cache.js';

const SERVING = Symbol('serving');
const RECONCILE_MILLISECONDS = 1_500;
const DESCRIPTORS_MILLISECONDS = 1_000;

/** For each MB of flag sets, memory for sets that wait to be written to disk; each takes three times its size. */
const WAITING_BYTES_OF_MB = 160_000;

/** Creates the serving parts with the settings, engines and metrics of this service. */
const createServingOf =
  (config: SdkGatewayConfig) =>
  (
    source: PostgresFlagSource,
    shared: SharedFlagSetCache,
    keyUsage: KeyUsage,
    http: HttpAdapterHost,
    redis: Redis,
    logger: Logger,
  ) => {
    const metrics = SERVING_METRICS;
    const flows = new EnvironmentFlows((environmentId) => source.projectOf(environmentId));
    const refused = new UnreportedOrigins();
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
    const callers = createCallers(clientAddress(config.TRUSTED_PROXIES, config.FORWARDING_SECRET));
    const serving = createServing({
      settings: config,
      source,
      cache,
      fallback,
      metrics,
      logger,
      server: () => http.httpAdapter.getHttpServer() as Server,
      callers,
      admission,
      traceSending,
      tickets: { secret: config.STREAM_TICKET_SECRET, store: new RedisTicketStore(redis) },
      used: keyUsage.note,
      originRefused: refused.note,
      ...(config.USAGE === 'on' && { usage }),
    });
    const knownAccess = new KnownAccess();
    const edgeAccess = new EdgeAccessHandler(serving.authenticator, source, knownAccess, logger);
    return {
      ...serving,
      preflightRefused: (request: IncomingMessage) => refused.note(callers.blockOf(request), request.headers.origin),
      refused,
      edgeAccess,
      knownAccess,
      flows,
      usageBuffer: usage,
      files,
      cache,
      fallback,
      source,
      shared,
      redis,
    };
  };

type Serving = ReturnType<ReturnType<typeof createServingOf>>;

/** @returns a provider of one of the serving parts */
const partOf = <T>(provide: FactoryProvider['provide'], part: (serving: Serving) => T): FactoryProvider<T> => ({
  provide,
  inject: [SERVING],
  useFactory: part,
});

/** Providers of the serving parts, and of their members that other providers need. */
export const servingProviders = (config: SdkGatewayConfig): FactoryProvider[] => [
  {
    provide: SERVING,
    inject: [PostgresFlagSource, SharedFlagSetCache, KeyUsage, HttpAdapterHost, REDIS, LOGGER],
    useFactory: createServingOf(config),
  },
  partOf(ROUTE_HANDLERS, (serving): RouteHandlers => serving),
  partOf(FlagSetCache, ({ cache }) => cache),
  partOf(FallbackStore, ({ fallback }) => fallback),
  partOf(StreamRegistry, ({ registry: streams }) => streams),
  partOf(StreamLimits, ({ limits }) => limits),
  partOf(FileDescriptors, ({ descriptors }) => descriptors),
  partOf(UnreportedOrigins, ({ refused }) => refused),
  partOf(UsageBuffer, ({ usageBuffer }) => usageBuffer),
  partOf(AppliedCounts, ({ appliedCounts }) => appliedCounts),
  partOf(AppliedHandler, ({ applied }) => applied),
  partOf(EnvironmentFlows, ({ flows }) => flows),
];

/** Starts the background work of serving flags, and ends it in order. */
@Injectable()
export class ServingLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly maintenance: ReturnType<typeof maintainFallback>;
  private fallbackJobs: Repetition[] = [];
  private jobs: Repetition[] = [];

  constructor(
    @Inject(SERVING) private readonly serving: Serving,
    // Nest ends deeper dependencies last: this one makes streams end next to the last reports and not after them.
    private readonly streams: StreamRegistry,
    private readonly breaker: Breaker,
    @Inject(CONFIG) private readonly config: SdkGatewayConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    const { fallback: store, files, cache, shared, source } = serving;
    const ttlSeconds = config.FLAG_CACHE_TTL_SECONDS;
    this.maintenance = maintainFallback({ store, files, cache, shared, source, logger, ttlSeconds });
  }

  onApplicationBootstrap(): void {
    const { fallback, knownAccess, heartbeats, descriptors } = this.serving;
    this.serving.source.subscribe({
      changed: (environmentId) => this.streams.notify(environmentId),
      reported: (change) => fallback.record({ kind: 'change', change }),
      keysChanged: (environmentId) => {
        knownAccess.changed(environmentId);
        void this.streams.reconcile(environmentId);
        this.maintenance.keysChanged(environmentId);
      },
    });
    descriptors.check();
    this.jobs = [
      // Not awaited: the registry starts another reconciliation at once after a running one.
      every(RECONCILE_MILLISECONDS, () => void this.streams.reconcile()),
      every(Heartbeats.TICK_MILLISECONDS, () => heartbeats.tick()),
      every(DESCRIPTORS_MILLISECONDS, () => descriptors.check()),
    ];
    this.fallbackJobs = this.maintenance.jobs.map(({ everyMs, job }) => every(everyMs, job));
    this.serving.shared.onReturn(() => void this.maintenance.sharedReturned());
    void this.maintenance.pruneDeleted();
  }

  /** The server listens until this has resolved, so reads are served to the last. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const job of this.fallbackJobs) job.stop();
    this.serving.limits.close();
    await endStreams(this.streams.connections(), this.config);
  }

  async onApplicationShutdown(): Promise<void> {
    for (const job of this.jobs) job.stop();
    this.breaker.stop();
    this.serving.redis.disconnect();
    await this.maintenance.finish();
  }
}
