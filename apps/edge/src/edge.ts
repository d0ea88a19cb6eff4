import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Heartbeats } from '@burgee/flag-serving';
import {
  createOpsServer,
  Dependencies,
  describeBuild,
  endStreams,
  every,
  Health,
  StatusPage,
} from '@burgee/process-kit';
import type { Logger } from 'pino';
import type { EdgeConfig } from './config.js';
import { HeldEnvironments } from './held/held-environments.js';
import type { Update } from './held/update.js';
import { createClientLibrary } from './serving/client-library.js';
import { createPublicServer } from './serving/public-server.js';
import { describeEdge } from './serving/describe-edge.js';
import { EdgeReadiness } from './serving/edge-readiness.js';
import { KeyAdmission } from './serving/key-admission.js';
import { createRequestHandler } from './serving/request-handler.js';
import { ROUTES } from './serving/route.js';
import { createServing } from './serving/serving.js';
import { createServingMetrics } from './serving/serving-metrics.js';
import { StoredEnvironments } from './snapshot-file/stored-environments.js';
import { UpstreamFlagSource } from './source/upstream-flag-source.js';
import { EdgeChain } from './upstream/edge-chain.js';
import { OriginChecks } from './upstream/origin-checks.js';
import { Subscriptions } from './upstream/subscriptions.js';
import { Upstream } from './upstream/upstream.js';
import { UpstreamHttp } from './upstream/upstream-http.js';

const RECONCILE_MILLISECONDS = 1_500;
const DESCRIPTORS_MILLISECONDS = 1_000;
const STORE_MILLISECONDS = 250;
/** Connections that the kernel has made and the event loop has not accepted. */
const BACKLOG = 4_096;
/** What the upstream says at start is waited for so long. */
const FIRST_FLAGS_MILLISECONDS = 5_000;
/** Milliseconds that running requests have to end, once nothing new is accepted. */
const DRAIN_MILLISECONDS = 4_000;

export interface Edge {
  held: HeldEnvironments;
  /** Whether the upstream refuses every key that was given. */
  isRefused: boolean;
  listen: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Follows the upstream, and resolves when it has said what there is, or does not answer.
 * @param restored what files said
 * @param looped is called when the upstream turns out to be this edge
 * @throws what an edge cannot start with
 */
export async function startEdge(
  config: EdgeConfig,
  restored: readonly Update[],
  logger: Logger,
  looped: (error: Error) => void,
): Promise<Edge> {
  const held = new HeldEnvironments();
  const stored = new StoredEnvironments(config.LAST_KNOWN_GOOD_DIR, held, logger);
  for (const update of restored) held.apply(update);
  const chain = new EdgeChain(randomUUID());
  const upstream = new Upstream(new UpstreamHttp(config.upstreamUrls, chain, config.UPSTREAM_CA), chain);
  const subscriptions = new Subscriptions(held, {
    upstream,
    given: config.keys,
    acceptsKeys: config.ACCEPT_KEYS === 'on',
    environmentsAtMost: config.ENVIRONMENTS_AT_MOST,
    bytesAtMost: config.FLAG_MEMORY_MB * 1_000_000,
    logger,
    looped,
    publish: (update) => {
      held.apply(update);
      stored.note(update);
    },
  });
  // While the upstream is silent, a key that is not known here may be a new one.
  const knowsAllKeys = () => subscriptions.ring.isComplete && !held.hasSilent;
  const origins = new OriginChecks((origin) => upstream.isRegistered(origin));
  const source = new UpstreamFlagSource(held, { knowsAllKeys, isRegistered: (origin) => origins.isRegistered(origin) });

  const dependencies = new Dependencies(logger);
  const health = new Health(dependencies);
  const statusPage = new StatusPage();
  let server: Server | undefined;
  const serving = createServing({
    config,
    held,
    source,
    metrics: createServingMetrics(),
    ticketSecret: config.STREAM_TICKET_SECRET ?? randomBytes(32).toString('base64url'),
    ticketStore: { claim: async () => true },
    server: () => server as Server,
    logger,
  });
  const { registry, positions, heartbeats, descriptors, limits } = serving;
  describeEdge(statusPage, { held, upstream, limits });
  source.subscribe({
    changed: (environmentId) => {
      registry.notify(environmentId);
      positions.changed(environmentId);
    },
    reported: () => undefined,
    keysChanged: () => void registry.reconcile(),
  });
  const current = new Set<string>();
  held.onUpdate((update) => {
    // Another epoch, or another state of the upstream, shows in a comparison alone. That it is as it was is heard with each event.
    if (update.kind === 'flag-set' || isOtherState(update, current)) void registry.reconcile();
  });
  const callers = config.ACCEPT_KEYS === 'on' ? subscriptions : undefined;
  const admission = new KeyAdmission(held, callers, knowsAllKeys);
  const library = createClientLibrary();
  server = createPublicServer(createRequestHandler({ serving, admission, library, health, logger, chain }), config.tls);

  describeBuild('edge');
  const ops = createOpsServer({ service: 'edge', health, dependencies, statusPage, routes: ROUTES, logger });
  ops.listen(config.OPS_PORT, config.OPS_HOST);
  await once(ops, 'listening');
  await subscriptions.start();
  await firstFlags(held, (environmentId) => subscriptions.follows(environmentId));

  let jobs: { stop: () => void }[] = [];
  return {
    held,
    get isRefused() {
      return subscriptions.ring.isRefused;
    },
    listen: async () => {
      server.listen({ port: config.PORT, host: config.HOST, backlog: BACKLOG });
      await once(server, 'listening');
      descriptors.check();
      jobs = [
        every(RECONCILE_MILLISECONDS, () => void registry.reconcile()),
        every(Heartbeats.TICK_MILLISECONDS, () => heartbeats.tick()),
        every(DESCRIPTORS_MILLISECONDS, () => descriptors.check()),
        every(STORE_MILLISECONDS, () => stored.write()),
      ];
      health.started(new EdgeReadiness(held, descriptors, knowsAllKeys));
    },
    stop: async () => {
      health.stop();
      limits.close();
      await endStreams(registry.connections(), config);
      const closed = new Promise((resolve) => server.close(resolve));
      setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS).unref();
      await closed;
      for (const job of jobs) job.stop();
      subscriptions.stop();
      ops.close();
      await stored.write();
    },
  };
}

/** @param current the environments of which the upstream said something last; brought up to date */
function isOtherState(update: Update, current: Set<string>): boolean {
  if (update.kind === 'gone') current.delete(update.environmentId);
  if (update.kind !== 'heard' || update.isCurrent === current.has(update.environmentId)) return false;
  if (update.isCurrent) current.add(update.environmentId);
  else current.delete(update.environmentId);
  return true;
}

/** Resolves when every environment that the upstream has named is current, or when that takes too long. */
function firstFlags(held: HeldEnvironments, isFollowed: (environmentId: string) => boolean): Promise<void> {
  const areCurrent = () => [...held.ids()].every((id) => !isFollowed(id) || held.get(id)?.isCurrent);
  if (areCurrent()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = held.onUpdate(() => {
      if (areCurrent()) end();
    });
    const timer = setTimeout(end, FIRST_FLAGS_MILLISECONDS);
  });
}
