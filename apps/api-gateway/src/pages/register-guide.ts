import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isNavigation, WEB } from './web.js';

const GUIDE = join(WEB, 'guide');
/** A page, or one of its files by its whole name. */
const ADDRESS = /^(?:[\w-]+\/)*[\w-]+(?<suffix>\.(?:md|txt|json|svg|png))?$/;
/** No address leads to it. */
const NOT_FOUND = '404.page.html';

/** The file of an address below /guide/; undefined if it cannot be one of the guide's. */
function fileOf(address: string): string | undefined {
  if (address === '') return 'index.html';
  const found = ADDRESS.exec(address);
  return found ? `${address}${found.groups?.suffix ? '' : '.html'}` : undefined;
}

/** Serves the guide as the build made it: pages, the same as Markdown, pictures, and the index of its search. */
export function registerGuide(fastify: FastifyInstance): void {
  const send = (reply: FastifyReply, file: string) =>
    reply
      .header('vary', 'accept-encoding')
      .header('cache-control', 'no-cache')
      .sendFile(file, GUIDE, { cacheControl: false });
  fastify.get('/guide', (_request, reply) => reply.redirect('/guide/'));
  fastify.get<{ Params: { '*': string } }>('/guide/*', (request, reply) => {
    const file = fileOf(request.params['*']);
    if (file !== undefined && existsSync(join(GUIDE, file))) return send(reply, file);
    return isNavigation(request) && existsSync(join(GUIDE, NOT_FOUND))
      ? send(reply.code(404), NOT_FOUND)
      : reply.callNotFound();
  });
}
