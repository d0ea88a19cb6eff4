import { createHash } from 'node:crypto';
import { DomainError } from '@burgee/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ApiGatewayConfig } from '../config.js';

const BURST_SECONDS = 60;
/** Colleagues share an address; a cookie that anybody can make up must not buy a fresh allowance for ever. */
const CALLERS_PER_ADDRESS = 10;

type Limits = Pick<ApiGatewayConfig, 'RATE_LIMIT_PER_SECOND' | 'RATE_LIMIT_BURST'>;

function limiter(keyPrefix: string, limits: Limits, times: number): BurstyRateLimiter {
  const [steady, burst] = [limits.RATE_LIMIT_PER_SECOND * times, limits.RATE_LIMIT_BURST * times];
  return new BurstyRateLimiter(
    new RateLimiterMemory({ keyPrefix, points: steady, duration: 1 }),
    new RateLimiterMemory({ keyPrefix: `${keyPrefix}-burst`, points: burst, duration: BURST_SECONDS }),
  );
}

/** A session, by the hash of its cookies; an address, for who has none. */
function callerOf({ headers, ip }: FastifyRequest): string {
  return headers.cookie ? createHash('sha256').update(headers.cookie).digest('base64url') : ip;
}

/** The dashboard API per caller. SDK reads are not limited: they cost almost nothing, and failing them costs users. */
export function limitRequests(fastify: FastifyInstance, limits: Limits): void {
  const callers = limiter('caller', limits, 1);
  const addresses = limiter('address', limits, CALLERS_PER_ADDRESS);
  fastify.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/') || request.url.startsWith('/api/v1/')) return;
    try {
      await callers.consume(callerOf(request));
      await addresses.consume(request.ip);
    } catch (full) {
      if (!(full instanceof RateLimiterRes)) throw full;
      const seconds = Math.max(1, Math.ceil(full.msBeforeNext / 1000));
      throw new DomainError('too_many_requests', `Too many requests. Try again in ${seconds} s.`, {
        retryAfterSeconds: seconds,
      });
    }
  });
}
