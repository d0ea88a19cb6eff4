import { answerError } from '@burgee/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/**
 * Registers routes in a scope with its own error handler. Nest sets its handler on the root too late for these: an
 * awaited plugin finishes the earlier routes with the framework's handler, which answers 500 with the error's text.
 */
export async function registerInScope(
  fastify: FastifyInstance,
  logger: Logger,
  register: (scope: FastifyInstance) => Promise<void>,
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerError(logger, error, request, reply));
    await register(scope);
  });
}
