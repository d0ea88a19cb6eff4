import { randomUUID } from 'node:crypto';
import { rolesOf, type Verb, VERBS } from '@burgee/contracts/wire';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { NoticesQuery } from '../notices/notices.query.js';
import { lockServiceRoles, lockTokenRoles } from '../unit-of-work/lock-token.js';
import { EndingTokens } from './ending-tokens.js';

let database: TestDatabase;
let source: DataSource;
let auth: DataSource;
let owner: string;
let projectId: string;

const connect = (url: string) => new DataSource({ type: 'postgres', url }).initialize();

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connect(database.urlFor('flags-admin'));
  auth = await connect(database.urlFor('auth'));
});
afterAll(async () => {
  await source?.destroy();
  await auth?.destroy();
  await database?.drop();
});
beforeEach(async () => {
  [owner, projectId] = [randomUUID(), randomUUID()];
  await auth.sql`
    insert into auth.users (id, name, email, email_key, password_hash)
    values (${owner}, 'Ada', ${owner}, ${owner}, 'hash')`;
  await source.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'Shop', ${projectId})`;
  await source.sql`insert into flags.members (project_id, user_id, role) values (${projectId}, ${owner}, 'owner')`;
});

interface Given {
  kind?: 'personal' | 'service' | 'installation';
  verbs?: readonly Verb[];
  environments?: string[] | null;
  days?: number;
}

async function aToken({ kind = 'service', verbs = ['read'], environments = null, days = 90 }: Given = {}) {
  const id = randomUUID();
  await auth.sql`
    insert into auth.tokens (id, secret_hash, name, user_id, project_id, verbs, environment_ids, created_by, created_at,
                             expires_at)
    values (${id}, ${id}, 'CI', ${kind === 'personal' ? owner : null}, ${kind === 'service' ? projectId : null},
            ${verbs}::text[], ${environments}::uuid[], ${owner}, now() - interval '30 days',
            now() + make_interval(days => ${days}::int))`;
  return { id, name: 'CI', kind: kind === 'personal' ? ('personal' as const) : ('service' as const), projectId: null };
}

const SETS = VERBS.flatMap((verb, index) => [[verb], VERBS.slice(0, index + 1)]);

describe('the roles of a service token', () => {
  it.each(SETS.flatMap((verbs) => [null, [randomUUID(), randomUUID()]].map((ids) => [verbs, ids] as const)))(
    'are the same in the database as in the table: %j, %j',
    async (verbs, environments) => {
      // No token has both, and neither side of the table may read more into it.
      const { id } = await aToken({ verbs, environments });
      const roles = await source.transaction((manager) => lockServiceRoles(manager, projectId, id));
      const { role, environment_roles = {} } = rolesOf({ verbs, environments, projects: null });
      expect(roles).toEqual({ role, environment_roles });
    },
  );

  it('are of its project, or of those that admit it', async () => {
    const [own, installation] = [await aToken(), await aToken({ kind: 'installation', verbs: ['switch'] })];
    const roleOf = (id: string, project = projectId) =>
      source.transaction(async (manager) => (await lockServiceRoles(manager, project, id))?.role);
    expect([await roleOf(own.id), await roleOf(own.id, randomUUID()), await roleOf(installation.id)]).toEqual([
      'viewer',
      undefined,
      undefined,
    ]);
    await source.sql`
      insert into flags.token_access (token_id, project_id, admitted_by) values (${installation.id}, ${projectId}, ${owner})`;
    expect(await roleOf(installation.id)).toBe('editor');
    await source.sql`delete from flags.projects where id = ${projectId}`;
    expect([await roleOf(own.id), await roleOf(installation.id)]).toEqual([undefined, undefined]);
  });
});

describe('a change by a token', () => {
  const acting = { verbs: ['read', 'switch'] as Verb[], projects: null, environments: null };

  it.each(['personal', 'service'] as const)('of a %s one holds up its revocation', async (kind) => {
    const token = { ...(await aToken({ kind, verbs: acting.verbs })), ...acting };
    const actorId = kind === 'personal' ? owner : token.id;
    await source.transaction(async (manager) => {
      expect((await lockTokenRoles(manager, projectId, actorId, token))?.role).toBe('editor');
      await auth.sql`update auth.tokens set revoked_at = now() where id = ${token.id}`;
      const [waiting] = await auth.sql<{ got: boolean }[]>`
        select pg_try_advisory_xact_lock(hashtextextended(${actorId}::text, 7214004)) as got`;
      expect(waiting?.got).toBe(false);
    });
    const after = source.transaction((manager) => lockTokenRoles(manager, projectId, actorId, token));
    expect(await after).toBeUndefined();
  });
});

describe('notices of tokens that end', () => {
  const notices = async () => (await new NoticesQuery(source).page(owner, {})).notices;
  const work = () => new EndingTokens(source, undefined as never).run();

  it('are for the account of a personal one and the owners of a project, once, within a week of the end', async () => {
    const [personal, service] = [await aToken({ kind: 'personal', days: 6 }), await aToken({ days: 6 })];
    await aToken({ kind: 'personal', days: 8 });
    await work();
    await work();
    const shown = await notices();
    expect(shown.map(({ kind, about, project_id }) => [kind, about.token_id, project_id]).toSorted()).toEqual(
      [
        ['token_ends', personal.id, null],
        ['token_ends', service.id, projectId],
      ].toSorted(),
    );
    expect(shown[0]?.about).toMatchObject({ token_name: 'CI', ends_at: expect.stringMatching(/T.*Z$/) });
  });

  it('go when the token has ended', async () => {
    const { id } = await aToken({ kind: 'personal', days: 6 });
    await work();
    expect(await notices()).toHaveLength(1);
    await auth.sql`update auth.tokens set revoked_at = now() where id = ${id}`;
    await work();
    expect(await notices()).toEqual([]);
  });
});
