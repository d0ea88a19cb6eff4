import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type DomainError, REQUEST_ID_HEADER, toProblem } from '@burgee/contracts';
import { PROBLEM_TYPE } from '@burgee/service-kit';

/** A problem document on a response that the framework does not hold. */
export function writeProblem(
  response: ServerResponse,
  error: DomainError,
  requestId: string,
  headers: Record<string, string> = {},
): void {
  // As a text it leaves in one piece with the head.
  const body = JSON.stringify(toProblem(error, requestId));
  const { retryAfterSeconds } = error.options;
  const head: OutgoingHttpHeaders = {
    ...headers,
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    [REQUEST_ID_HEADER]: requestId,
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  };
  response.writeHead(error.kind.status, head).end(body);
}
