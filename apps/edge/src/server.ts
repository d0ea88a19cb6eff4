import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Heartbeats } from '@burgee/flag-serving';
import { Dependencies, endStreams, every, Health, metrics } from '@burgee/process-kit';
import type { Logger } from 'pino';
import type { CountingServer } from './applied/report-applied.js';
import type { EdgeConfig } from './config.js';
import type { FollowedUpstream } from './follow.js';
import type { CachedEnvironments } from './cached/cached-environments.js';
import type { UpstreamUpdate } from './cached/update.js';
import { createClientLibrary } from './serving/client-library.js';
import { EdgeReadiness } from './serving/edge-readiness.js';
import { KeyAdmission } from './serving/key-admission.js';
import { OriginAdmission } from './serving/origin-admission.js';
import { createPublicServer } from './serving/public-server.js';
import { createRequestHandler } from './serving/request-handler.js';
import { createEdgeServing } from './serving/serving.js';
import { createServingMetrics } from './serving/serving-metrics.js';
import type { ServingProcess } from './serving/serving-process.js';
import { UpstreamFlagSource } from './source/upstream-flag-source.js';
import { EdgeUsage } from './usage/edge-usage.js';

const RECONCILE_MILLISECONDS = 1_500;
const DESCRIPTORS_MILLISECONDS = 1_000;
const USAGE_MILLISECONDS = 1_000;
/** Connections that the kernel has accepted and the event loop has not. */
const BACKLOG = 4_096;
/** Milliseconds for open requests to finish after new ones are no longer accepted. */
const DRAIN_MILLISECONDS = 4_000;

/** Serves clients, in this process or in several. */
export interface EdgeServer extends CountingServer {
  health: Health;
  processes: () => Promise<ServingProcess[]>;
  /** In Prometheus' text format. */
  metrics: () => Promise<string>;
  /** Resolves when requests are served. */
  listen: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface ServerParts extends Pick<FollowedUpstream, 'cached' | 'questions'> {
  config: EdgeConfig;
  chain: Pick<FollowedUpstream['chain'], 'includes' | 'ofAnswer'>;
  ticketSecret: string;
  logger: Logger;
}

/** Serves clients in this process. */
export function createServer({ config, cached, chain, questions, ticketSecret, logger }: ServerParts): EdgeServer {
  const health = new Health(new Dependencies(logger));
  const source = new UpstreamFlagSource(cached, (origin) => questions.isRegistered(origin), config.keyMaxAgeMs);
  const servingMetrics = createServingMetrics();
  const usage =
    config.USAGE === 'on' ? new EdgeUsage(questions.isNewWindow, () => servingMetrics.usage('dropped')) : undefined;
  let server: Server | undefined;
  const serving = createEdgeServing({
    config,
    cached,
    source,
    metrics: servingMetrics,
    usage,
    tickets: { secret: ticketSecret, store: questions },
    server: () => server as Server,
    logger,
  });
  const { registry, positions, heartbeats, descriptors, limits } = serving;
  source.subscribe({
    changed: (environmentId) => {
      registry.notify(environmentId);
      positions.changed(environmentId);
    },
    reported: () => undefined,
    keysChanged: (environmentId) => void registry.reconcile(environmentId),
  });
  reconcileByState(cached, () => void registry.reconcile());
  const { applied, appliedCounts } = serving;
  applied.onReported({
    edge: (...reported) => questions.reportApplied(...reported),
    stream: (environmentId, acknowledged) => {
      if (appliedCounts.acknowledge(environmentId, acknowledged)) questions.acknowledge(environmentId, acknowledged);
    },
  });
  const admission = new KeyAdmission(cached, config.ACCEPT_KEYS === 'on' ? questions : undefined);
  const origins = new OriginAdmission(cached, questions);
  const library = createClientLibrary();
  server = createPublicServer(
    createRequestHandler({ serving, admission, origins, library, health, logger, chain, closed: config.closed }),
    config.KEEP_ALIVE_SECONDS,
    config.tls,
  );

  const reportUsage = async () => {
    for (const used of usage?.take() ?? []) {
      questions.report([used]);
      await nextTurn();
    }
  };
  let jobs: { stop: () => void }[] = [];
  return {
    health,
    countApplied: async (environmentId, wanted) => {
      const count = appliedCounts.count(environmentId, wanted);
      return count ? [{ pid: process.pid, ...count }] : [];
    },
    acknowledge: (...acknowledged) => void appliedCounts.acknowledge(...acknowledged),
    endApplied: (waitId) => appliedCounts.end(waitId),
    processes: async () => [{ pid: process.pid, streams: limits.counts.all }],
    metrics: () => metrics.metrics(),
    listen: async () => {
      server.listen({ port: config.PORT, host: config.HOST, backlog: BACKLOG });
      await once(server, 'listening');
      descriptors.check();
      jobs = [
        every(RECONCILE_MILLISECONDS, () => void registry.reconcile()),
        every(Heartbeats.TICK_MILLISECONDS, () => heartbeats.tick()),
        every(DESCRIPTORS_MILLISECONDS, () => descriptors.check()),
        every(USAGE_MILLISECONDS, reportUsage),
      ];
      health.started(new EdgeReadiness(cached, descriptors));
    },
    stop: async () => {
      health.stop();
      limits.close();
      await endStreams(registry.connections(), config);
      const closed = new Promise((resolve) => server.close(resolve));
      setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS).unref();
      await closed;
      for (const job of jobs) job.stop();
      await reportUsage();
    },
  };
}

/**
 * Reconciles when an update brings another epoch or another state of the upstream, which events do not show.
 * Confirmations that change nothing are skipped.
 */
function reconcileByState(cached: CachedEnvironments, reconcile: () => void): void {
  const current = new Set<string>();
  cached.onUpdate((update) => {
    if (update.kind === 'flag-set' || isOtherState(update, current)) reconcile();
  });
}

/** @param current the environments that were current in the last update; updated here */
function isOtherState(update: UpstreamUpdate, current: Set<string>): boolean {
  if (update.kind === 'gone') current.delete(update.environmentId);
  if (update.kind !== 'heard' || update.isCurrent === current.has(update.environmentId)) return false;
  if (update.isCurrent) current.add(update.environmentId);
  else current.delete(update.environmentId);
  return true;
}
