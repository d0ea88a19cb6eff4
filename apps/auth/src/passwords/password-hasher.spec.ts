import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import bcrypt from 'bcrypt';
import { type Caller, PasswordHasher } from './password-hasher.js';

const PASSWORD_PEPPER = 'p'.repeat(32);
const hasherOf = (BCRYPT_COST: number) => new PasswordHasher({ PASSWORD_PEPPER, BCRYPT_COST });
const signIn = (address: string): Caller => ({ queue: 'sign-in', address });
const registration = (address: string): Caller => ({ queue: 'registration', address });
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `192.0.2.${index}`);

afterEach(() => {
  jest.restoreAllMocks();
});

/** A hasher whose hashes end on request, with the number running and the finished requests in order. */
function heldHasher() {
  const hasher = hasherOf(4);
  const ends: (() => void)[] = [];
  const seen = { running: 0, most: 0 };
  jest.spyOn(bcrypt, 'hash').mockImplementation((async () => {
    seen.most = Math.max(seen.most, ++seen.running);
    await new Promise<void>((end) => ends.push(end));
    seen.running--;
    return 'hash';
  }) as never);
  const ended: string[] = [];
  const ask = (name: string, caller: Caller) =>
    void hasher.hash(name, caller).then(
      () => ended.push(name),
      () => ended.push(`${name} refused`),
    );
  /** Ends the hash that began first or last. */
  const end = async (which: 'first' | 'last' = 'first') => {
    await nextTick();
    (which === 'first' ? ends.shift() : ends.pop())?.();
    await nextTick();
  };
  return { ask, end, ended, seen };
}

describe('queued hashes', () => {
  it('S18 run up to two at once, however many sign-ins and registrations wait', async () => {
    const { ask, end, ended, seen } = heldHasher();
    for (const address of addresses(100)) {
      ask('sign-in', signIn(address));
      ask('registration', registration(address));
    }
    while (ended.length < 200) await end();
    expect(seen).toEqual({ running: 0, most: 2 });
    expect(ended.filter((name) => name === 'sign-in')).toHaveLength(22);
    expect(ended.filter((name) => name === 'registration')).toHaveLength(21);
  });

  it('start a sign-in at once while 26 registrations from 26 addresses wait', async () => {
    const { ask, end, ended, seen } = heldHasher();
    for (const address of addresses(26)) ask('registration', registration(address));
    await nextTick();
    expect(seen.running).toBe(1);
    ask('sign-in', signIn('198.51.100.1'));
    await nextTick();
    expect(seen.running).toBe(2);
    await end('last');
    expect(ended.filter((name) => !name.endsWith('refused'))).toEqual(['sign-in']);
  });

  it('reach a registration while 26 sign-ins from 26 addresses wait', async () => {
    const { ask, end, ended } = heldHasher();
    for (const address of addresses(26)) ask('sign-in', signIn(address));
    ask('registration', registration('198.51.100.1'));
    for (let i = 0; i < 3; i++) await end();
    expect(ended).toContain('registration');
  });

  it('do not let one busy address go before another', async () => {
    const { ask, end, ended } = heldHasher();
    for (let i = 0; i < 30; i++) ask('guess', signIn('192.0.2.1'));
    ask('sign-in', signIn('198.51.100.1'));
    for (let i = 0; i < 4; i++) await end();
    expect(ended.filter((name) => name !== 'guess refused')).toEqual(['guess', 'guess', 'sign-in', 'guess']);
  });
});

/** @param addressOf makes an address from a hexadecimal number between 0 and c7 */
const crowdIn = (addressOf: (n: string) => string) => Array.from({ length: 200 }, (_, n) => addressOf(n.toString(16)));

describe('queued hashes with a crowd in one network', () => {
  it.each([
    ['a /32', '2001:db9::1', crowdIn((n) => `2001:db8:${n}::1`)],
    ['a /48', '2001:db8:2::1', crowdIn((n) => `2001:db8:1:${n}00::1`)],
    ['a /56', '2001:db8:1:ff00::1', crowdIn((n) => `2001:db8:1:${n}::1`)],
    ['a /48', '198.51.100.1', crowdIn((n) => `2001:db8:1:${n}00::1`)],
    ['a /24', '198.51.100.1', crowdIn((n) => `192.0.2.${Number.parseInt(n, 16)}`)],
  ])('S18 give a crowd in %s the same share as %s', async (_network, alone, crowd) => {
    const { ask, end, ended } = heldHasher();
    for (const address of crowd) ask('crowd', signIn(address));
    ask('alone', signIn(alone));
    for (let i = 0; i < 3; i++) await end();
    expect(ended.filter((name) => name !== 'crowd refused')).toEqual(['crowd', 'crowd', 'alone']);
  });
});

describe('a hash with another cost', () => {
  const PASSWORD = 'correct horse battery';

  it.each([
    [4, 6],
    [6, 4],
  ])('S14 made at %i is rehashed at %i when its password matches', async (before, now) => {
    const old = await hasherOf(before).hash(PASSWORD, signIn('a'));
    const { matches, rehashed = '' } = await hasherOf(now).compare(PASSWORD, old, signIn('a'));
    expect(matches).toBe(true);
    expect(bcrypt.getRounds(rehashed)).toBe(now);
    expect(await hasherOf(now).compare(PASSWORD, rehashed, signIn('a'))).toEqual({ matches: true });
  });

  it('S14 is not rehashed when the password is wrong', async () => {
    const old = await hasherOf(4).hash(PASSWORD, signIn('a'));
    expect(await hasherOf(5).compare('wrong', old, signIn('a'))).toEqual({ matches: false });
  });

  /** The work of a refused sign-in, in units of a hash with cost 0. */
  async function workOf(hasher: PasswordHasher, stored: string | undefined): Promise<number> {
    const costs: number[] = [];
    const { compare, hash } = bcrypt;
    jest.spyOn(bcrypt, 'compare').mockImplementation(((given: string, against: string) => {
      costs.push(bcrypt.getRounds(against));
      return compare(given, against);
    }) as never);
    jest.spyOn(bcrypt, 'hash').mockImplementation(((given: string, cost: number) => {
      costs.push(cost);
      return hash(given, cost);
    }) as never);
    expect(await hasher.compare('wrong', stored, signIn('a'))).toEqual({ matches: false });
    jest.restoreAllMocks();
    return costs.reduce((sum, cost) => sum + 2 ** cost, 0);
  }

  it('S14 an unknown email, a current hash and a hash with a lower cost take the same work', async () => {
    const hasher = hasherOf(7);
    const present = await hasher.hash(PASSWORD, signIn('a'));
    const lower = await hasherOf(4).hash(PASSWORD, signIn('a'));
    expect(await workOf(hasher, undefined)).toBe(2 ** 7);
    expect(await workOf(hasher, present)).toBe(2 ** 7);
    expect(await workOf(hasher, lower)).toBe(2 ** 7);
  });
});
