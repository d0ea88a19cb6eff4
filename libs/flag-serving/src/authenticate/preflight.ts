import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf, SECURITY_HEADERS } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { Authenticator } from './authenticator.js';
import { PREFLIGHT_VARY, preflightHeaders } from './cors.js';
import { logCause } from './log-cause.js';
import { writeProblem } from './write-problem.js';

/**
 * Answers OPTIONS on any address of the SDK API.
 * @param onRefused when its origin is not registered
 */
export async function answerPreflight(
  authenticator: Pick<Authenticator, 'refuseOrigin'>,
  request: IncomingMessage,
  response: ServerResponse,
  logger: Logger,
  onRefused: (request: IncomingMessage) => void = () => undefined,
): Promise<void> {
  const { origin } = request.headers;
  const error = origin === undefined ? undefined : await authenticator.refuseOrigin(origin);
  if (error) {
    if (error.code === 'origin_not_registered') onRefused(request);
    const requestId = requestIdOf(request);
    logCause(logger, error, request, requestId);
    writeProblem(response, error, requestId, { vary: PREFLIGHT_VARY });
    return;
  }
  const requested = request.headers['access-control-request-headers'];
  const headers =
    origin === undefined ? { allow: 'GET, HEAD, POST, OPTIONS' } : preflightHeaders(origin, request.url, requested);
  response.writeHead(204, { ...SECURITY_HEADERS, ...headers, vary: PREFLIGHT_VARY }).end();
}
