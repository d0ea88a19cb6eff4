import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@burgee/contracts/wire';
import { answerAndClose, createHttpsServer, createPacedHttpServer, onBrokenHttp } from '@burgee/process-kit';

export interface ServerCertificate {
  cert: string;
  key: string;
}

/** The public server. Malformed HTTP is answered as at the gateway. */
export function createPublicServer(
  listener: RequestListener,
  keepAliveSeconds: number,
  tls?: ServerCertificate,
): Server {
  // TLS handshakes already pace clients that connect at once.
  const server = tls ? createHttpsServer(listener, tls) : createPacedHttpServer(listener);
  server.keepAliveTimeout = keepAliveSeconds * 1_000;
  server.on('clientError', (error, socket) => onBrokenHttp(error as NodeJS.ErrnoException, socket as Socket));
  // Node closes a CONNECT tunnel without a response.
  server.on('connect', (_request, socket) =>
    answerAndClose(socket as Socket, new DomainError('method_not_allowed', 'This is not a proxy.'), ['Allow: ']),
  );
  return server;
}
