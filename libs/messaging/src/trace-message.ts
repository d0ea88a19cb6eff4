import { type Span, startSpan, traceparentOf } from '@burgee/process-kit';
import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';

const HEADER = 'traceparent';
const facts = (pattern: string, operation: 'send' | 'process') => ({
  'messaging.system': 'nats',
  'messaging.destination.name': pattern,
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
});

/** The span of an outgoing message; undefined where tracing is off. */
export const startSending = (pattern: string): Span | undefined =>
  startSpan(`send ${pattern}`, { kind: 'producer', attributes: facts(pattern, 'send') });

/** Options of a message that name its span. */
export function withTrace(span: Span | undefined): { headers?: MsgHdrs } {
  if (!span) return {};
  const all = headers();
  all.set(HEADER, span.traceparent);
  return { headers: all };
}

/** Runs the handling of a message within a child of its sender's span. */
export const receiving = (pattern: string, message: Pick<Msg, 'headers'>) =>
  ({
    name: `process ${pattern}`,
    kind: 'consumer',
    parent: traceparentOf(message.headers?.get(HEADER)),
    attributes: facts(pattern, 'process'),
  }) as const;

/** The span of handling a message; undefined where tracing is off. */
export function startReceiving(pattern: string, message: Pick<Msg, 'headers'>): Span | undefined {
  const { name, ...options } = receiving(pattern, message);
  return startSpan(name, options);
}
