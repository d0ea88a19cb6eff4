import { createHmac, randomBytes } from 'node:crypto';
import { FairScheduler } from '@burgee/admission';
import { addressNetworks } from '@burgee/process-kit';
import { Inject, Injectable } from '@nestjs/common';
import bcrypt from 'bcrypt';
import pLimit from 'p-limit';
import { type AuthConfig, CONFIG } from '../config.js';

const AT_ONCE = 2;
/** Fewer than AT_ONCE, so that a slot stays free for a sign-in while registrations run. */
const REGISTRATIONS_AT_ONCE = 1;
const WAITING = { waitingAtMost: 20, waitAtMostMs: 9_000 };

/** The address and the queue of a request. */
export interface Caller {
  queue: 'registration' | 'sign-in';
  /** The networks of the address, from the widest to its block, share the queue equally with others. */
  address: string;
}

export interface Comparison {
  matches: boolean;
  /** The same password at the current cost. Set only after a match with a hash of another cost. */
  rehashed?: string;
}

const levelOf = (seats: number) => ({ seats, seatsOfFlow: seats, ...WAITING });

/**
 * bcrypt over a keyed hash of the whole password. bcrypt alone reads 72 bytes and stops at a NUL, so two long passwords
 * could match the same hash. The 64 base64 characters of HMAC-SHA-384 always fit.
 *
 * A hash takes a core for a quarter of a second, so few run at once, few wait, and the rest are refused. Registrations
 * need no correct guess, so they wait apart from sign-ins.
 */
@Injectable()
export class PasswordHasher {
  private readonly cores = pLimit(AT_ONCE);
  private readonly scheduler = new FairScheduler({
    registration: levelOf(REGISTRATIONS_AT_ONCE),
    'sign-in': levelOf(AT_ONCE),
  });
  /** A valid hash of the same cost, used when the email is unknown, so that both cases take the same time. */
  private readonly dummyHash: Promise<string>;

  constructor(@Inject(CONFIG) private readonly config: Pick<AuthConfig, 'PASSWORD_PEPPER' | 'BCRYPT_COST'>) {
    this.dummyHash = bcrypt.hash(randomBytes(32).toString('base64'), config.BCRYPT_COST);
  }

  /** @throws too_many_requests, overloaded when the queue is full */
  hash(password: string, caller: Caller): Promise<string> {
    return this.inTurn(caller, () => bcrypt.hash(this.keyed(password), this.config.BCRYPT_COST));
  }

  /**
   * Whether the password matches `hash`. Without a hash, or with an empty one: false, after the same work. @throws too_many_requests,
   * overloaded when the queue is full
   */
  async compare(password: string, hash: string | undefined, caller: Caller): Promise<Comparison> {
    const against = hash || (await this.dummyHash);
    return this.inTurn(caller, async () => {
      const same = await bcrypt.compare(this.keyed(password), against);
      if (!same || !hash) return this.afterMismatch(password, against);
      if (bcrypt.getRounds(hash) === this.config.BCRYPT_COST) return { matches: true };
      return { matches: true, rehashed: await bcrypt.hash(this.keyed(password), this.config.BCRYPT_COST) };
    });
  }

  /**
   * A hash with a lower cost is compared faster, which would reveal that its account exists. Each step doubles the
   * work, so one hash of every cost from that one on makes up the difference.
   */
  private async afterMismatch(password: string, against: string): Promise<Comparison> {
    for (let cost = bcrypt.getRounds(against); cost < this.config.BCRYPT_COST; cost++)
      await bcrypt.hash(this.keyed(password), cost);
    return { matches: false };
  }

  private keyed(password: string): string {
    return createHmac('sha384', this.config.PASSWORD_PEPPER).update(password, 'utf8').digest('base64');
  }

  private inTurn<T>({ queue, address }: Caller, work: () => Promise<T>): Promise<T> {
    return this.scheduler.run(addressNetworks(address), queue, () => this.cores(work));
  }
}
