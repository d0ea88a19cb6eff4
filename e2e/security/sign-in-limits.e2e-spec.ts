import { aUser, type Answer, PASSWORD, unique, type User, Visitor, world } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from './expect-problem.js';

const { url } = world();
const PER_EMAIL = 10;
const PER_ADDRESS = 50;

const guess = (visitor: Visitor, email: string, password = 'a wrong password'): Promise<Answer> =>
  visitor.post('/api/auth/login', { email, password });

/** Guesses until nothing more is let through, and a few times on. */
async function expectTenGuesses(attacker: Visitor, email: string): Promise<void> {
  for (let i = 0; i < PER_EMAIL; i++) expectProblem(await guess(attacker, email), 404);
  expectRefused(await guess(attacker, email));
}

function expectRefused(answer: Answer): void {
  expectProblem(answer, 429);
  const seconds = Number(answer.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(300);
}

describe('guessing passwords', () => {
  it('S17 ten wrong ones for an email from an address, then 429 with Retry-After, even for the right one', async () => {
    const [victim, attacker] = [await aUser(url), new Visitor(url)];
    await expectTenGuesses(attacker, victim.email);
    expectRefused(await guess(attacker, victim.email, PASSWORD));
    expectRefused(await guess(attacker, ` ${victim.email.toUpperCase()} `, PASSWORD));
  });

  it('S17 an unknown email is limited alike', async () => {
    await expectTenGuesses(new Visitor(url), `${unique('nobody')}@example.com`);
  });

  it('S17 fifty wrong ones from an address, whatever the emails', async () => {
    const attacker = new Visitor(url);
    for (let i = 0; i < PER_ADDRESS; i++) expectProblem(await guess(attacker, `${unique('nobody')}@example.com`), 404);
    expectRefused(await guess(attacker, `${unique('nobody')}@example.com`));
    const victim = await aUser(url);
    expectRefused(await guess(new Visitor(url, attacker.address), victim.email, PASSWORD));
    expect((await guess(new Visitor(url), victim.email, PASSWORD)).status).toBe(200);
  });

  it('S17 the victim still signs in from another address', async () => {
    const [victim, attacker] = [await aUser(url), new Visitor(url)];
    await expectTenGuesses(attacker, victim.email);
    expect((await guess(new Visitor(url), victim.email, PASSWORD)).status).toBe(200);
    expectRefused(await guess(attacker, victim.email, PASSWORD));
  });

  const knownDevice = (user: User, address: string) => {
    const visitor = new Visitor(url, address);
    visitor.cookies.set('burgee_device', user.visitor.cookies.get('burgee_device')!);
    return visitor;
  };

  it("S17 the victim's own device signs in at the attacker's very address", async () => {
    const [victim, attacker] = [await aUser(url), new Visitor(url)];
    await expectTenGuesses(attacker, victim.email);
    for (let i = 0; i < PER_ADDRESS; i++) await guess(attacker, `${unique('nobody')}@example.com`);
    expectRefused(await guess(attacker, `${unique('nobody')}@example.com`));
    expect((await guess(knownDevice(victim, attacker.address), victim.email, PASSWORD)).status).toBe(200);
  });

  it('S17 the cookie of a device is worth nothing for another account, and nothing when it is changed', async () => {
    const [victim, attacker] = [await aUser(url), await aUser(url)];
    await expectTenGuesses(attacker.visitor, victim.email);
    expectRefused(await guess(knownDevice(attacker, attacker.visitor.address), victim.email, PASSWORD));
    const own = victim.visitor.cookies.get('burgee_device')!;
    for (const cookie of ['x', 'x.y', `a${own}`, `${own}a`, own.split('.')[0]!, '']) {
      const visitor = new Visitor(url, attacker.visitor.address);
      visitor.cookies.set('burgee_device', cookie);
      expectRefused(await guess(visitor, victim.email, PASSWORD));
    }
  });

  it('S17 a known device has ten guesses of its own, no more', async () => {
    const victim = await aUser(url);
    await expectTenGuesses(knownDevice(victim, new Visitor(url).address), victim.email);
  });

  it('S17 signing in gives back what the attempts before it cost', async () => {
    const user = await aUser(url);
    const visitor = new Visitor(url);
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < PER_EMAIL - 1; i++) expectProblem(await guess(visitor, user.email), 404);
      expect((await guess(visitor, user.email, PASSWORD)).status).toBe(200);
    }
  });

  it('S17 the current password cannot be guessed through a change of it', async () => {
    const user = await aUser(url);
    const change = (current_password: string) =>
      user.visitor.post('/api/auth/password', { current_password, new_password: 'another good one' });
    for (let i = 0; i < PER_EMAIL; i++) expectProblem(await change('a wrong password'), 400);
    expectRefused(await change(PASSWORD));
  });
});
