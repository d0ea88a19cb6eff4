import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { BURGEE_VERSION, createOpsServer, Dependencies, describeBuild, StatusPage } from '@burgee/process-kit';
import type { Logger } from 'pino';
import { Workers } from './cluster/workers.js';
import type { EdgeConfig } from './config.js';
import { followUpstream } from './follow.js';
import type { CachedEnvironments } from './cached/cached-environments.js';
import type { UpstreamUpdate } from './cached/update.js';
import { createServer } from './server.js';
import { describeEdge } from './serving/describe-edge.js';
import { routes } from './serving/route.js';

export interface Edge {
  cached: CachedEnvironments;
  /** Whether the upstream refuses every configured key. */
  isRefused: boolean;
  listen: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Follows the upstream, and resolves when it has sent the first flags, or does not respond.
 * @param restored the state from files
 * @param looped is called when the upstream turns out to be this edge
 * @throws errors that prevent the start
 */
export async function startEdge(
  config: EdgeConfig,
  restored: readonly UpstreamUpdate[],
  logger: Logger,
  looped: (error: Error) => void,
): Promise<Edge> {
  const followed = followUpstream(config, restored, logger, looped);
  const ticketSecret = config.EDGE_TICKET_SECRET ?? randomBytes(32).toString('base64url');
  const parts = { ...followed, config, ticketSecret, logger };
  const server = config.WORKERS === 1 ? createServer(parts) : new Workers(parts);
  followed.applied.start(server);
  describeBuild({ service: 'edge', version: BURGEE_VERSION, commit: config.BURGEE_COMMIT });
  const statusPage = new StatusPage();
  describeEdge(statusPage, { ...followed, server });
  const ops = createOpsServer({
    service: 'edge',
    health: server.health,
    readMetrics: () => server.metrics(),
    dependencies: new Dependencies(logger),
    statusPage,
    routes: routes(config.closed),
    logger,
  });
  ops.listen(config.OPS_PORT, config.OPS_HOST);
  await once(ops, 'listening');
  await followed.start();
  return {
    cached: followed.cached,
    get isRefused() {
      return followed.isRefused;
    },
    listen: async () => {
      await server.listen();
      followed.keep();
    },
    stop: async () => {
      await server.stop();
      ops.close();
      await followed.stop();
    },
  };
}
