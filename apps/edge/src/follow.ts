import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EdgeApplied, StreamApplied } from '@burgee/contracts/wire';
import { every, type Repetition } from '@burgee/process-kit';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { edgeAdmission } from './admission.js';
import { ReportApplied } from './applied/report-applied.js';
import type { EdgeConfig } from './config.js';
import { CachedEnvironments } from './cached/cached-environments.js';
import type { UpstreamUpdate } from './cached/update.js';
import { StoredEnvironments } from './snapshot-file/stored-environments.js';
import { createUpstreamScheduler } from './upstream/ask-upstream.js';
import { EdgeChain } from './upstream/edge-chain.js';
import { OriginChecks } from './upstream/origin-checks.js';
import { Subscriptions } from './upstream/subscriptions.js';
import { Upstream } from './upstream/upstream.js';
import { UpstreamHttp } from './upstream/upstream-http.js';
import type { UsageOfEnvironment } from './usage/edge-usage.js';
import { UsageForwarder } from './usage/usage-forwarder.js';
import { forwardedDropped } from './usage/forwarded-dropped.js';

const STORE_MILLISECONDS = 250;
/** Windows of usage remembered to detect duplicates. */
const WINDOWS_AT_MOST = 20_000;
const FORWARD_MILLISECONDS = 10_000;
/** The time for the last usage report when the edge stops. */
const LAST_FORWARD_MILLISECONDS = 1_000;
/** The time to wait for flags from the upstream at the start. */
const FIRST_FLAGS_MILLISECONDS = 5_000;

/** Questions of the serving processes that the cache cannot answer. */
export type UpstreamQuestions = {
  /** Whether a client's key opens an environment. @throws as `Subscriptions.bring` */
  bring(key: string, networks: readonly string[], via?: string): Promise<boolean>;
  /** Marks this environment as used. */
  used(environmentId: string): void;
  /** Whether the upstream has this origin registered. @throws as `OriginChecks.isRegistered` */
  isRegistered(origin: string, networks?: readonly string[]): Promise<boolean>;
  /** Records a stream ticket as used. @returns whether it is new */
  claim(ticketId: string, lifetimeMs: number): Promise<boolean>;
  /** Records a window of usage. @returns whether it is new */
  isNewWindow(window: string): Promise<boolean>;
  /** Queues usage for the next report to the upstream. */
  report(usage: UsageOfEnvironment[]): void;
  /** Receives the report of an edge that follows this one. */
  reportApplied(environmentId: string, reported: EdgeApplied): void;
  /** Records the acknowledgement of a client whose stream is in another process. */
  acknowledge(environmentId: string, acknowledged: StreamApplied): void;
};

/** The upstream that this edge follows. */
export interface FollowedUpstream {
  cached: CachedEnvironments;
  upstream: { url: string };
  chain: EdgeChain;
  questions: UpstreamQuestions;
  /** Tells the upstream how many clients have a change that it waits for. */
  applied: ReportApplied;
  /** Whether the upstream refuses every configured key. */
  isRefused: boolean;
  /** Resolves when the upstream has sent the first flags, or does not respond. @throws errors that prevent the start */
  start: () => Promise<void>;
  /** Stores the cache on disk from now on. */
  keep: () => void;
  stop: () => Promise<void>;
}

/**
 * Follows the upstream, and stores its state on disk.
 * @param restored the state from files
 * @param looped is called when the upstream turns out to be this edge
 */
export function followUpstream(
  config: EdgeConfig,
  restored: readonly UpstreamUpdate[],
  logger: Logger,
  looped: (error: Error) => void,
): FollowedUpstream {
  const cached = new CachedEnvironments();
  const stored = new StoredEnvironments(config.LAST_KNOWN_GOOD_DIR, cached, logger);
  for (const update of restored) cached.apply(update);
  const chain = new EdgeChain(randomUUID());
  const upstream = new Upstream(new UpstreamHttp(config.upstreamUrls, chain, config.UPSTREAM_CA), chain);
  const scheduler = createUpstreamScheduler({ metrics: edgeAdmission('upstream') });
  const options = {
    upstream,
    configured: config.keys,
    acceptsKeys: config.ACCEPT_KEYS === 'on',
    environmentsAtMost: config.ENVIRONMENTS_AT_MOST,
    bytesAtMost: config.FLAG_MEMORY_MB * 1_000_000,
    logger,
    looped,
    wanted: (...asked: Parameters<ReportApplied['wanted']>) => applied.wanted(...asked),
    publish: (update: UpstreamUpdate) => {
      cached.apply(update);
      stored.note(update);
    },
  };
  const subscriptions = new Subscriptions(cached, options, scheduler);
  const origins = new OriginChecks((origin) => upstream.isRegistered(origin), performance, scheduler);
  const tickets = new LRUCache<string, true>({ ttl: 1, ttlAutopurge: true });
  const windows = new LRUCache<string, true>({ max: WINDOWS_AT_MOST });
  const usage = new UsageForwarder({
    send: (key, window) => upstream.report(key, window),
    keyOf: (environmentId) => subscriptions.ring.keyOf(environmentId),
    dropped: forwardedDropped,
    logger,
  });
  const applied = new ReportApplied({
    edge: chain.id,
    send: (key, body) => upstream.reportApplied(key, body),
    keyOf: (environmentId) => subscriptions.ring.keyOf(environmentId),
    logger,
  });
  let storing: Repetition | undefined;
  let forwarding: Repetition | undefined;
  return {
    cached,
    upstream,
    chain,
    questions: {
      bring: (...asked) => subscriptions.bring(...asked),
      used: (environmentId) => subscriptions.used(environmentId),
      isRegistered: (...asked) => origins.isRegistered(...asked),
      claim: async (id, ttl) => {
        const isFirst = !tickets.has(id);
        tickets.set(id, true, { ttl });
        return isFirst;
      },
      isNewWindow: async (window) => {
        const isNew = !windows.has(window);
        windows.set(window, true);
        return isNew;
      },
      report: (reported) => usage.add(reported),
      reportApplied: (...reported) => applied.receive(...reported),
      acknowledge: (...acknowledged) => applied.acknowledge(...acknowledged),
    },
    applied,
    get isRefused() {
      return subscriptions.ring.isRefused;
    },
    start: async () => {
      await subscriptions.start();
      await firstFlags(cached);
    },
    keep: () => {
      storing = every(STORE_MILLISECONDS, () => stored.write());
      forwarding = every(FORWARD_MILLISECONDS, () => usage.forward());
    },
    stop: async () => {
      subscriptions.stop();
      applied.stop();
      storing?.stop();
      forwarding?.stop();
      await Promise.race([usage.forward(), delay(LAST_FORWARD_MILLISECONDS, undefined, { ref: false })]);
      await stored.flush();
    },
  };
}

/** Resolves when every environment that the upstream has named is current, or at a timeout. */
function firstFlags(cached: CachedEnvironments): Promise<void> {
  const areCurrent = () => [...cached.ids()].every((id) => !cached.follows(id) || cached.get(id)?.isCurrent);
  if (areCurrent()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = cached.onUpdate(() => {
      if (areCurrent()) end();
    });
    const timer = setTimeout(end, FIRST_FLAGS_MILLISECONDS);
  });
}
