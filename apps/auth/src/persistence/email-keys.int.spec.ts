import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { EmailKeys1760000000003 } from './3-email-keys.migration.js';
import { UserRepository } from './user.repository.js';

let database: TestDatabase;
let admin: DataSource;
let users: UserRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  users = new UserRepository(admin);
});
afterAll(async () => {
  await admin?.destroy();
  await database?.drop();
});

/** An account from before the migration, a minute younger than the previous one. */
let minutes = 0;
async function anOldAccount(email: string): Promise<string> {
  const id = uuidv7();
  await admin.query(
    `insert into auth.users (id, name, email, email_key, password_hash, created_at)
     values ($1, 'Ada', $2, $3, 'hash', now() + make_interval(mins => $4))`,
    [id, email, email.toLowerCase(), minutes++],
  );
  return id;
}

async function migrate(): Promise<void> {
  const runner = admin.createQueryRunner();
  await runner.startTransaction();
  await new EmailKeys1760000000003().up(runner);
  await runner.commitTransaction();
  await runner.release();
}

const found = async (email: string) => (await users.findByEmail(email))?.id;

describe('accounts from before the migration', () => {
  it('are found by every spelling of their address', async () => {
    const name = unique('ada');
    const plain = await anOldAccount(`${name}@Example.com`);
    const international = await anOldAccount(`${name}@bücher.example`);
    await migrate();
    expect(await found(`${name.toUpperCase()}@example.COM`)).toBe(plain);
    expect(await found(`${name}@BÜCHER.example`)).toBe(international);
    expect(await found(`${name}@xn--bcher-kva.example`)).toBe(international);
  });

  it('with the same new key all stay, each under its own spelling, and the oldest also under all others', async () => {
    const name = unique('zoe');
    const spellings = [`${name}@xn--bcher-kva.example`, `${name}@bu\u0308cher.example`, `${name}@bücher.example`];
    const ids: string[] = [];
    for (const email of spellings) ids.push(await anOldAccount(email));
    await migrate();
    await migrate();
    expect(await Promise.all(spellings.map(found))).toEqual(ids);
    expect(await found(`${name}@BÜCHER.example`)).toBe(ids[0]);
  });

  it('keep distinct addresses that only looked alike', async () => {
    const name = unique('eve');
    const upper = await anOldAccount(`Ë${name}@example.com`);
    const lower = uuidv7();
    await migrate();
    await users.insert({ id: lower, name: 'Eve', email: `ë${name}@example.com`, passwordHash: 'hash' });
    expect(await found(`Ë${name}@example.com`)).toBe(upper);
    expect(await found(`ë${name}@example.com`)).toBe(lower);
  });
});
