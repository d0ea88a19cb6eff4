import type { IncomingMessage, ServerResponse } from 'node:http';
import { traceparentOf } from '../logging/request-context.js';
import { endHttpSpan, isTracing, mayKeep, startSpan, within } from './tracing.js';

/** A key of a flag in the address. */
const KEY = /(?<=\/flags\/|\/features\/)[^/]+/;

/**
 * Answers a request ahead of the framework, in a span of its own where traces are on.
 * @param answer whether it took the request; if not, somebody else makes the span
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
