import protobuf from 'protobufjs';

const field = (type: string, id: number, rule?: 'repeated') => ({ type, id, ...(rule && { rule }) });

/** What OTLP says of traces, as far as tests read it: names, numbers and types are the protocol's. */
const root = protobuf.Root.fromJSON({
  nested: {
    AnyValue: {
      oneofs: { value: { oneof: ['stringValue', 'boolValue', 'intValue', 'doubleValue'] } },
      fields: {
        stringValue: field('string', 1),
        boolValue: field('bool', 2),
        intValue: field('int64', 3),
        doubleValue: field('double', 4),
      },
    },
    KeyValue: { fields: { key: field('string', 1), value: field('AnyValue', 2) } },
    Resource: { fields: { attributes: field('KeyValue', 1, 'repeated') } },
    Link: { fields: { traceId: field('bytes', 1), spanId: field('bytes', 2) } },
    Status: { fields: { message: field('string', 2), code: field('int32', 3) } },
    Span: {
      fields: {
        traceId: field('bytes', 1),
        spanId: field('bytes', 2),
        parentSpanId: field('bytes', 4),
        name: field('string', 5),
        kind: field('int32', 6),
        startTimeUnixNano: field('fixed64', 7),
        endTimeUnixNano: field('fixed64', 8),
        attributes: field('KeyValue', 9, 'repeated'),
        links: field('Link', 13, 'repeated'),
        status: field('Status', 15),
      },
    },
    ScopeSpans: { fields: { spans: field('Span', 2, 'repeated') } },
    ResourceSpans: { fields: { resource: field('Resource', 1), scopeSpans: field('ScopeSpans', 2, 'repeated') } },
    ExportTraceServiceRequest: { fields: { resourceSpans: field('ResourceSpans', 1, 'repeated') } },
  },
});

const REQUEST = root.lookupType('ExportTraceServiceRequest');
const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];
const ERROR = 2;

/** A span as it was received. Ids are hex. */
export interface ReceivedSpan {
  service: string;
  name: string;
  kind: string;
  traceId: string;
  spanId: string;
  /** Empty where it begins a trace. */
  parentId: string;
  attributes: Record<string, unknown>;
  /** Ids of the spans that it links. */
  links: string[];
  failed: boolean;
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}
interface Decoded {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: {
      spans: {
        name: string;
        kind: number;
        traceId: string;
        spanId: string;
        parentSpanId: string;
        attributes: KeyValue[];
        links: { spanId: string }[];
        status: { code: number } | null;
      }[];
    }[];
  }[];
}

const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex');
const valuesOf = (all: KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(all.map(({ key, value }) => [key, Object.values(value)[0]]));

/** The spans of a request as an exporter sends it: `ExportTraceServiceRequest` in the binary form of protobuf. */
export function decodeTraces(bytes: Uint8Array): ReceivedSpan[] {
  const { resourceSpans } = REQUEST.toObject(REQUEST.decode(bytes), {
    bytes: String,
    longs: Number,
    arrays: true,
  }) as Decoded;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service,
        name: span.name,
        kind: KINDS[span.kind] ?? '',
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentId: hex(span.parentSpanId ?? ''),
        attributes: valuesOf(span.attributes),
        links: span.links.map(({ spanId }) => hex(spanId)),
        failed: span.status?.code === ERROR,
      })),
    );
  });
}
