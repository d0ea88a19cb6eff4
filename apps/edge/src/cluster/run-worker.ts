import { metrics, stopTracing } from '@burgee/process-kit';
import { LRUCache } from 'lru-cache';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Logger } from 'pino';
import type { EdgeConfig } from '../config.js';
import type { UpstreamQuestions } from '../follow.js';
import { CachedEnvironments } from '../cached/cached-environments.js';
import type { UpstreamUpdate } from '../cached/update.js';
import { createServer, type EdgeServer } from '../server.js';
import type { ServingProcess } from '../serving/serving-process.js';
import { EdgeChain } from '../upstream/edge-chain.js';
import { limitsOfOne } from './limits-of-one.js';
import { Peer } from './peer.js';

/** The interval at which a used environment is reported. */
const USED_EVERY_MS = 1_000;
const ENVIRONMENTS_AT_MOST = 10_000;

/** The calls that a worker serves. */
export type WorkerCalls = {
  start: (parts: { edgeId: string; ticketSecret: string }) => void;
  update: (update: UpstreamUpdate) => void;
  before: (before: string) => void;
  listen: () => Promise<void>;
  answer: () => void;
  figures: () => Promise<ServingProcess & { metrics: MetricObjectWithValues<MetricValue<string>>[] }>;
  countApplied: EdgeServer['countApplied'];
  acknowledge: EdgeServer['acknowledge'];
  endApplied: EdgeServer['endApplied'];
  stop: () => Promise<void>;
};

/** Serves clients in this process, with the state that the parent process receives from the upstream. */
export function runWorker(config: EdgeConfig, logger: Logger): void {
  // Ctrl-C reaches every process of a terminal; the parent decides when this one stops.
  process.on('SIGINT', () => undefined);
  const cached = new CachedEnvironments();
  let chain: EdgeChain;
  let server: EdgeServer;
  const served: WorkerCalls = {
    start: ({ edgeId, ticketSecret }) => {
      chain = new EdgeChain(edgeId);
      server = createServer({ config: limitsOfOne(config), cached, chain, questions, ticketSecret, logger });
    },
    update: (update) => cached.apply(update),
    before: (before) => void chain.follows(before),
    listen: () => server.listen(),
    answer: () => undefined,
    figures: async () => {
      const [own] = (await server.processes()) as [ServingProcess];
      return { ...own, metrics: await metrics.getMetricsAsJSON() };
    },
    countApplied: (...asked) => server.countApplied(...asked),
    acknowledge: (...acknowledged) => server.acknowledge(...acknowledged),
    endApplied: (waitId) => server.endApplied(waitId),
    stop: async () => {
      await server.stop();
      await stopTracing();
      process.exit(0);
    },
  };
  const send = (message: object) => void process.send?.(message);
  const primary = new Peer<UpstreamQuestions & { begin: () => void }>(
    { send, onMessage: (listener) => process.on('message', listener) },
    served,
  );
  const used = new LRUCache<string, true>({ max: ENVIRONMENTS_AT_MOST, ttl: USED_EVERY_MS });
  const questions: UpstreamQuestions = {
    bring: (...asked) => primary.call('bring', ...asked),
    used: (environmentId) => {
      if (used.has(environmentId)) return;
      used.set(environmentId, true);
      primary.send('used', environmentId);
    },
    isRegistered: (...asked) => primary.call('isRegistered', ...asked),
    claim: (...ticket) => primary.call('claim', ...ticket),
    isNewWindow: (window) => primary.call('isNewWindow', window),
    report: (usage) => primary.send('report', usage),
    reportApplied: (...reported) => primary.send('reportApplied', ...reported),
    acknowledge: (...acknowledged) => primary.send('acknowledge', ...acknowledged),
  };
  primary.send('begin');
}
