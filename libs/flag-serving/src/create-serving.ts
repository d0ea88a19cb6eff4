import type { Server } from 'node:net';
import type { Logger } from 'pino';
import { AppliedCounts } from './applied/applied-counts.js';
import { AppliedHandler } from './applied/applied-handler.js';
import { Pollers } from './flags/pollers.js';
import { Authenticator } from './authenticate/authenticator.js';
import { StreamRegistry, type TraceSending } from './channel/stream-registry.js';
import { FileDescriptors } from './connection/file-descriptors.js';
import { Heartbeats } from './connection/heartbeats.js';
import { type Addresses, StreamAdmission } from './connection/stream-admission.js';
import { StreamHandler } from './connection/stream-handler.js';
import { StreamLimits } from './connection/stream-limits.js';
import { Tickets, type TicketStore } from './connection/tickets.js';
import type { FallbackStore } from './fallback/fallback-store.js';
import type { FlagSetCache } from './flag-set/flag-set-cache.js';
import { FlagSetReader } from './flags/flag-set-reader.js';
import { FlagsHandler } from './flags/flags-handler.js';
import { DecidableFlagSets } from './decisions/decidable-flag-sets.js';
import { Decisions } from './decisions/decisions.js';
import { EventTokens } from './ofrep/event-tokens.js';
import type { HoldFor } from './decisions/hold.js';
import { ReportIntake } from './decisions/report-intake.js';
import { OfrepEvents } from './ofrep/ofrep-events.js';
import { OfrepHandler } from './ofrep/ofrep-handler.js';
import type { PositionWaits } from './positions/position-waits.js';
import type { ServingMetrics } from './serving-metrics.js';
import type { ServingAdmission } from './source/admission.js';
import type { FlagSource } from './source/flag-source.js';
import { createUnleash } from './unleash/create-unleash.js';
import { sayToggle } from './unleash/toggles-handler.js';
import { UsageHandler } from './usage/usage-handler.js';
import type { UsageSink } from './usage/usage-sink.js';

/** For each MB of flag sets, this many bytes more for their OFREP and Unleash forms. */
const DERIVED_BYTES_OF_MB = 500_000;
/** The same for the recent events of streams. */
const EVENT_BYTES_OF_MB = 100_000;

export interface ServingSettings {
  FLAG_MEMORY_MB: number;
  STREAMS_AT_MOST: number;
  STREAMS_PER_KEY_AT_MOST: number;
  STREAMS_PER_ADDRESS_AT_MOST: number;
  STREAM_LIFETIME_SECONDS: number;
}

/** The parts that a process supplies. */
export interface ServingParts {
  settings: ServingSettings;
  source: FlagSource;
  cache: FlagSetCache;
  fallback: Pick<FallbackStore, 'record' | 'knowsOrigin' | 'versionFor' | 'answerFor' | 'environments'>;
  metrics: ServingMetrics;
  logger: Logger;
  /** Called only once the server listens. */
  server: () => Server;
  /** Where clients are, and the accounting of the memory their requests take. */
  callers: Addresses & { holdFor: HoldFor };
  admission: ServingAdmission;
  tickets: { secret: string; store: TicketStore };
  traceSending?: TraceSending;
  /** Called when a key has opened an environment. */
  used: (environmentId: string) => void;
  /** Called when a page has a key of this environment, but no registered origin. */
  originRefused?: (environmentId: string, origin?: string) => void;
  /** Where usage goes; undefined = usage is not collected. */
  usage?: UsageSink | undefined;
  /**
   * For a source that may be behind: where reads wait for a position, and when it last confirmed an environment, ms
   * since 1970.
   */
  bounded?: { waits: PositionWaits; confirmedAt: (environmentId: string) => number };
}

/** Creates everything that serves flags. */
export function createServing(parts: ServingParts) {
  const {
    settings,
    source,
    cache,
    fallback,
    metrics,
    logger,
    server,
    callers,
    admission,
    tickets: ofTickets,
    bounded,
    traceSending,
  } = parts;
  const { networksOf } = callers;
  const authenticator = new Authenticator(source, fallback, parts.used, metrics.keyRefused, parts.originRefused);
  const pollers = new Pollers(networksOf);
  const beside = { waits: bounded?.waits, pollers };
  const reader = new FlagSetReader(authenticator, cache, fallback, admission, networksOf, logger, beside);
  const flags = new FlagsHandler(authenticator, reader, metrics, logger);

  const derivedBytes = settings.FLAG_MEMORY_MB * DERIVED_BYTES_OF_MB;
  const decisions = new Decisions(new DecidableFlagSets(derivedBytes, admission), admission, networksOf);
  const ofrep = new OfrepHandler(authenticator, reader, decisions, metrics, callers.holdFor, logger, parts.usage);
  const intake = new ReportIntake(authenticator, decisions, callers.holdFor);
  const usage = parts.usage && new UsageHandler(intake, parts.usage, metrics, logger);

  const eventBytesAtMost = settings.FLAG_MEMORY_MB * EVENT_BYTES_OF_MB;
  const registryOptions = { logger, traceSending, eventBytesAtMost };
  const registry = new StreamRegistry(source, cache, fallback, metrics, admission, registryOptions);
  const appliedCounts = new AppliedCounts(registry, pollers);
  const heartbeats = new Heartbeats(server);
  const descriptors = new FileDescriptors(server, metrics, logger);
  const limitSettings = {
    total: settings.STREAMS_AT_MOST,
    perKey: settings.STREAMS_PER_KEY_AT_MOST,
    perAddress: settings.STREAMS_PER_ADDRESS_AT_MOST,
  };
  const limits = new StreamLimits(limitSettings, descriptors, metrics);
  const tickets = new Tickets(ofTickets.secret, ofTickets.store, logger);
  const context = {
    registry,
    heartbeats,
    fallback,
    metrics,
    lifetimeSeconds: settings.STREAM_LIFETIME_SECONDS,
    ...(bounded && { confirmedAt: bounded.confirmedAt }),
  };
  const streamAdmission = new StreamAdmission(admission, limits, callers);
  const streams = new StreamHandler(authenticator, tickets, streamAdmission, context, logger);
  const events = new OfrepEvents(streams, new EventTokens(source, fallback));
  // Toggles get as many bytes as features.
  const toggles = new DecidableFlagSets(derivedBytes / 2, admission, sayToggle);
  const unleash = createUnleash({
    authenticator,
    reader,
    streams,
    decisions: new Decisions(toggles, admission, networksOf),
    admission,
    holdFor: callers.holdFor,
    metrics,
    logger,
    usage: parts.usage,
    maxBytes: derivedBytes / 2,
  });
  return {
    authenticator,
    flags,
    ofrep,
    events,
    unleash,
    registry,
    heartbeats,
    descriptors,
    limits,
    tickets,
    streams,
    ...(usage && { usage }),
    appliedCounts,
    applied: new AppliedHandler(intake, logger),
  };
}
