import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type DomainError, PROBLEM_TYPE, REQUEST_ID_HEADER, SECURITY_HEADERS, toProblem } from '@burgee/contracts/wire';

/** Writes a problem document on Node's own response. @param headers from `cors.ts` */
export function writeProblem(
  response: ServerResponse,
  error: DomainError,
  requestId: string,
  headers: Record<string, string>,
): void {
  // Node sends a string body in one packet with the head.
  const body = JSON.stringify(toProblem(error, requestId));
  const { retryAfterSeconds } = error.options;
  const head: OutgoingHttpHeaders = {
    ...SECURITY_HEADERS,
    ...headers,
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    [REQUEST_ID_HEADER]: requestId,
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  };
  response.writeHead(error.kind.status, head).end(body);
}
