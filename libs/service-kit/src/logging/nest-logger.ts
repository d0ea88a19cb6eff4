import { Injectable, type LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Sends the log lines of Nest and of the engines' drivers through our logger. */
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
    const stacktrace = message instanceof Error ? message.stack : stack;
    this.logger.error({ context, 'exception.stacktrace': stacktrace }, text);
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
}
