import type { IncomingMessage, ServerResponse } from 'node:http';
import { credentialsIn, keyId, requestIdOf } from '@burgee/contracts/wire';
import { httpDuration } from '@burgee/process-kit';
import type { Logger } from 'pino';
import { nameOfRoute, type Route } from './route.js';

/** Of these there are thousands, and they have metrics of their own; health is asked all the time. */
const UNNOTED: ReadonlySet<Route['kind']> = new Set([
  'flags',
  'decisions',
  'unleash',
  'stream',
  'events',
  'live',
  'ready',
]);

/** Measures a request and writes a line of the log about it, once it is answered or its caller has left. */
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
    const labels = {
      method: request.method ?? '',
      route: nameOfRoute(route),
      status: String(response.statusCode),
    };
    httpDuration.observe(labels, took / 1_000);
    const key = credentialsIn(request.headers, request.url).map(keyId).find(Boolean);
    const sender = { address, ...(key && { [`${key.kind}_key_id`]: key.id }) };
    logger.info({ request_id: requestIdOf(request), ...labels, ms: Math.round(took), ...sender }, 'request');
  });
}
