import {
  FallbackFiles,
  FallbackStore,
  FileDescriptors,
  FlagSetCache,
  Heartbeats,
  KnownAccess,
  maintainFallback,
  StreamLimits,
  StreamRegistry,
} from '@burgee/flag-serving';
import { endStreams, every, type Repetition } from '@burgee/process-kit';
import { LOGGER, REDIS } from '@burgee/service-kit';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { CONFIG, type SdkGatewayConfig } from './config.js';
import { PostgresFlagSource } from './flag-source/postgres-flag-source.js';
import { Breaker } from './primary-check/breaker.js';
import { SharedFlagSetCache } from './shared-cache/shared-flag-set-cache.js';

const RECONCILE_MILLISECONDS = 1_500;
const DESCRIPTORS_MILLISECONDS = 1_000;

/** Starts what serving flags does on its own, and ends it in order. */
@Injectable()
export class ServingLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly maintenance: ReturnType<typeof maintainFallback>;
  private fallbackJobs: Repetition[] = [];
  private jobs: Repetition[] = [];

  // oxlint-disable-next-line max-params -- one for each thing that is started or ended
  constructor(
    private readonly source: PostgresFlagSource,
    private readonly sharedCache: SharedFlagSetCache,
    private readonly fallback: FallbackStore,
    private readonly knownAccess: KnownAccess,
    private readonly registry: StreamRegistry,
    private readonly heartbeats: Heartbeats,
    private readonly limits: StreamLimits,
    private readonly descriptors: FileDescriptors,
    private readonly breaker: Breaker,
    files: FallbackFiles,
    cache: FlagSetCache,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: SdkGatewayConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    const ttlSeconds = config.FLAG_CACHE_TTL_SECONDS;
    this.maintenance = maintainFallback({
      store: fallback,
      files,
      cache,
      shared: sharedCache,
      source,
      logger,
      ttlSeconds,
    });
  }

  onApplicationBootstrap(): void {
    this.source.subscribe({
      changed: (environmentId) => this.registry.notify(environmentId),
      reported: (change) => this.fallback.record({ kind: 'change', change }),
      keysChanged: (environmentId) => {
        this.knownAccess.changed(environmentId);
        void this.registry.reconcile(environmentId);
        this.maintenance.keysChanged(environmentId);
      },
    });
    this.descriptors.check();
    this.jobs = [
      // Not awaited: the registry follows a reconciliation that is underway with another one at once.
      every(RECONCILE_MILLISECONDS, () => void this.registry.reconcile()),
      every(Heartbeats.TICK_MILLISECONDS, () => this.heartbeats.tick()),
      every(DESCRIPTORS_MILLISECONDS, () => this.descriptors.check()),
    ];
    this.fallbackJobs = this.maintenance.jobs.map(({ everyMs, job }) => every(everyMs, job));
    this.sharedCache.onReturn(() => void this.maintenance.sharedReturned());
    void this.maintenance.pruneDeleted();
  }

  /** The server listens until this has ended: reads are answered to the last. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const job of this.fallbackJobs) job.stop();
    this.limits.close();
    await endStreams(this.registry.connections(), this.config);
  }

  async onApplicationShutdown(): Promise<void> {
    for (const job of this.jobs) job.stop();
    this.breaker.stop();
    this.redis.disconnect();
    await this.maintenance.finish();
  }
}
