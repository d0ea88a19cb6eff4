import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    hasUnreadBody?: boolean;
  }
}

/** A route that reads its body itself, in pieces and up to its own limit: `request.body` is a stream of JSON. */
export const UnreadBody = (): MethodDecorator => RouteConfig({ hasUnreadBody: true });

/** What the framework takes the type of such a body for. No caller can send it. */
export const UNREAD_JSON = 'application/x-unread';
