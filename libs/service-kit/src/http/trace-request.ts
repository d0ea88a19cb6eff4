import { endHttpSpan, type Span, startSpan } from '@burgee/process-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const spans = new WeakMap<FastifyRequest, Span>();

/** The span of a request; undefined where traces are off. @param parent the span of its caller */
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

/** Ends the span of each request when it is answered. That of a stream ends with the stream. */
export function endTraces(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', async (request, { statusCode }) => endHttpSpan(spans.get(request), statusCode));
}
