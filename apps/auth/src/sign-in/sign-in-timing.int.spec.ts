import { randomBytes } from 'node:crypto';
import { DomainError } from '@burgee/contracts';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionEntity } from '../persistence/session.entity.js';
import { UserEntity } from '../persistence/user.entity.js';
import { UserRepository } from '../persistence/user.repository.js';
import { SignInService } from './sign-in.service.js';

const SAMPLES = 300;
const WARM_UP = 20;

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** How far the rank sum of `a` is from what chance gives, in standard deviations (Mann-Whitney, normal approximation). */
function rankDistance(a: number[], b: number[]): number {
  const all = [...a.map((time) => ({ time, first: true })), ...b.map((time) => ({ time, first: false }))];
  all.sort((x, y) => x.time - y.time);
  const rankSum = all.reduce((sum, one, index) => sum + (one.first ? index + 1 : 0), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const spread = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return Math.abs(u - (a.length * b.length) / 2) / spread;
}

describe('how long a refused sign-in takes', () => {
  let database: TestDatabase;
  let source: DataSource;
  let signIn: SignInService;
  const email = `${unique('known')}@example.com`;

  beforeAll(async () => {
    database = await createTestDatabase();
    const entities = [UserEntity, SessionEntity];
    source = await new DataSource({ type: 'postgres', url: database.urlFor('auth'), entities }).initialize();
    const users = new UserRepository(source.getRepository(UserEntity));
    const hasher = new PasswordHasher({ PASSWORD_PEPPER: randomBytes(32).toString('base64url'), BCRYPT_COST: 8 });
    const passwordHash = await hasher.hash('the right password');
    await users.insert({ id: '018f0000-0000-7000-8000-000000000001', name: 'Known', email, passwordHash });
    // Sessions and cookies come into play only after the password was right.
    signIn = new SignInService(users, undefined as never, hasher, undefined as never);
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  async function timeOf(address: string): Promise<number> {
    const startedAt = performance.now();
    await expect(signIn.identify({ email: address, password: 'a wrong password' })).rejects.toBeInstanceOf(DomainError);
    return performance.now() - startedAt;
  }

  it('S14 does not tell whether the email is known', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let i = 0; i < SAMPLES + WARM_UP; i++) {
      const unknown = `${unique('known')}@example.com`;
      // Interleaved, and each first as often as the other, so that whatever else goes on falls on both.
      const order = i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const kind of order) {
        const time = await timeOf(kind === 'known' ? email : unknown);
        if (i >= WARM_UP) times[kind].push(time);
      }
    }
    const [known, unknown] = [median(times.known), median(times.unknown)];
    const difference = Math.abs(known - unknown) / Math.max(known, unknown);
    const distance = rankDistance(times.known, times.unknown);
    // 2.58 standard deviations: p = .01.
    expect({ difference, distance, alike: difference < 0.05 || distance < 2.58 }).toMatchObject({ alike: true });
  }, 60_000);
});
