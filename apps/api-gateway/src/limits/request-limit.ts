import { createHash } from 'node:crypto';
import { DomainError } from '@burgee/contracts/wire';
import { addressBlock, BoundedMemory } from '@burgee/process-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BurstyRateLimiter, RateLimiterRes } from 'rate-limiter-flexible';
import type { ApiGatewayConfig } from '../config.js';

const BURST_SECONDS = 60;
/** Colleagues share an address, so it gets more; a new made-up cookie per request must not avoid the limit. */
const CALLERS_PER_ADDRESS = 10;
/** As what it counts for its address: a service is asked before anybody knows that it is nobody's. */
const COST_OF_A_STRANGER = 10;

declare module 'fastify' {
  interface FastifyRequest {
    /** Is called once a service has said that nobody is signed in. */
    chargeStranger?: () => void;
  }
}

type Limits = Pick<ApiGatewayConfig, 'RATE_LIMIT_PER_SECOND' | 'RATE_LIMIT_BURST'>;

function limiter(keyPrefix: string, limits: Limits, times: number): BurstyRateLimiter {
  const [steady, burst] = [limits.RATE_LIMIT_PER_SECOND * times, limits.RATE_LIMIT_BURST * times];
  return new BurstyRateLimiter(
    new BoundedMemory({ keyPrefix, points: steady, duration: 1 }),
    new BoundedMemory({ keyPrefix: `${keyPrefix}-burst`, points: burst, duration: BURST_SECONDS }),
  );
}

/** The hash of the cookies, which stands for a session; without cookies the address block. */
function callerOf({ headers, ip }: FastifyRequest): string {
  return headers.cookie ? createHash('sha256').update(headers.cookie).digest('base64url') : addressBlock(ip);
}

const isLimited = ({ url }: FastifyRequest) => url.startsWith('/api/') && !url.startsWith('/api/v1/');

/** Limits the dashboard API per caller. SDK reads have no limit: refusing one costs more than answering it. */
export function limitRequests(fastify: FastifyInstance, limits: Limits): void {
  const callers = limiter('caller', limits, 1);
  const addresses = limiter('address', limits, CALLERS_PER_ADDRESS);
  fastify.addHook('onRequest', async (request) => {
    if (!isLimited(request)) return;
    const block = addressBlock(request.ip);
    request.chargeStranger = () => void addresses.consume(block, COST_OF_A_STRANGER - 1).catch(() => undefined);
    try {
      await callers.consume(callerOf(request));
      await addresses.consume(block);
    } catch (full) {
      if (!(full instanceof RateLimiterRes)) throw full;
      const seconds = Math.max(1, Math.ceil(full.msBeforeNext / 1000));
      throw new DomainError('too_many_requests', `Too many requests. Try again in ${seconds} s.`, {
        retryAfterSeconds: seconds,
      });
    }
  });
}
