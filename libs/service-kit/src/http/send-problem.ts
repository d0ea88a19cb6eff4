import { type DomainError, PROBLEM_TYPE, SECURITY_HEADERS, toProblem } from '@burgee/contracts/wire';
import { metrics } from '@burgee/process-kit';
import type { FastifyReply } from 'fastify';
import { Counter } from 'prom-client';

const problems = new Counter({
  name: 'burgee_problems_total',
  help: 'Answers that are a problem document, by its code.',
  labelNames: ['code'],
  registers: [metrics],
});

/** Sends the problem document of `error`. The body is always a string, so no schema can change it. */
export function sendProblem(
  reply: Pick<FastifyReply, 'status' | 'header' | 'headers' | 'send'>,
  error: DomainError,
  requestId: string,
): void {
  problems.inc({ code: error.code });
  if (error.options.retryAfterSeconds !== undefined) void reply.header('retry-after', error.options.retryAfterSeconds);
  void reply.status(error.kind.status).header('content-type', PROBLEM_TYPE).header('cache-control', 'no-store');
  void reply.headers(SECURITY_HEADERS);
  void reply.send(JSON.stringify(toProblem(error, requestId)));
}
