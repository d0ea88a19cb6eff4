import { AsyncLocalStorage } from 'node:async_hooks';
import type { BeginSpan, Span, SpanOptions } from './span.js';

/** By the standard's names. The rest of OTEL_* is read by OpenTelemetry itself. */
export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: string | undefined;
  BURGEE_COMMIT: string;
}

const currentParent = new AsyncLocalStorage<string>();

/** Undefined where nobody receives traces: no span is made then, and no module of OpenTelemetry loaded. */
let begin: BeginSpan | undefined;
let keeps: (parent: string | null) => boolean = () => false;
let end: () => Promise<void> = async () => undefined;

/** Sends what this process does to the OTLP endpoint of the settings, if they name one. */
export async function startTracing(service: string, settings: TracingSettings): Promise<void> {
  if (!settings.OTEL_EXPORTER_OTLP_ENDPOINT && !settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return;
  const { createTracer } = await import('./open-telemetry.js');
  ({ begin, keeps, end } = createTracer(service, settings.BURGEE_COMMIT));
}

/** Whether anybody receives traces. */
export const isTracing = (): boolean => begin !== undefined;

/** Whether a span under that `traceparent` may be kept: a cheap answer, where there are many. Null begins a trace. */
export const mayKeep = (parent: string | null): boolean => keeps(parent);

/** Sends what is not sent yet. */
export const stopTracing = (): Promise<void> => end();

/** The `traceparent` of the span around the current work, or undefined. */
export const currentSpan = (): string | undefined => currentParent.getStore();

/** Undefined where traces are off. Whoever begins a span ends it. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return begin?.(name, { ...options, parent: options.parent === undefined ? currentSpan() : options.parent });
}

/** Ends the span of a request that is answered. @param status its status; from 500 on it failed */
export function endHttpSpan(span: Span | undefined, status: number): void {
  span?.set({ 'http.response.status_code': status });
  span?.end(status >= 500 ? { code: String(status) } : undefined);
}

/** Runs `work` as a part of the span: what it begins, and what it sends to others, names the span. */
export function within<T>(span: Span | undefined, work: () => T): T {
  return span ? currentParent.run(span.traceparent, work) : work();
}

/** Runs `work` in a span of its own. */
export async function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  if (!span) return work();
  try {
    const result = await within(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
