import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';

/** With this header the api-gateway proves that it may name a client's address. */
export const FORWARDING_SECRET_HEADER = 'x-forwarded-secret';

const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * The addresses of `X-Forwarded-For` without the ports that some load balancers write: each port would count as a client of
 * its own. Text that is no address, such as `unknown` (RFC 7239), is dropped with the addresses before it, so that the client
 * counts as the proxy that wrote it.
 * @returns undefined when no address is left
 */
export function readForwardedFor(header: string): string | undefined {
  const addresses = header.split(',').map((text) => {
    const entry = text.trim();
    const [, bracketed, plain] = WITH_PORT.exec(entry) ?? [];
    return bracketed ?? plain ?? entry;
  });
  const known = addresses.slice(addresses.findLastIndex((address) => isIP(address) === 0) + 1);
  return known.length === 0 ? undefined : known.join(', ');
}

type AddressOf = (request: IncomingMessage) => string;

function byProxies(trusted: string): AddressOf {
  if (trusted === 'none') return (request) => request.socket.remoteAddress ?? '';
  const isTrusted = proxyAddress.compile(trusted.split(','));
  return (request) =>
    // Fast path: without the header the result is the same, and this runs for each request.
    request.headers['x-forwarded-for'] === undefined
      ? (request.socket.remoteAddress ?? '')
      : proxyAddress(request, isTrusted);
}

/**
 * The address of a client, for handlers that run before the framework.
 * @param trusted TRUSTED_PROXIES, which may name a client's address
 * @param forwardingSecret identifies the api-gateway at any address, which may name a client's address too
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
