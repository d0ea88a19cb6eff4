import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:net';
import {
  ADDRESSES_OF_NETWORK,
  AdmissionQueue,
  Authenticator,
  DecidableFlagSets,
  DecisionLimit,
  Decisions,
  EdgeAccessHandler,
  EventTokens,
  FallbackFiles,
  FallbackStore,
  FileDescriptors,
  FlagsHandler,
  FlagSetCache,
  FlagSetReader,
  Heartbeats,
  type HoldFor,
  KnownAccess,
  OfrepEvents,
  OfrepHandler,
  ReadTurns,
  StreamAdmission,
  StreamHandler,
  StreamLimits,
  StreamRegistry,
  Tickets,
} from '@burgee/flag-serving';
import {
  addressBlock,
  addressNetworks,
  BoundedMemory,
  clientAddress,
  HeldBytes,
  SendTurns,
  Share,
} from '@burgee/process-kit';
import { LOGGER, REDIS } from '@burgee/service-kit';
import type { FactoryProvider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { SdkGatewayConfig } from './config.js';
import { PostgresFlagSource } from './flag-source/postgres-flag-source.js';
import { SERVING_METRICS } from './metrics.js';
import { KeyUsage } from './reports/key-usage.js';
import { RedisTicketStore } from './shared-cache/redis-ticket-store.js';
import { SharedFlagSetCache } from './shared-cache/shared-flag-set-cache.js';
import { DECISIONS, LARGE_FLAG_SETS, PAST_CHANGES, ProjectQueue, SMALL_FLAG_SETS } from './tenants/project-queue.js';
import { Tenants } from './tenants/tenants.js';

/** Whose networks are remembered. */
const ADDRESSES_AT_MOST = 10_000;
/** Of each MB for flag sets, this many bytes besides for those that are decided from. */
const DECIDABLE_BYTES_OF_MB = 500_000;
const SERVING = Symbol('serving');

/** What serves flags, with the settings, engines and metrics of this service. */
const createServing =
  (config: SdkGatewayConfig) =>
  (
    source: PostgresFlagSource,
    shared: SharedFlagSetCache,
    usage: KeyUsage,
    http: HttpAdapterHost,
    redis: Redis,
    logger: Logger,
  ) => {
    const metrics = SERVING_METRICS;
    const server = () => http.httpAdapter.getHttpServer() as Server;

    const tenants = new Tenants((environmentId) => source.projectOf(environmentId));
    const queue = new ProjectQueue(tenants, LARGE_FLAG_SETS);
    const pastQueue = new ProjectQueue(tenants, PAST_CHANGES);
    const files = new FallbackFiles(config.LAST_KNOWN_GOOD_DIR, logger);
    const loads = { large: queue, small: new ProjectQueue(tenants, SMALL_FLAG_SETS) };
    const cache = new FlagSetCache(source, files, config.FLAG_MEMORY_MB * 1_000_000, metrics, loads);
    const fallback = new FallbackStore(cache, files, shared, logger);
    const authenticator = new Authenticator(source, fallback, (environmentId) => usage.note(environmentId));

    const addressOf = clientAddress(config.TRUSTED_PROXIES, config.FORWARDING_SECRET);
    const networks = new LRUCache<string, string[]>({ max: ADDRESSES_AT_MOST, memoMethod: addressNetworks });
    const networksOf = (request: IncomingMessage) => networks.memo(addressOf(request));
    const turns = new ReadTurns(queue, networksOf);
    const reader = new FlagSetReader(authenticator, cache, fallback, turns, logger);
    const blockOf = (request: IncomingMessage) => addressBlock(addressOf(request));
    const perSecond = config.DECISION_LIMIT_PER_ADDRESS;
    const counters = {
      ofAddress: new BoundedMemory({ points: perSecond, duration: 1 }),
      ofNetwork: new BoundedMemory({ points: ADDRESSES_OF_NETWORK * perSecond, duration: 1 }),
    };
    const limit = new DecisionLimit(counters, perSecond, networksOf);
    const decidable = new DecidableFlagSets(config.FLAG_MEMORY_MB * DECIDABLE_BYTES_OF_MB);
    const decisionTurns = new ReadTurns(new ProjectQueue(tenants, DECISIONS), networksOf);
    const decisions = new Decisions(decidable, { large: turns.inTurn, short: decisionTurns.inTurn }, limit);
    const bytes = new HeldBytes();
    const holdFor: HoldFor = (request, response) => bytes.holdUntilClosed(response, () => networksOf(request));
    const ofrep = new OfrepHandler(authenticator, reader, decisions, metrics, holdFor, logger);
    const flags = new FlagsHandler(authenticator, reader, metrics, turns, logger);
    const knownAccess = new KnownAccess();
    const edgeAccess = new EdgeAccessHandler(authenticator, source, knownAccess, logger);

    const waits = { past: pastQueue, send: new SendTurns() };
    const registry = new StreamRegistry(source, cache, fallback, metrics, waits, logger);
    const heartbeats = new Heartbeats(server);
    const descriptors = new FileDescriptors(server, metrics, logger);
    const limitSettings = {
      total: config.STREAMS_AT_MOST,
      perKey: config.STREAMS_PER_KEY_AT_MOST,
      perAddress: config.STREAMS_PER_ADDRESS_AT_MOST,
    };
    const limits = new StreamLimits(limitSettings, descriptors, metrics);
    const tickets = new Tickets(config.STREAM_TICKET_SECRET, new RedisTicketStore(redis), logger);
    const streamTurns = { past: new ReadTurns(pastQueue, networksOf).inTurn, large: turns.inTurn };
    const context = {
      registry,
      heartbeats,
      fallback,
      metrics,
      turns: streamTurns,
      lifetimeSeconds: config.STREAM_LIFETIME_SECONDS,
    };
    const addresses = { blockOf, networksOf };
    const admission = new StreamAdmission(new AdmissionQueue(new Share()), limits, queue, addresses);
    const streams = new StreamHandler(authenticator, tickets, admission, context, logger);
    const events = new OfrepEvents(streams, new EventTokens(source, fallback));
    return [
      files,
      cache,
      fallback,
      authenticator,
      flags,
      ofrep,
      events,
      knownAccess,
      edgeAccess,
      registry,
      heartbeats,
      descriptors,
      limits,
      tickets,
      streams,
    ];
  };

/** Each class of flag-serving by its own token. */
export const servingProviders = (config: SdkGatewayConfig): FactoryProvider[] => [
  {
    provide: SERVING,
    inject: [PostgresFlagSource, SharedFlagSetCache, KeyUsage, HttpAdapterHost, REDIS, LOGGER],
    useFactory: createServing(config),
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
  ].map((provide) => ({
    provide,
    inject: [SERVING],
    useFactory: (serving: object[]) => serving.find((one) => one instanceof provide),
  })),
];
