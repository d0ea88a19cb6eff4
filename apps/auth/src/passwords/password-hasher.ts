import { createHmac, randomBytes } from 'node:crypto';
import { DomainError } from '@burgee/contracts';
import { Inject, Injectable } from '@nestjs/common';
import bcrypt from 'bcrypt';
import pLimit from 'p-limit';
import { type AuthConfig, CONFIG } from '../config.js';

const AT_ONCE = 2;
const WAITING_AT_MOST = 20;

/**
 * bcrypt over a keyed hash of the whole password. bcrypt alone reads 72 bytes and stops at a NUL, so two long
 * passwords could open the same door; 64 base64 characters of HMAC-SHA-384 always fit.
 */
@Injectable()
export class PasswordHasher {
  private readonly turn = pLimit(AT_ONCE);
  /** What an unknown email is compared with: a valid hash of the same cost, so that it takes the same time. */
  private readonly nobody: Promise<string>;

  constructor(@Inject(CONFIG) private readonly config: Pick<AuthConfig, 'PASSWORD_PEPPER' | 'BCRYPT_COST'>) {
    this.nobody = bcrypt.hash(randomBytes(32).toString('base64'), config.BCRYPT_COST);
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => bcrypt.hash(this.keyed(password), this.config.BCRYPT_COST));
  }

  /** Whether the password is the one behind `hash`; without a hash, never, after the same work. */
  async matches(password: string, hash: string | undefined): Promise<boolean> {
    const against = hash ?? (await this.nobody);
    const same = await this.inTurn(() => bcrypt.compare(this.keyed(password), against));
    return same && hash !== undefined;
  }

  private keyed(password: string): string {
    return createHmac('sha384', this.config.PASSWORD_PEPPER).update(password, 'utf8').digest('base64');
  }

  /** Hashing takes a core for a quarter of a second: few at once, few waiting, the rest told to come back. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.turn.pendingCount >= WAITING_AT_MOST)
      throw new DomainError('unavailable', 'Too many people are signing in right now. Try again in a moment.', {
        retryAfterSeconds: 2,
      });
    return this.turn(work);
  }
}
