import { endHttpSpan, type Span, startSpan } from '@burgee/process-kit';
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
  endHttpSpan(upstream?.span, status);
}
