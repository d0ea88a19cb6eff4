import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { REQUEST_ID_HEADER } from '@burgee/contracts';
import { requestIdOf } from '@burgee/service-kit';
import { corsHeaders } from '../admission/cors.js';

/** @param ageSeconds given when Postgres cannot be asked: how old what the stream begins with is */
export function streamHeaders(
  request: IncomingMessage,
  allowOrigin: string | undefined,
  ageSeconds?: number,
): OutgoingHttpHeaders {
  return {
    // No charset, which a stream cannot choose anyway: proxies know streams by exactly this type.
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    vary: 'Origin',
    [REQUEST_ID_HEADER]: requestIdOf(request),
    ...corsHeaders(allowOrigin),
    ...(ageSeconds !== undefined && { 'burgee-freshness': `stale; age=${ageSeconds}` }),
  };
}
