import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { sendProblem } from './send-problem.js';
import { toDomainError } from './to-domain-error.js';

/** Sends the problem document of any error, and logs the cause unless the client is at fault. */
export function answerError(logger: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toDomainError(error);
  const level = known.kind.logLevel;
  const request_id = String(request.id);
  if (level !== 'info') {
    const { method, routeOptions } = request;
    const labels = { 'http.request.method': method, 'http.route': routeOptions?.url };
    logger[level]({ err: known.cause ?? known, request_id, ...labels }, known.code);
  }
  if (!reply.sent) sendProblem(reply, known, request_id);
}
