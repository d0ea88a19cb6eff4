import { DomainError } from '@burgee/contracts/wire';
import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiConsumes } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route also takes a form. */
    takesForm?: boolean;
  }
}

const FORM = 'application/x-www-form-urlencoded';

/** On a route that OAuth's standards define: they have forms. */
export const TAKES_FORM: MethodDecorator = applyDecorators(
  RouteConfig({ takesForm: true }),
  ApiConsumes(FORM, 'application/json'),
);

/** @throws invalid_request for a field that comes twice (RFC 6749, 3.2) */
function readForm(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)];
  const body = Object.fromEntries(fields);
  if (Object.keys(body).length === fields.length) return body;
  throw new DomainError('invalid_request', 'The request was refused: a field comes twice. Send each field once.', {
    errors: [{ pointer: '', detail: 'each field must come once' }],
  });
}

/** Reads forms for routes that take them. */
export function takeForms(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(FORM, { parseAs: 'string' }, (request, body, done) => {
    if (!request.routeOptions.config.takesForm)
      return done(new DomainError('unsupported_media_type', 'Send the body as application/json.'));
    try {
      done(null, readForm(body as string));
    } catch (error) {
      done(error as Error);
    }
  });
}
