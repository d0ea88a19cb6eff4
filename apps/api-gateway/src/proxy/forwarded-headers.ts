import type { IncomingHttpHeaders } from 'node:http';
import { REQUEST_ID_HEADER } from '@burgee/contracts';

/** What the gateway itself knows of a request. */
export interface KnownOfRequest {
  id: string;
  ip: string;
  protocol: string;
  host: string;
}

const CLAIMS = /^(x-forwarded-|x-user-|x-real-ip$|forwarded$)/;

/** The headers passed on: a caller's claims about itself are dropped, and what the gateway knows put in their place. */
export function forwardedHeaders(headers: IncomingHttpHeaders, known: KnownOfRequest): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !CLAIMS.test(name));
  return {
    ...Object.fromEntries(kept),
    'x-forwarded-for': known.ip,
    'x-forwarded-proto': known.protocol,
    'x-forwarded-host': known.host,
    [REQUEST_ID_HEADER]: known.id,
  };
}
