import { type Span, startSpan } from '@burgee/process-kit';
import type { FastifyRequest } from 'fastify';

/** The span of what a service is asked; undefined where traces are off. Each try is one. */
export function traceForwarded({ method, upstream }: FastifyRequest): Span | undefined {
  return startSpan(method, {
    kind: 'client',
    attributes: {
      'http.request.method': method,
      'url.full': upstream?.place.url,
      'service.peer.name': upstream?.route.service,
      'http.request.resend_count': (upstream?.tries ?? 1) - 1,
    },
  });
}

/** It has answered. The answer may go on for long. */
export function endForwarded({ upstream }: FastifyRequest, status: number): void {
  upstream?.span?.set({ 'http.response.status_code': status });
  upstream?.span?.end(status >= 500 ? { code: String(status) } : undefined);
}
