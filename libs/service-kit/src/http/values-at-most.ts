import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    valuesAtMost?: number;
  }
}

/** A route whose requests hold more values than those of others: this many, counted at every depth. */
export const ValuesAtMost = (valuesAtMost: number): MethodDecorator => RouteConfig({ valuesAtMost });
