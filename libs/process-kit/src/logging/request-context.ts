import { AsyncLocalStorage } from 'node:async_hooks';
import { currentSpan } from '../tracing/tracing.js';

interface RequestContext {
  requestId: string;
  traceparent: string | null;
  /** When the whole request had arrived at Burgee, by `performance.now()`; undefined before. */
  arrivedAt?: number;
  /** The same at this service, which may have received it later. */
  begunAt?: number;
  /** Working time of this service before the request began to wait for others, in milliseconds. */
  workMs?: number;
  isAnswered: () => boolean;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();

/** The current span; where tracing is off, the context that the client sent, or null. */
export function currentTraceparent(): string | null {
  return currentSpan() ?? requestContext.getStore()?.traceparent ?? null;
}

/** The fields of every log line: the ids of the request, its trace and its span. */
export function currentLogFields(): { request_id?: string; trace_id?: string; span_id?: string } {
  const requestId = currentRequestId();
  const [, traceId, spanId] = currentTraceparent()?.split('-') ?? [];
  return { ...(requestId && { request_id: requestId }), ...(traceId && { trace_id: traceId, span_id: spanId }) };
}

/** The id of the current request, or null outside of one. */
export function currentRequestId(): string | null {
  return requestContext.getStore()?.requestId ?? null;
}

/**
 * Milliseconds since the current request arrived; undefined outside of one, and once its response has started: no
 * client waits for a stream, or for work after the response.
 */
export function currentRequestWaits(): number | undefined {
  const context = requestContext.getStore();
  if (context?.arrivedAt === undefined || context.isAnswered()) return undefined;
  return performance.now() - context.arrivedAt;
}

/**
 * Marks the end of this service's own work: from here on the current request waits for others. Only the first call
 * counts.
 */
export function workDone(): void {
  const context = requestContext.getStore();
  if (context?.begunAt !== undefined) context.workMs ??= performance.now() - context.begunAt;
}
