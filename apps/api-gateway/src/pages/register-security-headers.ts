import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { ApiGatewayConfig } from '../config.js';

const YEAR_SECONDS = 31_536_000;

/** Headers of every response of the public address: no inline script, no frame, no sniffing, no referrer. */
export async function registerSecurityHeaders(
  fastify: FastifyInstance,
  { HSTS }: Pick<ApiGatewayConfig, 'HSTS'>,
): Promise<void> {
  await fastify.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: HSTS !== 'off' && { maxAge: YEAR_SECONDS, includeSubDomains: HSTS === 'subdomains' },
  });
}
