import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { SignInLimits } from './sign-in-limits.js';

const CONFIG = { SIGN_IN_LIMIT_PER_EMAIL: 3, SIGN_IN_LIMIT_PER_ADDRESS: 5, REGISTER_LIMIT_PER_ADDRESS: 2 };
const TOO_MANY = { code: 'too_many_requests' };

/** Limits whose Redis always fails, so that each counts in memory. */
function limits(): SignInLimits {
  const down = async () => Promise.reject(new Error('down'));
  const client = { status: 'end', defineCommand: () => undefined, rlflxIncr: down, del: down, multi: down };
  return new SignInLimits(client as never, CONFIG as never);
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the limits of sign-in without Redis', () => {
  it('an address that is out of attempts creates no further counters with made-up emails', async () => {
    const counted = new Set<unknown>();
    const { consume } = RateLimiterMemory.prototype;
    jest.spyOn(RateLimiterMemory.prototype, 'consume').mockImplementation(function (this: RateLimiterMemory, ...args) {
      counted.add(args[0]);
      return consume.apply(this, args);
    });
    const guesses = limits();
    const guess = (n: number) => guesses.attempt({ email: `${n}@example.com`, block: '192.0.2.1', device: null });
    for (let n = 0; n < 5; n++) await guess(n);
    const before = counted.size;
    for (let n = 5; n < 50; n++) await expect(guess(n)).rejects.toMatchObject(TOO_MANY);
    expect(counted.size).toBe(before);
  });

  it('attempts at an account that is out of attempts cost the address nothing', async () => {
    const guesses = limits();
    const guess = (email: string) => guesses.attempt({ email, block: '192.0.2.1', device: null });
    for (let n = 0; n < 3; n++) await guess('ada@example.com');
    for (let n = 0; n < 9; n++) await expect(guess('ada@example.com')).rejects.toMatchObject(TOO_MANY);
    await guess('eve@example.com');
    await guess('zoe@example.com');
    await expect(guess('kim@example.com')).rejects.toMatchObject(TOO_MANY);
  });
});

it('refused exchanges of tokens are limited by address, and those that succeed cost nothing', async () => {
  const exchanges = limits();
  for (let n = 0; n < 9; n++) {
    await exchanges.exchange('192.0.2.1');
    await exchanges.exchanged('192.0.2.1');
  }
  for (let n = 0; n < 5; n++) await exchanges.exchange('192.0.2.1');
  await expect(exchanges.exchange('192.0.2.1')).rejects.toMatchObject(TOO_MANY);
  await exchanges.exchange('192.0.2.2');
});

/** The Redis operations of the limits, with counters that can all be evicted. */
class FakeRedis {
  readonly counters = new Map<string, number>();
  readonly status = 'ready';
  defineCommand(): void {}
  async rlflxIncr([key, points]: [string, string]): Promise<[number, number]> {
    const consumed = (this.counters.get(key) ?? 0) + Number(points);
    this.counters.set(key, consumed);
    return [consumed, 300_000];
  }
  async del(key: string): Promise<number> {
    return Number(this.counters.delete(key));
  }
}

describe('the limits of sign-in when Redis evicts their counters', () => {
  let redis: FakeRedis;
  let guesses: SignInLimits;
  beforeEach(() => {
    redis = new FakeRedis();
    guesses = new SignInLimits(redis as never, CONFIG as never);
  });
  const from = (email: string) => ({ email, block: '192.0.2.1', device: null });
  /** @returns how many of these calls were accepted, with an eviction after each */
  async function passed(calls: number, call: (n: number) => Promise<void>): Promise<number> {
    let count = 0;
    for (let n = 0; n < calls; n++) {
      await call(n).then(
        () => count++,
        (error: unknown) => expect(error).toMatchObject(TOO_MANY),
      );
      redis.counters.clear();
    }
    return count;
  }

  it('limits guesses at one account within the process', async () => {
    expect(await passed(9, () => guesses.attempt(from('ada@example.com')))).toBe(3);
  });

  it('limits guesses from one address within the process', async () => {
    expect(await passed(9, (n) => guesses.attempt(from(`${n}@example.com`)))).toBe(5);
  });

  it('limits registrations from one address within the process', async () => {
    expect(await passed(9, () => guesses.registration('192.0.2.1'))).toBe(2);
  });

  it('adds the counts of other processes, and a correct password refunds both', async () => {
    const other = new SignInLimits(redis as never, CONFIG as never);
    for (let n = 0; n < 3; n++) await other.attempt(from('ada@example.com'));
    await expect(guesses.attempt(from('ada@example.com'))).rejects.toMatchObject(TOO_MANY);
    for (let n = 0; n < 9; n++) {
      await guesses.attempt(from('eve@example.com'));
      await guesses.succeeded(from('eve@example.com'));
    }
  });
});
