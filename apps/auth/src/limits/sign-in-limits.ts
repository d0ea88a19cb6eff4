import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError, emailKey, REDIS_KEYS } from '@burgee/contracts/wire';
import { addressBlock, addressNetworks } from '@burgee/process-kit';
import { REDIS } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { type AuthConfig, CONFIG } from '../config.js';
import { CountedTwice } from './counted-twice.js';

const WINDOW_SECONDS = 300;
const DAY_SECONDS = 86_400;
const MAILS_PER_RECIPIENT = 5;
const MAILS_PER_ADDRESS = 20;
const MAILS_PER_NETWORK = 100;
const FREE_FAILURES_PER_EMAIL = 20;
const SLOWED_BY_MILLISECONDS = 100;
const SLOWED_AT_MOST_MILLISECONDS = 2_000;

export interface Attempt {
  email: string;
  /** The address block of the client. */
  block: string;
  /** A device that has signed in to this account before, verified by its cookie. */
  device: string | null;
}

/**
 * Limits how fast passwords can be guessed. An address gets blocked, an account never: guessing at a victim's email
 * only slows down sign-ins, and the victim's own device has a separate counter. Unknown emails count the same way.
 */
@Injectable()
export class SignInLimits implements OnApplicationShutdown {
  private readonly byEmailAndSource: CountedTwice;
  private readonly byAddress: CountedTwice;
  private readonly byEmail: CountedTwice;
  private readonly registrations: CountedTwice;
  private readonly exchanges: CountedTwice;
  private readonly newDevices: CountedTwice;
  private readonly mails: Record<'recipient' | 'address' | 'network', CountedTwice>;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {
    this.byEmailAndSource = this.limiter('pair', config.SIGN_IN_LIMIT_PER_EMAIL);
    this.byAddress = this.limiter('address', config.SIGN_IN_LIMIT_PER_ADDRESS);
    this.byEmail = this.limiter('email', FREE_FAILURES_PER_EMAIL);
    this.registrations = this.limiter('register', config.REGISTER_LIMIT_PER_ADDRESS);
    this.exchanges = this.limiter('exchange', config.SIGN_IN_LIMIT_PER_ADDRESS);
    this.newDevices = this.limiter('device', 1, DAY_SECONDS);
    this.mails = {
      recipient: this.limiter('mail-to', MAILS_PER_RECIPIENT),
      address: this.limiter('mail-from', MAILS_PER_ADDRESS),
      network: this.limiter('mail-network', MAILS_PER_NETWORK),
    };
  }

  /** Counts a sign-in attempt. @throws too_many_requests */
  async attempt(attempt: Attempt): Promise<void> {
    // The address first: once it is out of attempts, made-up emails and devices create no counters.
    if (!attempt.device) await spend(this.byAddress, attempt.block);
    try {
      await spend(this.byEmailAndSource, pairKey(attempt));
    } catch (error) {
      if (!attempt.device) await this.byAddress.reward(attempt.block);
      throw error;
    }
    await this.slowDown(attempt.email);
  }

  /** Refunds the attempt after a correct password. */
  async succeeded(attempt: Attempt): Promise<void> {
    await this.byEmailAndSource.delete(pairKey(attempt));
    if (!attempt.device) await this.byAddress.reward(attempt.block);
    await this.byEmail.delete(digest(emailKey(attempt.email)));
  }

  /** Counts a registration, or a step of a sign-in by a provider. @throws too_many_requests */
  async registration(block: string): Promise<void> {
    await spend(this.registrations, block);
  }

  /** Refunds a step that a provider vouched for: a company may share an address, and its provider has one. */
  async vouched(block: string): Promise<void> {
    await this.registrations.reward(block);
  }

  /** Counts an exchange of a job's token, or of a provider's code. @throws too_many_requests */
  async exchange(block: string): Promise<void> {
    await spend(this.exchanges, block);
  }

  /** Refunds it after a success: many jobs and people may share an address. */
  async exchanged(block: string): Promise<void> {
    await this.exchanges.reward(block);
  }

  /**
   * Counts a request for a mail to an address, whether or not an account has it. @param ip the client's
   * @throws too_many_requests
   */
  async mail(ip: string, email: string): Promise<void> {
    const [network = ip] = addressNetworks(ip);
    await spend(this.mails.address, addressBlock(ip));
    await spend(this.mails.network, network);
    await spend(this.mails.recipient, digest(emailKey(email)));
  }

  /** Whether it is the account's first sign-in from this address with this program within a day. False where mail is off. */
  async isNewDevice(userId: string, block: string, userAgent: string | null): Promise<boolean> {
    if (this.config.SMTP_URL === undefined) return false;
    return this.newDevices.consume(digest(`${userId}\n${block}\n${userAgent ?? ''}`)).then(
      () => true,
      () => false,
    );
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

  private limiter(name: string, points: number, duration = WINDOW_SECONDS): CountedTwice {
    return new CountedTwice(this.redis, { keyPrefix: REDIS_KEYS.limit(name), points, duration });
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function pairKey({ email, block, device }: Attempt): string {
  return digest(`${emailKey(email)}\n${device ?? block}`);
}

async function spend(limiter: CountedTwice, key: string): Promise<void> {
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
