import { RouteConfig } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    hasUnreadBody?: boolean;
    takesAnyBody?: boolean;
  }
}

/** A route that reads its body itself, in chunks and up to its own limit: `request.body` is a stream of JSON. */
export const UnreadBody = (): MethodDecorator => RouteConfig({ hasUnreadBody: true });

/** The framework's content type for such a body. No client can send it. */
export const UNREAD_JSON = 'application/x-unread';

/** A route that takes a body of every content type, or none, unchecked: `request.body` is its text, or undefined. */
export const AnyBody = (): MethodDecorator => RouteConfig({ hasUnreadBody: true, takesAnyBody: true });

/** The framework's content type for such a body. No client can send it. */
export const ANY_TEXT = 'application/x-any-text';
