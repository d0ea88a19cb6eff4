import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@burgee/contracts';
import { REDIS } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type AuthConfig, CONFIG } from '../config.js';
import { emailKey } from '../persistence/user.repository.js';

const WINDOW_SECONDS = 300;
const FREE_FAILURES_PER_EMAIL = 20;
const SLOWED_BY_MILLISECONDS = 100;
const SLOWED_AT_MOST_MILLISECONDS = 2_000;

export interface Attempt {
  email: string;
  ip: string;
  /** A device that has signed in to this account before, proven by its cookie. */
  device: string | null;
}

/**
 * How fast passwords may be guessed. An address runs dry, an account never locks: whoever guesses at a victim's
 * email only slows it, and the victim's own device has a bucket of its own. Unknown emails are treated alike.
 */
@Injectable()
export class SignInLimits implements OnApplicationShutdown {
  private readonly byEmailAndSource: RateLimiterAbstract;
  private readonly byAddress: RateLimiterAbstract;
  private readonly byEmail: RateLimiterAbstract;
  private readonly registrations: RateLimiterAbstract;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) config: AuthConfig,
  ) {
    this.byEmailAndSource = this.limiter('pair', config.SIGN_IN_LIMIT_PER_EMAIL);
    this.byAddress = this.limiter('address', config.SIGN_IN_LIMIT_PER_ADDRESS);
    this.byEmail = this.limiter('email', FREE_FAILURES_PER_EMAIL);
    this.registrations = this.limiter('register', config.REGISTER_LIMIT_PER_ADDRESS);
  }

  /** Counts an attempt to sign in. @throws too_many_requests */
  async attempt(attempt: Attempt): Promise<void> {
    await spend(this.byEmailAndSource, pairKey(attempt));
    if (!attempt.device) await spend(this.byAddress, attempt.ip);
    await this.slowDown(attempt.email);
  }

  /** A right password gives back what its attempt cost. */
  async succeeded(attempt: Attempt): Promise<void> {
    await this.byEmailAndSource.delete(pairKey(attempt));
    if (!attempt.device) await this.byAddress.reward(attempt.ip);
    await this.byEmail.delete(digest(emailKey(attempt.email)));
  }

  /** Counts a registration. @throws too_many_requests */
  async registration(ip: string): Promise<void> {
    await spend(this.registrations, ip);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async slowDown(email: string): Promise<void> {
    try {
      await this.byEmail.consume(digest(emailKey(email)));
    } catch (full) {
      if (!(full instanceof RateLimiterRes)) throw full;
      const over = full.consumedPoints - FREE_FAILURES_PER_EMAIL;
      await delay(Math.min(over * SLOWED_BY_MILLISECONDS, SLOWED_AT_MOST_MILLISECONDS));
    }
  }

  private limiter(name: string, points: number): RateLimiterAbstract {
    const limits = { keyPrefix: `burgee:limit:${name}`, points, duration: WINDOW_SECONDS };
    // Without Redis each replica counts for itself: weaker for a while, never open.
    return new RateLimiterRedis({
      ...limits,
      storeClient: this.redis,
      insuranceLimiter: new RateLimiterMemory(limits),
    });
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function pairKey({ email, ip, device }: Attempt): string {
  return digest(`${emailKey(email)}\n${device ?? ip}`);
}

async function spend(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (full) {
    if (!(full instanceof RateLimiterRes)) throw full;
    const seconds = Math.max(1, Math.ceil(full.msBeforeNext / 1000));
    throw new DomainError('too_many_requests', `Too many attempts. Try again in ${seconds} seconds.`, {
      retryAfterSeconds: seconds,
    });
  }
}
