import { createHash } from 'node:crypto';
import { DomainError } from '@burgee/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BurstyRateLimiter, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { ApiGatewayConfig } from '../config.js';

const BURST_SECONDS = 60;

/** A session, by the hash of its cookies; an address, for who has none. */
function callerOf({ headers, ip }: FastifyRequest): string {
  return headers.cookie ? createHash('sha256').update(headers.cookie).digest('base64url') : ip;
}

/** The dashboard API per caller. SDK reads are not limited: they cost almost nothing, and failing them costs users. */
export function limitRequests(
  fastify: FastifyInstance,
  config: Pick<ApiGatewayConfig, 'RATE_LIMIT_PER_SECOND' | 'RATE_LIMIT_BURST'>,
): void {
  const steady = new RateLimiterMemory({ points: config.RATE_LIMIT_PER_SECOND, duration: 1 });
  const burst = new RateLimiterMemory({ keyPrefix: 'burst', points: config.RATE_LIMIT_BURST, duration: BURST_SECONDS });
  const limiter = new BurstyRateLimiter(steady, burst);
  fastify.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/') || request.url.startsWith('/api/v1/')) return;
    try {
      await limiter.consume(callerOf(request));
    } catch (full) {
      const seconds = Math.max(1, Math.ceil((full as RateLimiterRes).msBeforeNext / 1000));
      throw new DomainError('too_many_requests', `Too many requests. Try again in ${seconds} s.`, {
        retryAfterSeconds: seconds,
      });
    }
  });
}
