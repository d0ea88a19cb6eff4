import { PROXIED_HEADER } from '@burgee/contracts/wire';
import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether the person is at this machine. The address alone is not enough: a proxy on it, and a page whose name was rebound to
 * loopback, have the same one.
 */
export const isFromThisMachine = ({ ip, host, headers }: Pick<FastifyRequest, 'ip' | 'host' | 'headers'>): boolean =>
  LOOPBACK.test(ip) && LOCAL_HOST.test(host) && !(PROXIED_HEADER in headers);
