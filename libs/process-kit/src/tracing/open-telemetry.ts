import { randomUUID } from 'node:crypto';
import { type Context, type Link, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { BURGEE_VERSION } from '../metrics/burgee-version.js';
import { chooseSpans } from './choose-spans.js';
import type { BeginSpan, SpanOptions } from './span.js';

const KINDS: Record<SpanOptions['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** A valid `traceparent` as an OpenTelemetry context. */
function contextOf(traceparent: string): Link['context'] {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

const under = (parent: string | null | undefined): Context =>
  parent ? trace.setSpanContext(ROOT_CONTEXT, contextOf(parent)) : ROOT_CONTEXT;

/** The type of an error without its text, which may contain client data. */
const typeOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : (name ?? 'Error');
};

interface Tracer {
  begin: BeginSpan;
  keeps: (parent: string | null) => boolean;
  end: () => Promise<void>;
}

/** Exports spans to an OTLP endpoint over HTTP, in batches. Endpoint, limits and names come from OTEL_*. */
export function createTracer(service: string, commit: string): Tracer {
  const own = resourceFromAttributes({
    'service.namespace': 'burgee',
    'service.name': service,
    'service.version': BURGEE_VERSION,
    'service.instance.id': randomUUID(),
    'vcs.ref.head.revision': commit,
  });
  const shared = {
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  };
  const provider = new BasicTracerProvider(shared);
  const tracer = provider.getTracer('burgee', BURGEE_VERSION);
  const chosen = new BasicTracerProvider({ ...shared, sampler: new AlwaysOnSampler() });
  const tracerOfChosen = chosen.getTracer('burgee', BURGEE_VERSION);
  const begin: BeginSpan = (name, { kind, attributes = {}, parent, links = [], isChosen = false }) => {
    const options = { kind: KINDS[kind], attributes, links: links.map((one) => ({ context: contextOf(one) })) };
    const span = (isChosen ? tracerOfChosen : tracer).startSpan(name, options, under(parent));
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-0${traceFlags}`,
      rename: (text) => void span.updateName(text),
      set: (facts) => void span.setAttributes(facts),
      end: (error) => {
        if (error !== undefined) {
          span.setAttribute('error.type', typeOf(error));
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  };
  // oxlint-disable-next-line node/no-process-env -- OpenTelemetry reads its sampler there
  return { begin, keeps: chooseSpans(process.env), end: () => provider.shutdown() };
}
