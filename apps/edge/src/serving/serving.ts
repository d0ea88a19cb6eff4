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
import type { HeldEnvironments } from '../held/held-environments.js';
import { HeldAccess } from '../source/held-access.js';
import { HeldFallback } from '../source/held-fallback.js';

/** For a write to arrive. */
const READS_WAIT_AT_MOST = 1_000;

export interface EdgeServingParts {
  config: EdgeConfig;
  held: HeldEnvironments;
  source: FlagSource;
  metrics: ServingMetrics;
  usage: UsageSink | undefined;
  tickets: { secret: string; store: TicketStore };
  server: () => Server;
  logger: Logger;
}

export type EdgeServing = ReturnType<typeof createEdgeServing>;

/** What serves flags, as at the gateway, from what is held here. */
export function createEdgeServing({ config, held, ...parts }: EdgeServingParts) {
  const { source, metrics, logger } = parts;
  // An edge does not know whose environments are.
  const admission = createServingAdmission((environmentId) => [environmentId], edgeAdmission('sdk-api'));
  const stored = { isEvictable: () => true, versionOf: (environmentId: string) => held.get(environmentId)?.set };
  const cache = new FlagSetCache(source, stored, config.FLAG_MEMORY_MB * 1_000_000, metrics, admission);
  const addressOf = clientAddress(config.TRUSTED_PROXIES);
  const callers = createCallers(addressOf);
  const positions = new PositionWaits((environmentId) => held.get(environmentId)?.set, callers.networksOf, {
    waiting: Math.ceil(READS_WAIT_AT_MOST / config.WORKERS),
  });
  const serving = createServing({
    ...parts,
    settings: config,
    cache,
    fallback: new HeldFallback(held, cache, config.keyMaxAgeMs),
    callers,
    admission,
    traceSending,
    used: () => undefined,
    bounded: { waits: positions, confirmedAt: (environmentId) => held.get(environmentId)?.heardAt ?? 0 },
  });
  const access = new EdgeAccessHandler(serving.authenticator, source, new HeldAccess(held), logger, true);
  return { ...serving, access, addressOf, networksOf: callers.networksOf, positions };
}
