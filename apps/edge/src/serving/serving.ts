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
  FileDescriptors,
  FlagsHandler,
  FlagSetCache,
  FlagSetReader,
  type FlagSource,
  Heartbeats,
  type HoldFor,
  OfrepEvents,
  OfrepHandler,
  PositionWaits,
  ReadTurns,
  type ServingMetrics,
  StreamAdmission,
  StreamHandler,
  StreamLimits,
  StreamRegistry,
  Tickets,
  type TicketStore,
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
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { EdgeConfig } from '../config.js';
import type { HeldEnvironments } from '../held/held-environments.js';
import { HeldAccess } from '../source/held-access.js';
import { HeldFallback } from '../source/held-fallback.js';
import { DECISION_RATE, EnvironmentQueue } from './environment-queue.js';

/** Whose networks are remembered. */
const ADDRESSES_AT_MOST = 10_000;
/** For a write to arrive. */
const READS_WAIT_AT_MOST = 1_000;
/** Of each MB for flag sets, this many bytes besides for those that are decided from. */
const DECIDABLE_BYTES_OF_MB = 500_000;

export interface ServingParts {
  config: EdgeConfig;
  held: HeldEnvironments;
  source: FlagSource;
  metrics: ServingMetrics;
  ticketSecret: string;
  ticketStore: TicketStore;
  server: () => Server;
  logger: Logger;
}

export type Serving = ReturnType<typeof createServing>;

/** What serves flags, as at the gateway, from what is held here. */
export function createServing({
  config,
  held,
  source,
  metrics,
  ticketSecret,
  ticketStore,
  server,
  logger,
}: ServingParts) {
  const stored = { has: () => true, versionOf: (environmentId: string) => held.get(environmentId)?.set };
  const queue = new EnvironmentQueue(4, 2);
  const pastQueue = new EnvironmentQueue(32, 8);
  const loads = { large: queue, small: new EnvironmentQueue(64, 8) };
  const cache = new FlagSetCache(source, stored, config.FLAG_MEMORY_MB * 1_000_000, metrics, loads);
  const keyMaxAgeMs = config.KEY_MAX_AGE_SECONDS === undefined ? Infinity : config.KEY_MAX_AGE_SECONDS * 1_000;
  const fallback = new HeldFallback(held, cache, keyMaxAgeMs);
  const authenticator = new Authenticator(source, fallback, () => undefined);

  const addressOf = clientAddress(config.TRUSTED_PROXIES);
  const networks = new LRUCache<string, string[]>({ max: ADDRESSES_AT_MOST, memoMethod: addressNetworks });
  const networksOf = (request: IncomingMessage) => networks.memo(addressOf(request));
  const blockOf = (request: IncomingMessage) => addressBlock(addressOf(request));
  const turns = new ReadTurns(queue, networksOf);
  const positions = new PositionWaits((environmentId) => held.get(environmentId)?.set, networksOf, {
    waiting: Math.ceil(READS_WAIT_AT_MOST / config.WORKERS),
  });
  const reader = new FlagSetReader(authenticator, cache, fallback, turns, logger, positions);
  const flags = new FlagsHandler(authenticator, reader, metrics, turns, logger);

  const perSecond = config.DECISION_LIMIT_PER_ADDRESS;
  const counters = {
    ofAddress: new BoundedMemory({ points: perSecond, duration: 1 }),
    ofNetwork: new BoundedMemory({ points: ADDRESSES_OF_NETWORK * perSecond, duration: 1 }),
  };
  const limit = new DecisionLimit(counters, perSecond, networksOf);
  const decidable = new DecidableFlagSets(config.FLAG_MEMORY_MB * DECIDABLE_BYTES_OF_MB);
  const decisionTurns = new ReadTurns(new EnvironmentQueue(1, 1, DECISION_RATE), networksOf);
  const decisions = new Decisions(decidable, { large: turns.inTurn, short: decisionTurns.inTurn }, limit);
  const bytes = new HeldBytes();
  const holdFor: HoldFor = (request, response) => bytes.holdUntilClosed(response, () => networksOf(request));
  const ofrep = new OfrepHandler(authenticator, reader, decisions, metrics, holdFor, logger);

  const waits = { past: pastQueue, send: new SendTurns() };
  const registry = new StreamRegistry(source, cache, fallback, metrics, waits, logger);
  const heartbeats = new Heartbeats(server);
  const descriptors = new FileDescriptors(server, metrics, logger);
  const limits = new StreamLimits(
    {
      total: config.STREAMS_AT_MOST,
      perKey: config.STREAMS_PER_KEY_AT_MOST,
      perAddress: config.STREAMS_PER_ADDRESS_AT_MOST,
    },
    descriptors,
    metrics,
  );
  const tickets = new Tickets(ticketSecret, ticketStore, logger);
  const context = {
    registry,
    heartbeats,
    fallback,
    metrics,
    turns: { past: new ReadTurns(pastQueue, networksOf).inTurn, large: turns.inTurn },
    lifetimeSeconds: config.STREAM_LIFETIME_SECONDS,
    confirmedAt: (environmentId: string) => held.get(environmentId)?.heardAt ?? 0,
  };
  const admission = new StreamAdmission(new AdmissionQueue(new Share()), limits, queue, { blockOf, networksOf });
  const streams = new StreamHandler(authenticator, tickets, admission, context, logger);
  const events = new OfrepEvents(streams, new EventTokens(source, fallback));
  const access = new EdgeAccessHandler(authenticator, source, new HeldAccess(held), logger, true);
  return {
    addressOf,
    networksOf,
    access,
    positions,
    authenticator,
    flags,
    ofrep,
    streams,
    events,
    registry,
    heartbeats,
    descriptors,
    limits,
    tickets,
  };
}
