import type { IncomingMessage } from 'node:http';
import type { DomainError } from '@burgee/contracts/wire';
import type { Logger } from 'pino';

/** Logs why a request failed, unless the client is at fault. */
export function logCause(logger: Logger, error: DomainError, request: IncomingMessage, requestId: string): void {
  const level = error.kind.logLevel;
  if (level === 'info') return;
  const { method, url = '' } = request;
  // Without the query, which may contain a ticket.
  const [path] = url.split('?', 1);
  logger[level](
    { err: error.cause ?? error, request_id: requestId, 'http.request.method': method, 'url.path': path },
    error.code,
  );
}
