import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readExporter } from './read-exporter.js';
import type { BeginSpan, Span, SpanOptions } from './span.js';

/** Under the standard's names. OpenTelemetry itself reads the other OTEL_* variables. */
export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: string | undefined;
  BURGEE_COMMIT: string;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A valid W3C `traceparent`, or null: an invalid one would break the trace in the next service. */
export function traceparentOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && TRACEPARENT.test(header) ? header : null;
}

const currentParent = new AsyncLocalStorage<string>();

/** Undefined without an endpoint for traces: then no span is created, and no module of OpenTelemetry loaded. */
let begin: BeginSpan | undefined;
let keeps: (parent: string | null) => boolean = () => false;
let end: () => Promise<void> = async () => undefined;

/**
 * Starts to export spans to the OTLP endpoint in the settings, if there is one.
 * @param warn takes the reason when OTEL_* asks for an export that Burgee does not have
 */
export async function startTracing(
  service: string,
  settings: TracingSettings,
  warn: (reason: string) => void,
): Promise<void> {
  if (!settings.OTEL_EXPORTER_OTLP_ENDPOINT && !settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return;
  // oxlint-disable-next-line node/no-process-env -- OpenTelemetry reads the rest of its settings there
  const traces = readExporter(process.env);
  if (traces.kind === 'unsupported') warn(`no traces are sent: ${traces.reason}`);
  if (traces.kind !== 'on') return;
  const { createTracer } = await import('./open-telemetry.js');
  ({ begin, keeps, end } = createTracer(service, settings.BURGEE_COMMIT));
}

/** Whether traces are exported. */
export const isTracing = (): boolean => begin !== undefined;

/** Whether a span under that `traceparent` may be sampled: a cheap check for frequent work. Null starts a trace. */
export const mayKeep = (parent: string | null): boolean => keeps(parent);

/** Exports the pending spans. */
export const stopTracing = (): Promise<void> => end();

/** The `traceparent` of the current span, or undefined. */
export const currentSpan = (): string | undefined => currentParent.getStore();

/** Undefined where tracing is off. The caller has to end the span. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return begin?.(name, { ...options, parent: options.parent === undefined ? currentSpan() : options.parent });
}

/** Ends the span of a request. @param status the response's status; from 500 on it failed */
export function endHttpSpan(span: Span | undefined, status: number): void {
  span?.set({ 'http.response.status_code': status });
  span?.end(status >= 500 ? { code: String(status) } : undefined);
}

/** Runs `work` within the span: spans and messages that it creates refer to it. */
export function within<T>(span: Span | undefined, work: () => T): T {
  return span ? currentParent.run(span.traceparent, work) : work();
}

/** Runs `work` in its own span. */
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

/** A flag key in the URL. */
const KEY = /(?<=\/flags\/|\/features\/)[^/]+/;

/**
 * Handles a request ahead of the framework, in its own span where tracing is on.
 * @param answer returns whether it handled the request; if not, other code creates the span
 */
export function traceRead(request: IncomingMessage, response: ServerResponse, answer: () => boolean): boolean {
  if (!isTracing()) return answer();
  const parent = traceparentOf(request.headers.traceparent);
  if (!mayKeep(parent)) return answer();
  const [path = ''] = (request.url ?? '').split('?', 1);
  const { method = '' } = request;
  const route = path.replace(KEY, '{key}');
  const span = startSpan(`${method} ${route}`, {
    kind: 'server',
    parent,
    isChosen: parent === null,
    attributes: { 'http.request.method': method, 'http.route': route },
  });
  if (!span) return answer();
  const isTaken = within(span, answer);
  if (isTaken) response.once('close', () => endHttpSpan(span, response.statusCode));
  return isTaken;
}

interface SentChanges {
  environmentId: string;
  revision: number;
  streams: number;
  traceparents: readonly string[];
}

/** The span for sending changes to all streams of an environment. A span for several traces is linked to each. */
export function traceSending({
  environmentId,
  revision,
  streams,
  traceparents,
}: SentChanges): (() => void) | undefined {
  const [only, ...others] = traceparents;
  const isShared = others.length > 0;
  const span = startSpan('send to streams', {
    kind: 'producer',
    parent: isShared ? null : (only ?? null),
    links: isShared ? traceparents : [],
    attributes: { 'burgee.environment.id': environmentId, 'burgee.revision': revision, 'burgee.streams': streams },
  });
  return span && (() => span.end());
}
