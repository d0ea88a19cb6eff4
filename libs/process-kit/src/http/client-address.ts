import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** By this header the api-gateway proves that it is the one who names a caller's address. */
export const FORWARDING_SECRET_HEADER = 'x-forwarded-secret';

type AddressOf = (request: IncomingMessage) => string;

function byProxies(trusted: string): AddressOf {
  if (trusted === 'none') return (request) => request.socket.remoteAddress ?? '';
  const isTrusted = proxyAddress.compile(trusted.split(','));
  return (request) =>
    // Without a word of a proxy it is the same, and this runs for each request.
    request.headers['x-forwarded-for'] === undefined
      ? (request.socket.remoteAddress ?? '')
      : proxyAddress(request, isTrusted);
}

/**
 * The address of a caller, for handlers that run before the framework.
 * @param trusted TRUSTED_PROXIES, whose word is taken for who called them
 * @param forwardingSecret whoever sends it is the api-gateway, wherever it is, and its word is taken as well
 */
export function clientAddress(trusted: string, forwardingSecret?: string): AddressOf {
  const addressOf = byProxies(trusted);
  if (forwardingSecret === undefined) return addressOf;
  const expected = Buffer.from(forwardingSecret);
  const isGateway = (sent: string | string[] | undefined) => {
    if (typeof sent !== 'string') return false;
    const given = Buffer.from(sent);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return (request) => {
    const { [FORWARDING_SECRET_HEADER]: sent, 'x-forwarded-for': forwarded } = request.headers;
    return typeof forwarded === 'string' && isGateway(sent) ? forwarded : addressOf(request);
  };
}
