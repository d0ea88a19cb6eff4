import { DomainError } from '@burgee/contracts/wire';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    hasUnreadBody?: boolean;
    hasFormBody?: boolean;
  }
}

/** A route that reads its body itself, in chunks and up to its own limit: `request.body` is a stream of JSON. */
export const UnreadBody = (): MethodDecorator => RouteConfig({ hasUnreadBody: true });

/** The framework's content type for such a body. No client can send it. */
export const UNREAD_JSON = 'application/x-unread';

const FORM = 'application/x-www-form-urlencoded';

/** A route of a protocol whose clients send forms. It must need no cookie: pages of other sites can send forms, too. */
export const FormBody = (): MethodDecorator => RouteConfig({ hasFormBody: true });

/** Parses forms, for those routes alone. */
export function takeForms(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(FORM, { parseAs: 'string' }, ({ routeOptions }, body, done) => {
    if (routeOptions.config.hasFormBody) return done(null, Object.fromEntries(new URLSearchParams(body as string)));
    done(new DomainError('unsupported_media_type', 'Send the body as application/json.'));
  });
}
