import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { REQUEST_ID_HEADER, requestIdOf, SECURITY_HEADERS } from '@burgee/contracts/wire';
import { corsHeaders } from '../authenticate/cors.js';

/** @param ageSeconds given when the source does not answer: how old the beginning of the stream is */
export function streamHeaders(
  request: IncomingMessage,
  allowOrigin: string | undefined,
  ageSeconds?: number,
): OutgoingHttpHeaders {
  return {
    ...SECURITY_HEADERS,
    // No charset, which a stream cannot choose anyway: proxies know streams by exactly this type.
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    [REQUEST_ID_HEADER]: requestIdOf(request),
    ...corsHeaders(allowOrigin),
    ...(ageSeconds !== undefined && { 'burgee-freshness': `stale; age=${ageSeconds}` }),
  };
}
