import { AsyncLocalStorage } from 'node:async_hooks';
import { currentSpan } from '../tracing/tracing.js';

interface RequestContext {
  requestId: string;
  traceparent: string | null;
  /** When all of it had arrived at Burgee, by `performance.now()`; undefined before. */
  arrivedAt?: number;
  /** The same at this service, which may have got it later. */
  begunAt?: number;
  /** What this service did itself before the request began to wait for others, in milliseconds. */
  workMs?: number;
  isAnswered: () => boolean;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();

/** The span around the current work; where traces are off, what the caller of the current request sent, or null. */
export function currentTraceparent(): string | null {
  return currentSpan() ?? requestContext.getStore()?.traceparent ?? null;
}

/** What every line of the log says of the current work: the id of the request, its trace and span. */
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
 * For how many milliseconds the current request has been waited for; undefined outside of one, and once its answer has begun:
 * a stream, or work that follows an answer, keeps nobody waiting.
 */
export function currentRequestWaits(): number | undefined {
  const context = requestContext.getStore();
  if (context?.arrivedAt === undefined || context.isAnswered()) return undefined;
  return performance.now() - context.arrivedAt;
}

/** The current request waits for others from here on: what it takes is no work of this service. Counts once. */
export function workDone(): void {
  const context = requestContext.getStore();
  if (context?.begunAt !== undefined) context.workMs ??= performance.now() - context.begunAt;
}
