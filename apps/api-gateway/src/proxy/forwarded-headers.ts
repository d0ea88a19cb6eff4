import type { IncomingHttpHeaders } from 'node:http';
import { REQUEST_ID_HEADER } from '@burgee/contracts/wire';
import { FORWARDING_SECRET_HEADER } from '@burgee/process-kit';

/** What the gateway itself knows about a request. */
export interface KnownOfRequest {
  id: string;
  ip: string;
  protocol: string;
  host: string;
}

const CLAIMS = /^(x-forwarded-|x-user-|x-real-ip$|forwarded$)/;
const LENGTHS = new Set(['content-length', 'transfer-encoding']);
/** What a header says of one connection alone (RFC 9110, 7.6.1). */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade']);

/**
 * The headers to forward: the caller's `X-Forwarded-*` are replaced by what the gateway knows, proven by the secret. The body of a GET is not
 * forwarded, and its length must not be either: the service would read it from the next request on the same connection.
 */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  known: KnownOfRequest,
  hasBody: boolean,
  secret?: string,
): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !CLAIMS.test(name) && (hasBody || !LENGTHS.has(name)));
  return {
    ...Object.fromEntries(kept),
    'x-forwarded-for': known.ip,
    'x-forwarded-proto': known.protocol,
    'x-forwarded-host': known.host,
    [REQUEST_ID_HEADER]: known.id,
    ...(secret !== undefined && { [FORWARDING_SECRET_HEADER]: secret }),
  };
}

/** The headers of a service's answer that are for the caller. How long its own connection lives is the gateway's to say. */
export function answeredHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.has(name) && name !== 'transfer-encoding'),
  );
}
