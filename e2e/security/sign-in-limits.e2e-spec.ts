import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  eventually,
  aUser,
  type ServiceResponse,
  PASSWORD,
  unique,
  type User,
  TestClient,
  sharedCluster,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';

const { url, services, dataDir } = sharedCluster();
const PER_EMAIL = 10;
const PER_ADDRESS = 50;
const NEW_PASSWORD = 'staple of another kind';

const guess = (client: TestClient, email: string, password = 'a wrong password'): Promise<ServiceResponse> =>
  client.post('/api/auth/login', { email, password });

/** Guesses until it is refused for the rate, and a few times more. */
async function expectTenGuesses(attacker: TestClient, email: string): Promise<void> {
  for (let i = 0; i < PER_EMAIL; i++) expectProblem(await guess(attacker, email), 404);
  expectRefused(await guess(attacker, email));
}

function expectRefused(answer: ServiceResponse): void {
  expectProblem(answer, 429);
  const seconds = Number(answer.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(300);
}

describe('not shown: "Rate limits": guessing passwords', () => {
  it('S17 ten wrong ones for an email from an address, then 429 with Retry-After, even for the right one', async () => {
    const [victim, attacker] = [await aUser(url), new TestClient(url)];
    await expectTenGuesses(attacker, victim.email);
    expectRefused(await guess(attacker, victim.email, PASSWORD));
    expectRefused(await guess(attacker, ` ${victim.email.toUpperCase()} `, PASSWORD));
  });

  it('S17 an unknown email has the same limit', async () => {
    await expectTenGuesses(new TestClient(url), `${unique('nobody')}@example.com`);
  });

  it('S17 fifty wrong passwords from an address, for any emails', async () => {
    const attacker = new TestClient(url);
    for (let i = 0; i < PER_ADDRESS; i++) expectProblem(await guess(attacker, `${unique('nobody')}@example.com`), 404);
    expectRefused(await guess(attacker, `${unique('nobody')}@example.com`));
    const victim = await aUser(url);
    expectRefused(await guess(new TestClient(url, attacker.address), victim.email, PASSWORD));
    expect((await guess(new TestClient(url), victim.email, PASSWORD)).status).toBe(200);
  });

  it('S17 the victim still signs in from another address', async () => {
    const [victim, attacker] = [await aUser(url), new TestClient(url)];
    await expectTenGuesses(attacker, victim.email);
    expect((await guess(new TestClient(url), victim.email, PASSWORD)).status).toBe(200);
    expectRefused(await guess(attacker, victim.email, PASSWORD));
  });

  const knownDevice = (user: User, address: string) => {
    const client = new TestClient(url, address);
    client.cookies.set('burgee_device', user.client.cookies.get('burgee_device')!);
    return client;
  };

  it("S17 the victim's own device signs in at the attacker's very address", async () => {
    const [victim, attacker] = [await aUser(url), new TestClient(url)];
    await expectTenGuesses(attacker, victim.email);
    for (let i = 0; i < PER_ADDRESS; i++) await guess(attacker, `${unique('nobody')}@example.com`);
    expectRefused(await guess(attacker, `${unique('nobody')}@example.com`));
    expect((await guess(knownDevice(victim, attacker.address), victim.email, PASSWORD)).status).toBe(200);
  });

  it('S17 the cookie of a device is invalid for another account, and when altered', async () => {
    const [victim, attacker] = [await aUser(url), await aUser(url)];
    await expectTenGuesses(attacker.client, victim.email);
    expectRefused(await guess(knownDevice(attacker, attacker.client.address), victim.email, PASSWORD));
    const own = victim.client.cookies.get('burgee_device')!;
    for (const cookie of ['x', 'x.y', `a${own}`, `${own}a`, own.split('.')[0]!, '']) {
      const client = new TestClient(url, attacker.client.address);
      client.cookies.set('burgee_device', cookie);
      expectRefused(await guess(client, victim.email, PASSWORD));
    }
  });

  it('S17 the cookie of a device dies with the password, but for the device that changed it', async () => {
    const [victim, attacker] = [await aUser(url), new TestClient(url)];
    const before = knownDevice(victim, attacker.address);
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await victim.client.post('/api/auth/password', change)).status).toBe(200);
    await expectTenGuesses(attacker, victim.email);
    expectRefused(await guess(before, victim.email, NEW_PASSWORD));
    expect((await guess(knownDevice(victim, attacker.address), victim.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('S17 a known device has ten guesses of its own, no more', async () => {
    const victim = await aUser(url);
    await expectTenGuesses(knownDevice(victim, new TestClient(url).address), victim.email);
  });

  it('S17 a refused attempt is logged by address and user, without its email, and counted', async () => {
    const [victim, attacker] = [await aUser(url), new TestClient(url)];
    const metrics = async () => (await fetch(`${services.auth!.opsUrl}/metrics`)).text();
    const count = async (result: string) =>
      Number(new RegExp(`burgee_sign_ins_total\\{result="${result}"\\} (\\d+)`).exec(await metrics())?.[1] ?? 0);
    const results = ['wrong_password', 'unknown_email', 'too_many_attempts', 'accepted'] as const;
    const before = Object.fromEntries(await Promise.all(results.map(async (one) => [one, await count(one)])));
    const nobody = `${unique('nobody')}@example.com`;
    expectProblem(await guess(attacker, nobody), 404);
    await expectTenGuesses(attacker, victim.email);
    expect((await guess(new TestClient(url), victim.email, PASSWORD)).status).toBe(200);
    // Other specs sign in at the same time.
    for (const [result, least] of [
      ['wrong_password', 10],
      ['unknown_email', 1],
      ['too_many_attempts', 1],
      ['accepted', 1],
    ] as const)
      expect((await count(result)) - before[result]).toBeGreaterThanOrEqual(least);
    const refusals = () =>
      readFileSync(join(dataDir, 'logs', 'auth.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"sign-in refused"') && line.includes(`"${attacker.address}"`))
        .map((line) => JSON.parse(line) as { reason: string; 'user.id': string | null });
    await eventually(() =>
      expect(refusals().map((line) => [line.reason, line['user.id']])).toEqual([
        ['unknown_email', null],
        ...Array.from({ length: PER_EMAIL }, () => ['wrong_password', victim.id]),
        ['too_many_attempts', null],
      ]),
    );
    expect(JSON.stringify(refusals())).not.toContain(victim.email.split('@')[0]);
  });

  it('S17 signing in resets the count of failed attempts', async () => {
    const user = await aUser(url);
    const client = new TestClient(url);
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < PER_EMAIL - 1; i++) expectProblem(await guess(client, user.email), 404);
      expect((await guess(client, user.email, PASSWORD)).status).toBe(200);
    }
  });

  it('S17 the current password cannot be guessed by changing it, nor by giving it again', async () => {
    const user = await aUser(url);
    const change = (current_password: string) =>
      user.client.post('/api/auth/password', { current_password, new_password: 'another good one' });
    for (let i = 0; i < PER_EMAIL; i++) expectProblem(await change('a wrong password'), 400);
    expectRefused(await change(PASSWORD));
    expectRefused(await user.client.post('/api/auth/proof', { password: PASSWORD }));
  });
});
