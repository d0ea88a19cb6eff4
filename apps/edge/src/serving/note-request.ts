import type { IncomingMessage, ServerResponse } from 'node:http';
import { credentialsIn, keyId, requestIdOf } from '@burgee/contracts/wire';
import { observeRequest, routeDuration } from '@burgee/process-kit';
import type { Logger } from 'pino';
import { nameOfRoute, type Route } from './route.js';

/** Routes with thousands of requests, which have their own metrics, and frequent health checks. */
const UNNOTED: ReadonlySet<Route['kind']> = new Set([
  'flags',
  'decisions',
  'unleash',
  'usage',
  'stream',
  'events',
  'live',
  'ready',
]);

/** Measures a request and logs a line about it, once it is answered or its client has left. */
export function noteRequest(
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
  logger: Pick<Logger, 'info'>,
  addressOf: (request: IncomingMessage) => string,
): void {
  if (UNNOTED.has(route.kind)) return;
  const beganAt = performance.now();
  const address = addressOf(request);
  response.once('close', () => {
    const took = performance.now() - beganAt;
    const { method = '' } = request;
    const name = nameOfRoute(route);
    observeRequest(response.statusCode, took / 1_000);
    routeDuration.observe({ route: name }, took / 1_000);
    const key = credentialsIn(request.headers, request.url).map(keyId).find(Boolean);
    const labels = {
      request_id: requestIdOf(request),
      'http.request.method': method,
      'http.route': name,
      'http.response.status_code': response.statusCode,
      duration_ms: Math.round(took),
      'client.address': address,
    };
    logger.info({ ...labels, ...(key && { [`${key.kind}_key_id`]: key.id }) }, 'request');
  });
}
