import type { IncomingHttpHeaders } from 'node:http';
import { REQUEST_ID_HEADER, WAITED_HEADER } from '@burgee/contracts/wire';
import { FORWARDING_SECRET_HEADER } from '@burgee/process-kit';

/** What the gateway itself knows about a request. */
export interface KnownOfRequest {
  id: string;
  ip: string;
  protocol: string;
  host: string;
  /** For its seat, in milliseconds. */
  waitedMs: number;
  /** Of the span in which it is forwarded, where traces are on. */
  traceparent?: string | undefined;
}

/** Where a proxy in front has put Burgee is nothing that somebody gains by. */
const CLAIMS = /^(x-forwarded-(?!prefix$)|x-user-|x-burgee-|x-real-ip$|forwarded$)/;
const LENGTHS = new Set(['content-length', 'transfer-encoding']);
/** What a header says of one connection alone (RFC 9110, 7.6.1). */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade']);

/**
 * The headers to forward: the caller's `X-Forwarded-*` are replaced by what the gateway knows, proven by the secret. So is the length of
 * the body: a caller may send one with a GET, which is not forwarded, and may list the header that tells it in `Connection`, which
 * takes it away. The service would then read the body as the next request on a connection that others use as well.
 * @param bodyBytes of the body that is forwarded; undefined if none is
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
    ...(known.waitedMs >= 1 && { [WAITED_HEADER]: String(Math.floor(known.waitedMs)) }),
    ...(known.traceparent !== undefined && { traceparent: known.traceparent }),
    ...(secret !== undefined && { [FORWARDING_SECRET_HEADER]: secret }),
  };
}

/** The headers of a service's answer that are for the caller. How long its own connection lives is the gateway's to say. */
export function answeredHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.has(name) && name !== 'transfer-encoding'),
  );
}
