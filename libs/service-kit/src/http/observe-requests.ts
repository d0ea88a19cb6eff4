import { credentialsIn, keyId } from '@burgee/contracts/wire';
import { endHttpSpan, observeRequest, routeDuration, type Span, startSpan } from '@burgee/process-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** The sender of a request, as far as this service knows. */
function senderOf({ ip, headers, url, user }: FastifyRequest & { user?: { id: string } }) {
  const [userId, key] = [user?.id, credentialsIn(headers, url).map(keyId).find(Boolean)];
  return { 'client.address': ip, ...(userId && { 'user.id': userId }), ...(key && { [`${key.kind}_key_id`]: key.id }) };
}

/** Lasts as long as its client likes. */
function isStream(reply: FastifyReply): boolean {
  return (reply.getHeader('content-type') ?? reply.raw.getHeader('content-type')) === 'text/event-stream';
}

function measure(route: string, reply: FastifyReply, isProxy: boolean): void {
  const seconds = reply.elapsedTime / 1_000;
  observeRequest(reply.statusCode, seconds);
  if (!isProxy) routeDuration.observe({ route }, seconds);
}

/**
 * Logs a line about each request, and counts it, once it is answered.
 * @param isProxy a proxy knows no routes of forwarded requests, and counts them by their services' responses
 */
export function logAndMeasure(fastify: FastifyInstance, logger: Logger, isProxy: boolean): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
    };
    if (!isStream(reply)) measure(route, reply, isProxy);
    if (route.endsWith('z')) return;
    const duration_ms = Math.round(reply.elapsedTime);
    logger.info({ request_id: request.id, ...labels, duration_ms, ...senderOf(request) }, 'request');
  });
}

const spans = new WeakMap<FastifyRequest, Span>();

/** The span of a request; undefined where tracing is off. @param parent the span of the client */
export function traceRequest(request: FastifyRequest, parent: string | null): Span | undefined {
  const { method, ip, protocol, routeOptions } = request;
  const route = routeOptions.url;
  const span = startSpan(route ? `${method} ${route}` : method, {
    kind: 'server',
    parent,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'url.scheme': protocol,
      'client.address': ip,
      'burgee.request.id': String(request.id),
    },
  });
  if (span) spans.set(request, span);
  return span;
}

/** Ends the span of each request with its response. The span of a stream ends with the stream. */
export function endTraces(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', async (request, { statusCode }) => endHttpSpan(spans.get(request), statusCode));
}
