import { randomUUID } from 'node:crypto';
import { type Verb } from '@burgee/contracts/wire';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { UserRepository } from '../persistence/user.repository.js';
import { type TokenOwner, TokenRepository } from './token.repository.js';

let database: TestDatabase;
let source: DataSource;
/** Postgres as another service sees it. */
let reader: DataSource;
let tokens: TokenRepository;
let userId: string;

const connect = (url: string) => new DataSource({ type: 'postgres', url }).initialize();

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connect(database.urlFor('auth'));
  reader = await connect(database.urlFor('usage'));
  tokens = new TokenRepository(source);
});
afterAll(async () => {
  await source?.destroy();
  await reader?.destroy();
  await database?.drop();
});
beforeEach(async () => {
  userId = uuidv7();
  const email = `${unique('ada')}@example.com`;
  await new UserRepository(source).insert({ id: userId, name: 'Ada', email, passwordHash: 'hash' });
});

async function aToken(owner: TokenOwner = { userId }, days = 30, verbs: Verb[] = ['read']): Promise<string> {
  const id = uuidv7();
  const scope = { verbs, projects: null, environments: null };
  const token = { ...scope, id, secretHash: unique('hash'), name: 'CI', days, createdBy: userId };
  await tokens.insert(owner, token, source.manager);
  return id;
}

const seen = async (id: string) => {
  const rows = await reader.sql<{ token_name: string }[]>`
    select token_name from session_read.token_v1 where token_id = ${id}`;
  return rows.length > 0;
};
const revoke = (id: string, owner: TokenOwner | 'any' = { userId }) => tokens.revoke(id, owner, source.manager);

describe('a token, as services see it', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['it is revoked', (id) => revoke(id)],
    [
      'it expires, by the clock of the database',
      (id) => source.sql`
      update auth.tokens set expires_at = now() where id = ${id}`,
    ],
    ['its account is disabled', () => source.sql`update auth.users set disabled_at = now() where id = ${userId}`],
    ['its account is removed', () => source.sql`update auth.users set removed_at = now() where id = ${userId}`],
  ])('is live until %s', async (_, end) => {
    const [id, service] = [await aToken(), await aToken({ projectId: randomUUID() })];
    expect(await seen(id)).toBe(true);
    await end(id);
    expect(await seen(id)).toBe(false);
    expect(await seen(service)).toBe(true);
  });

  it('notes its last use once a minute, and services may change nothing else', async () => {
    const id = await aToken();
    const use = (address: string) => reader.sql`select session_read.token_used(${id}, ${address})`;
    const last = async () => (await tokens.one(id))?.last_used_from;
    await use('192.0.2.1');
    await use('192.0.2.2');
    expect(await last()).toBe('192.0.2.1');
    await source.sql`update auth.tokens set last_used_at = now() - interval '61 seconds' where id = ${id}`;
    await use('192.0.2.3');
    expect(await last()).toBe('192.0.2.3');
    await expect(reader.sql`update auth.tokens set revoked_at = null`).rejects.toThrow('permission denied');
    await expect(reader.sql`select from auth.tokens`).rejects.toThrow('permission denied');
  });
});

describe('the tokens of an owner', () => {
  it('are its own alone, newest first, without revoked ones', async () => {
    const projectId = randomUUID();
    const [first, second, revoked] = [await aToken(), await aToken(), await aToken()];
    const service = await aToken({ projectId });
    const installation = await aToken({});
    await revoke(revoked);
    const listed = async (owner: TokenOwner) => (await tokens.list(owner)).map(({ id }) => id);
    expect(await listed({ userId })).toEqual([second, first]);
    expect(await listed({ projectId })).toEqual([service]);
    expect(await listed({})).toContain(installation);
    expect((await tokens.listForProject(projectId)).map(({ id }) => id)).toEqual(
      expect.arrayContaining([service, installation]),
    );
    expect(await tokens.countLive({ userId }, source.manager)).toBe(2);
  });

  it('are revoked by that owner, or by any administrator, and a repetition says so', async () => {
    const [id, service] = [await aToken(), await aToken({})];
    expect(await revoke(id, { userId: randomUUID() })).toBeUndefined();
    expect(await revoke(id, { projectId: randomUUID() })).toBeUndefined();
    expect(await revoke(service)).toBeUndefined();
    expect(await seen(id)).toBe(true);
    expect(await revoke(id, 'any')).toMatchObject({ isEnded: false, userId });
    expect(await revoke(id)).toMatchObject({ isEnded: true });
    expect(await revoke(service, {})).toMatchObject({ isEnded: false, userId: null });
  });
});

it('deletes personal tokens 30 days after their end, and keeps the names of service tokens', async () => {
  const [live, ended, service] = [await aToken(), await aToken(), await aToken({})];
  await source.sql`
    update auth.tokens set expires_at = now() - interval '31 days' where id = any(${[ended, service]}::uuid[])`;
  await tokens.deleteEnded();
  const left = await Promise.all([live, ended, service].map(async (id) => (await tokens.one(id)) !== undefined));
  expect(left).toEqual([true, false, true]);
});
