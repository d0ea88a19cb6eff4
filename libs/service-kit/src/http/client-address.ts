import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** Who is at the other end, told as the framework tells it, for what is answered ahead of it. @param trusted TRUSTED_PROXIES */
export function clientAddress(trusted: string): (request: IncomingMessage) => string {
  if (trusted === 'none') return (request) => request.socket.remoteAddress ?? '';
  const isTrusted = proxyAddress.compile(trusted.split(','));
  return (request) => proxyAddress(request, isTrusted);
}
