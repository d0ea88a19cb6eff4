import { startSpan } from './tracing.js';

interface Sent {
  environmentId: string;
  revision: number;
  streams: number;
  traceparents: readonly string[];
}

/** The part of a trace in which changes are sent to all streams of an environment. That of several traces is linked to each. */
export function traceSending({ environmentId, revision, streams, traceparents }: Sent): (() => void) | undefined {
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
