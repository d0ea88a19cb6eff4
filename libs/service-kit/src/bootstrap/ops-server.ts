import { createServer, type Server } from 'node:http';
import { metrics } from '../metrics/metrics.js';
import type { Dependencies } from '../health/dependencies.js';
import type { StatusPage } from '../health/status-page.js';

export interface RouteLine {
  method: string;
  path: string;
}

interface OpsSources {
  service: string;
  dependencies: Dependencies;
  statusPage: StatusPage;
  routes: readonly RouteLine[];
}

/** The internal port: /metrics for Prometheus, /status for people, /routes for the test that holds them against the table. */
export function createOpsServer({ service, dependencies, statusPage, routes }: OpsSources): Server {
  const startedAt = new Date().toISOString();
  const pages: Record<string, () => Promise<[string, string]>> = {
    '/metrics': async () => [metrics.contentType, await metrics.metrics()],
    '/status': async () => [
      'application/json',
      JSON.stringify({ service, started_at: startedAt, dependencies: dependencies.all(), ...statusPage.all() }),
    ],
    '/routes': async () => ['application/json', JSON.stringify(routes)],
  };
  return createServer((request, response) => {
    const page = request.method === 'GET' ? pages[request.url ?? ''] : undefined;
    if (!page) {
      response.writeHead(404).end();
      return;
    }
    page().then(
      ([type, body]) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
}
