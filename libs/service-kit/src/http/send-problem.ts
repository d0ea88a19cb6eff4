import { type DomainError, toProblem } from '@burgee/contracts';
import type { FastifyReply } from 'fastify';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Answers with the problem document of `error`. The body is always a string, so no schema can change it. */
export function sendProblem(
  reply: Pick<FastifyReply, 'status' | 'header' | 'send'>,
  error: DomainError,
  requestId: string,
): void {
  if (error.options.retryAfterSeconds !== undefined) void reply.header('retry-after', error.options.retryAfterSeconds);
  void reply.status(error.kind.status).header('content-type', PROBLEM_TYPE).header('cache-control', 'no-store');
  void reply.send(JSON.stringify(toProblem(error, requestId)));
}
