import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ApiGatewayConfig } from '../config.js';
import { registerDashboard } from './register-dashboard.js';
import { SignInMethods } from './sign-in-methods.js';

const PUBLIC = join(import.meta.dirname, '..', '..', 'public');
/** Modules of the browser, as they are compiled. */
const SIZING = dirname(createRequire(import.meta.url).resolve('@burgee/sizing'));
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const SWAGGER_FILES = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png']);

/** Devices and payment, which no page of Burgee uses. Helmet has no option for this header. */
const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/** Serves the API reference at /docs, the sizing page at /docs/sizing/, the guide at /guide/, and the dashboard at all other paths. */
export async function registerPages(
  gateway: FastifyInstance,
  { AUTH_URL }: Pick<ApiGatewayConfig, 'AUTH_URL'>,
): Promise<void> {
  await gateway.register((fastify) => registerFiles(fastify, new SignInMethods(AUTH_URL)));
}

async function registerFiles(fastify: FastifyInstance, methods: SignInMethods): Promise<void> {
  fastify.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', PERMISSIONS));
  await fastify.register(fastifyStatic, { root: PUBLIC, wildcard: false, cacheControl: false, decorateReply: false });
  await fastify.register(fastifyStatic, {
    root: SWAGGER_UI,
    prefix: '/docs/ui/',
    decorateReply: false,
    wildcard: true,
    allowedPath: (path) => SWAGGER_FILES.has(path),
  });
  await fastify.register(fastifyStatic, {
    root: SIZING,
    prefix: '/docs/sizing/model/',
    decorateReply: false,
    wildcard: true,
    allowedPath: (path) => path.endsWith('.js'),
  });
  fastify.get('/docs', (_request, reply) => reply.redirect('/docs/'));
  await registerDashboard(fastify, methods);
}
