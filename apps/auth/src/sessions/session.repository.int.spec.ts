import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { UserRepository } from '../persistence/user.repository.js';
import { SessionRepository } from './session.repository.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('auth') }).initialize();
});
afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});

describe('the rows of sessions', () => {
  it('S8 are deleted when they have expired, whether revoked or not, and no other', async () => {
    const user = { id: uuidv7(), passwordVersion: 1 };
    await new UserRepository(source).insert({ ...user, name: 'Ada', email: 'ada@example.com', passwordHash: 'hash' });
    const sessions = new SessionRepository(source);
    for (const secret of ['expired', 'live', 'expired and revoked', 'revoked'])
      expect(await sessions.open(user, secret, secret)).toBe(true);
    for (const secret of ['expired and revoked', 'revoked']) await sessions.revokeBySecret(secret);
    await source.query(`update auth.sessions set expires_at = now() where user_agent like 'expired%'`);
    expect(await sessions.deleteExpired()).toBe(2);
    expect(await sessions.deleteExpired()).toBe(0);
    const left: { user_agent: string }[] = await source.query('select user_agent from auth.sessions order by id');
    expect(left.map(({ user_agent }) => user_agent)).toEqual(['live', 'revoked']);
  });
});
