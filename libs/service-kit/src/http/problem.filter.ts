import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { DomainError } from '@burgee/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { sendProblem } from './send-problem.js';
import { toDomainError } from './to-domain-error.js';

/** The one place where an error becomes HTTP. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(exception, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(exception: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = toDomainError(exception);
    this.log(error, request);
    if (!reply.sent) sendProblem(reply, error, String(request.id));
  }

  private log(error: DomainError, request: FastifyRequest): void {
    const level = error.kind.logLevel;
    if (level === 'info') return;
    this.logger[level](
      { err: error.cause ?? error, method: request.method, route: request.routeOptions?.url },
      error.code,
    );
  }
}
