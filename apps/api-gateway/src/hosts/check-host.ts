import { DomainError } from '@burgee/contracts/wire';
import type { FastifyInstance } from 'fastify';

/** Applications and probes use any host name, including cluster addresses. */
const BY_ANY_NAME = /^\/(api\/v1\/|ofrep\/|unleash\/api\/|sdk\.js$|livez$|readyz$|health$)/;

/**
 * Refuses requests for host names outside the list, if one is set. A page under another name could do little anyway:
 * cookies belong to a host name, so it has no session.
 */
export function checkHost(fastify: FastifyInstance, allowed: readonly string[] | undefined): void {
  if (!allowed) return;
  fastify.addHook('onRequest', async ({ url, hostname }) => {
    const [path = ''] = url.split('?', 1);
    if (BY_ANY_NAME.test(path) || allowed.includes(hostname.toLowerCase())) return;
    throw new DomainError(
      'host_not_allowed',
      'This host name is not allowed. Use one from ALLOWED_HOSTS, or add this one.',
    );
  });
}
