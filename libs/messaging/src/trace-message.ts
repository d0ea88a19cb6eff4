import { type Span, startSpan, traceparentOf } from '@burgee/process-kit';
import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';

const HEADER = 'traceparent';
const facts = (pattern: string, operation: 'send' | 'process') => ({
  'messaging.system': 'nats',
  'messaging.destination.name': pattern,
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
});

/** The span of a message that leaves; undefined where traces are off. */
export const startSending = (pattern: string): Span | undefined =>
  startSpan(`send ${pattern}`, { kind: 'producer', attributes: facts(pattern, 'send') });

/** Options of a message that names the span in which it was sent. */
export function withTrace(span: Span | undefined): { headers?: MsgHdrs } {
  if (!span) return {};
  const all = headers();
  all.set(HEADER, span.traceparent);
  return { headers: all };
}

/** What is done with a message that arrived, as a part of the span in which it was sent. */
export const receiving = (pattern: string, message: Pick<Msg, 'headers'>) =>
  ({
    name: `process ${pattern}`,
    kind: 'consumer',
    parent: traceparentOf(message.headers?.get(HEADER)),
    attributes: facts(pattern, 'process'),
  }) as const;

/** The span of what is done with a message; undefined where traces are off. */
export function startReceiving(pattern: string, message: Pick<Msg, 'headers'>): Span | undefined {
  const { name, ...options } = receiving(pattern, message);
  return startSpan(name, options);
}
