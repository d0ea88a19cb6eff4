import { Injectable, type LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { currentRequestId } from './request-context.js';

/** JSON lines on stdout, each with the service's name and, inside a request, its id. Secrets are cut out by path. */
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
        '*.cookie',
        'headers.cookie',
        'parameters',
        '*.parameters',
      ],
      censor: '[cut]',
    },
  });
}

/** Nest's own lines, and those of the engines' drivers, through the same logger. */
@Injectable()
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    const text = message instanceof Error ? message.message : String(message);
    this.logger.error({ context, stack: message instanceof Error ? message.stack : stack }, text);
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
}
