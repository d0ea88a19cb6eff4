import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ApiGatewayConfig } from '../config.js';
import type { PublicNames } from '../packages/registry-address.js';
import { registerPackages } from '../packages/register-packages.js';
import { registerDashboard } from './register-dashboard.js';
import { SignInMethods } from './sign-in-methods.js';

const PUBLIC = join(import.meta.dirname, '..', '..', 'public');
/** Modules of the browser, as they are compiled. */
const SIZING = dirname(createRequire(import.meta.url).resolve('@burgee/sizing'));
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const SWAGGER_FILES = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png']);

/** Devices and payment, which no page of Burgee uses. Helmet has no option for this header. */
const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/** Serves the API reference at /docs, the sizing page at /docs/sizing/, the guide, the packages, and the dashboard at all other paths. */
export async function registerPages(
  gateway: FastifyInstance,
  config: Pick<ApiGatewayConfig, 'AUTH_URL'> & PublicNames,
): Promise<void> {
  await gateway.register(async (fastify) => {
    await registerFiles(fastify, new SignInMethods(config.AUTH_URL));
    registerPackages(fastify, config);
  });
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
