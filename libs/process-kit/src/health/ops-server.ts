import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { createHttpServer } from '../http/create-http-server.js';
import { metrics } from '../metrics/metrics.js';
import type { Dependencies } from './dependencies.js';
import type { Health } from './health.js';
import type { StatusPage } from './status-page.js';

export interface RouteLine {
  method: string;
  path: string;
}

interface OpsSources {
  service: string;
  health: Health;
  dependencies: Dependencies;
  statusPage: StatusPage;
  routes: readonly RouteLine[];
  /** Set where the metrics also cover other processes. */
  readMetrics?: () => Promise<string>;
  logger: Pick<Logger, 'error'>;
}

interface Page {
  status?: number;
  type?: string;
  body: string;
}

/**
 * The internal port, which opens first: /livez and /readyz for orchestrators and load balancers, /metrics for
 * Prometheus, /status for people, /routes for the test that compares them with the table.
 */
export function createOpsServer({
  service,
  health,
  dependencies,
  statusPage,
  routes,
  readMetrics = () => metrics.metrics(),
  logger,
}: OpsSources): Server {
  const startedAt = new Date().toISOString();
  const pages: Record<string, () => Promise<Page>> = {
    '/livez': async () => ({ body: JSON.stringify({ status: 'ok' }) }),
    '/readyz': async () => {
      const report = await health.check();
      const body = JSON.stringify({ ...report, dependencies: dependencies.all() });
      return { status: report.status === 'unavailable' ? 503 : 200, body };
    },
    '/metrics': async () => ({ type: metrics.contentType, body: await readMetrics() }),
    '/status': async () => ({
      body: JSON.stringify({
        service,
        started_at: startedAt,
        dependencies: dependencies.all(),
        ...(await statusPage.all()),
      }),
    }),
    '/routes': async () => ({ body: JSON.stringify(routes) }),
  };
  return createHttpServer((request, response) => {
    const page = request.method === 'GET' ? pages[request.url ?? ''] : undefined;
    if (!page) {
      response.writeHead(404).end();
      return;
    }
    page().then(
      ({ status = 200, type = 'application/json', body }) =>
        response.writeHead(status, { 'content-type': type }).end(body),
      (error: unknown) => {
        logger.error({ err: error, 'url.path': request.url }, 'an internal page failed');
        response.writeHead(500).end();
      },
    );
  });
}
