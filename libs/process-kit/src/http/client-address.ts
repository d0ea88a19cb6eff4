import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** The address of a caller, as the framework determines it, for handlers that run before it. @param trusted TRUSTED_PROXIES */
export function clientAddress(trusted: string): (request: IncomingMessage) => string {
  if (trusted === 'none') return (request) => request.socket.remoteAddress ?? '';
  const isTrusted = proxyAddress.compile(trusted.split(','));
  return (request) => proxyAddress(request, isTrusted);
}
