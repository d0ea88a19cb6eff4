import { type Logger, pino } from 'pino';
import { currentRequestId } from './request-context.js';

/** JSON lines on stdout, each with the service's name and, inside a request, its id. Secrets are removed by path. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const requestId = currentRequestId();
      return requestId ? { request_id: requestId } : {};
    },
    redact: {
      paths: [
        '*.password',
        '*.confirmPassword',
        '*.token',
        '*.sdk_key',
        '*.client_key',
        '*.cookie',
        '*.authorization',
        'headers.cookie',
        'headers.authorization',
        'parameters',
        '*.parameters',
        // A command of Redis with its values, such as AUTH with a password.
        '*.command.args',
        '*.aggregateErrors[*].command.args',
        // All that a connection of Postgres knows.
        'err.client',
      ],
      censor: '[cut]',
    },
  });
}
