import type { Server } from 'node:net';
import {
  createServingAdmission,
  createServing,
  EdgeAccessHandler,
  FlagSetCache,
  type FlagSource,
  PositionWaits,
  type ServingMetrics,
  type TicketStore,
  type UsageSink,
} from '@burgee/flag-serving';
import { clientAddress, createCallers, traceSending } from '@burgee/process-kit';
import type { Logger } from 'pino';
import { edgeAdmission } from '../admission.js';
import type { EdgeConfig } from '../config.js';
import type { CachedEnvironments } from '../cached/cached-environments.js';
import { CachedAccess } from '../source/cached-access.js';
import { CachedFallback } from '../source/cached-fallback.js';

/** How long a read waits for a write to arrive, in milliseconds. */
const READS_WAIT_AT_MOST = 1_000;

export interface EdgeServingParts {
  config: EdgeConfig;
  cached: CachedEnvironments;
  source: FlagSource;
  metrics: ServingMetrics;
  usage: UsageSink | undefined;
  tickets: { secret: string; store: TicketStore };
  server: () => Server;
  logger: Logger;
}

export type EdgeServing = ReturnType<typeof createEdgeServing>;

/** Serves flags like the gateway, from the cache. */
export function createEdgeServing({ config, cached, ...parts }: EdgeServingParts) {
  const { source, metrics, logger } = parts;
  // An edge does not know the accounts of environments.
  const admission = createServingAdmission((environmentId) => [environmentId], edgeAdmission('sdk-api'));
  const stored = { isEvictable: () => true, versionOf: (environmentId: string) => cached.get(environmentId)?.set };
  const cache = new FlagSetCache(source, stored, config.FLAG_MEMORY_MB * 1_000_000, metrics, admission);
  const addressOf = clientAddress(config.TRUSTED_PROXIES);
  const callers = createCallers(addressOf);
  const positions = new PositionWaits((environmentId) => cached.get(environmentId)?.set, callers.networksOf, {
    waiting: Math.ceil(READS_WAIT_AT_MOST / config.WORKERS),
  });
  const serving = createServing({
    ...parts,
    settings: config,
    cache,
    fallback: new CachedFallback(cached, cache, config.keyMaxAgeMs),
    callers,
    admission,
    traceSending,
    used: () => undefined,
    bounded: { waits: positions, confirmedAt: (environmentId) => cached.get(environmentId)?.heardAt ?? 0 },
  });
  const access = new EdgeAccessHandler(serving.authenticator, source, new CachedAccess(cached), logger, true);
  return { ...serving, access, addressOf, networksOf: callers.networksOf, positions };
}
