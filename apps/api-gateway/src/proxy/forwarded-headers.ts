import type { IncomingHttpHeaders } from 'node:http';
import { PROXIED_HEADER, REQUEST_ID_HEADER, WAITED_HEADER } from '@burgee/contracts/wire';
import { FORWARDING_SECRET_HEADER } from '@burgee/process-kit';

/** The gateway's own facts about a request. */
export interface KnownOfRequest {
  id: string;
  ip: string;
  protocol: string;
  host: string;
  /** Time in the queue, in milliseconds. */
  waitedMs: number;
  /** Context of the forwarding span, where tracing is on. */
  traceparent?: string | undefined;
}

/** `x-forwarded-prefix` stays: a client gains nothing by forging it. */
const CLAIMS = /^(x-forwarded-(?!prefix$)|x-user-|x-burgee-|x-real-ip$|forwarded$)/;
/** What proxies add. */
const OF_PROXIES = /^(x-forwarded-|forwarded$|via$|x-real-ip$)/;
const LENGTHS = new Set(['content-length', 'transfer-encoding']);
/** Headers of a single connection (RFC 9110, 7.6.1). */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade']);

/**
 * The headers to forward: the client's `X-Forwarded-*` are replaced by the gateway's own facts, authenticated by the
 * secret. So is the length of the body: a client may send a body with a GET, which is not forwarded, and may name
 * Content-Length in `Connection`, which removes it. The service would then read the body as the next request on a
 * connection that other clients share.
 * @param bodyBytes the length of the forwarded body; undefined without one
 */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  known: KnownOfRequest,
  bodyBytes: number | undefined,
  secret?: string,
): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) => !CLAIMS.test(name) && !LENGTHS.has(name) && !OF_ONE_CONNECTION.has(name),
  );
  return {
    ...Object.fromEntries(kept),
    ...(bodyBytes !== undefined && { 'content-length': String(bodyBytes) }),
    'x-forwarded-for': known.ip,
    'x-forwarded-proto': known.protocol,
    'x-forwarded-host': known.host,
    [REQUEST_ID_HEADER]: known.id,
    ...(Object.keys(headers).some((name) => OF_PROXIES.test(name)) && { [PROXIED_HEADER]: '1' }),
    ...(known.waitedMs >= 1 && { [WAITED_HEADER]: String(Math.floor(known.waitedMs)) }),
    ...(known.traceparent !== undefined && { traceparent: known.traceparent }),
    ...(secret !== undefined && { [FORWARDING_SECRET_HEADER]: secret }),
  };
}

/** The headers of a service's response for the client. Connection headers are the gateway's own. */
export function answeredHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.has(name) && name !== 'transfer-encoding'),
  );
}
