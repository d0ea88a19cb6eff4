import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { createHttpServer } from '../http/create-http-server.js';
import { metrics } from '../metrics/metrics.js';
import type { Dependencies } from './dependencies.js';
import type { StatusPage } from './status-page.js';

export interface RouteLine {
  method: string;
  path: string;
}

interface OpsSources {
  service: string;
  dependencies: Dependencies;
  statusPage: StatusPage;
  routes: readonly RouteLine[];
  logger: Pick<Logger, 'error'>;
}

/** The internal port: /metrics for Prometheus, /status for people, /routes for the test that compares them with the table. */
export function createOpsServer({ service, dependencies, statusPage, routes, logger }: OpsSources): Server {
  const startedAt = new Date().toISOString();
  const pages: Record<string, () => Promise<[string, string]>> = {
    '/metrics': async () => [metrics.contentType, await metrics.metrics()],
    '/status': async () => [
      'application/json',
      JSON.stringify({ service, started_at: startedAt, dependencies: dependencies.all(), ...statusPage.all() }),
    ],
    '/routes': async () => ['application/json', JSON.stringify(routes)],
  };
  return createHttpServer((request, response) => {
    const page = request.method === 'GET' ? pages[request.url ?? ''] : undefined;
    if (!page) {
      response.writeHead(404).end();
      return;
    }
    page().then(
      ([type, body]) => response.writeHead(200, { 'content-type': type }).end(body),
      (error: unknown) => {
        logger.error({ err: error, page: request.url }, 'an internal page failed');
        response.writeHead(500).end();
      },
    );
  });
}
