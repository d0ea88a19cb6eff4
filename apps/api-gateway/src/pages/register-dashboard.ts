import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '@burgee/contracts/wire';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { registerGuide } from './register-guide.js';
import type { SignInMethods } from './sign-in-methods.js';
import { isNavigation, WEB } from './web.js';

const ASSET = /^[\w-][\w.-]*\.(js|css|svg|woff2)$/;
/** The names of these files contain a hash of their content. */
const FOR_EVER = { maxAge: '1y', immutable: true };

async function sendPage(reply: FastifyReply, methods: SignInMethods): Promise<FastifyReply> {
  if (!existsSync(join(WEB, 'index.html')))
    throw new DomainError('unavailable', 'The dashboard is not built. Run npm run build; the API works without it.');
  const element = await methods.element();
  void reply.header('cache-control', 'no-cache');
  if (element === '') return reply.sendFile('index.html', WEB, { cacheControl: false });
  const page = readFileSync(join(WEB, 'index.html'), 'utf8').replace('</head>', () => `${element}</head>`);
  return reply.type('text/html; charset=utf-8').send(page);
}

/**
 * Serves the dashboard: its files, the guide, and its page at / and at every other path that a browser opens, because the page
 * itself routes its screens. A request for anything but HTML gets 404 there.
 */
export async function registerDashboard(fastify: FastifyInstance, methods: SignInMethods): Promise<void> {
  await fastify.register(fastifyStatic, { root: WEB, serve: false, preCompressed: true });
  const vary = (reply: FastifyReply) => reply.header('vary', 'accept-encoding');
  fastify.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const { '*': name } = request.params;
    return ASSET.test(name) ? vary(reply).sendFile(join('assets', name), WEB, FOR_EVER) : reply.callNotFound();
  });
  for (const file of ['icon.svg', 'begin.js'])
    fastify.get(`/${file}`, (_request, reply) =>
      vary(reply).header('cache-control', 'no-cache').sendFile(file, WEB, { cacheControl: false }),
    );
  // Any page may load the library: it contains nothing secret.
  fastify.get('/sdk.js', (_request, reply) =>
    vary(reply)
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=3600')
      .sendFile('sdk.js', WEB, { cacheControl: false }),
  );
  registerGuide(fastify);
  fastify.get('/', (_request, reply) => sendPage(vary(reply), methods));
  fastify.get('/*', (request, reply) =>
    isNavigation(request) ? sendPage(vary(reply), methods) : reply.callNotFound(),
  );
}
