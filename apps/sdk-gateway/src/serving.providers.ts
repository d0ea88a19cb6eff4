import type { Server } from 'node:net';
import { unavailable } from '@burgee/contracts/wire';
import {
  AppliedCounts,
  AppliedHandler,
  Authenticator,
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
import { clientAddress, createCallers, SendTurns, Share, traceSending, TurnQueue } from '@burgee/process-kit';
import { LOGGER, REDIS } from '@burgee/service-kit';
import type { FactoryProvider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { SdkGatewayConfig } from './config.js';
import { PostgresFlagSource } from './flag-source/postgres-flag-source.js';
import { countFailedWrite, countGivenUpFile, SERVING_METRICS } from './metrics.js';
import { KeyUsage } from './reports/key-usage.js';
import { RedisTicketStore } from './shared-cache/redis-ticket-store.js';
import { SharedFlagSetCache } from './shared-cache/shared-flag-set-cache.js';
import { DECISIONS, LARGE_FLAG_SETS, PAST_CHANGES, ProjectQueue, SMALL_FLAG_SETS } from './tenants/project-queue.js';
import { Tenants } from './tenants/tenants.js';
import { AppliedBudgets } from './tenants/applied-budgets.js';
import { UsageBudgets } from './tenants/usage-budgets.js';

const SERVING = Symbol('serving');

/** Last known good files that are written at a time: of each environment one waits at most. */
const FILES_AT_ONCE = 2;
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
  ): object[] => {
    const metrics = SERVING_METRICS;
    const tenants = new Tenants((environmentId) => source.projectOf(environmentId));
    const large = new ProjectQueue(tenants, LARGE_FLAG_SETS);
    const past = new ProjectQueue(tenants, PAST_CHANGES);
    const usageBudgets = new UsageBudgets(large);
    const usage = new UsageBuffer(
      () => metrics.usage('dropped'),
      undefined,
      (environmentId, size, keyKind) => usageBudgets.admits(environmentId, size, keyKind),
      (environmentId) => large.tenantOf(environmentId),
    );
    const writes = new TurnQueue({ atOnce: FILES_AT_ONCE, waitingAtMost: Infinity, full: unavailable });
    const tenantOf = (environmentId: string) => large.tenantOf(environmentId);
    removeParts(config.LAST_KNOWN_GOOD_DIR);
    const files = new FallbackFiles(config.LAST_KNOWN_GOOD_DIR, logger, {
      onFailure: countFailedWrite,
      onGivenUp: countGivenUpFile,
      inTurn: (environmentId, write) => writes.run([tenantOf(environmentId)], write),
      bytesAtMost: config.LAST_KNOWN_GOOD_MB * 1_000_000,
      waitingBytesAtMost: config.FLAG_MEMORY_MB * WAITING_BYTES_OF_MB,
      tenantOf,
    });
    const loads = { large, small: new ProjectQueue(tenants, SMALL_FLAG_SETS) };
    const cache = new FlagSetCache(source, files, config.FLAG_MEMORY_MB * 1_000_000, metrics, loads);
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
      queues: { large, past, decisions: new ProjectQueue(tenants, DECISIONS) },
      streams: { line: new Share(), send: new SendTurns(), snapshots: new Share() },
      traceSending,
      tickets: { secret: config.STREAM_TICKET_SECRET, store: new RedisTicketStore(redis) },
      used: (environmentId) => keyUsage.note(environmentId),
      ...(config.USAGE === 'on' && { usage }),
    });
    const knownAccess = new KnownAccess();
    const edgeAccess = new EdgeAccessHandler(serving.authenticator, source, knownAccess, logger);
    return [
      ...Object.values(serving),
      usage,
      files,
      cache,
      fallback,
      knownAccess,
      edgeAccess,
      new AppliedBudgets(large),
    ];
  };

/** Each class of flag-serving by its own token. */
export const servingProviders = (config: SdkGatewayConfig): FactoryProvider[] => [
  {
    provide: SERVING,
    inject: [PostgresFlagSource, SharedFlagSetCache, KeyUsage, HttpAdapterHost, REDIS, LOGGER],
    useFactory: createServingOf(config),
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
    AppliedBudgets,
  ].map((provide) => ({
    provide,
    inject: [SERVING],
    useFactory: (serving: object[]) => serving.find((one) => one instanceof provide),
  })),
];
