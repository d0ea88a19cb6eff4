import { randomUUID } from 'node:crypto';
import type { KeyKind } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, eventually, readsOf, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { RangesOfKeysAndValues1760000000013 } from '../persistence/13-ranges-of-keys-and-values.migration.js';
import { MoreOrigins1760000000037 } from '../persistence/37-more-origins.migration.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { EnvironmentQuery } from './environment.query.js';
import { ExpiredKeys } from './expired-keys.js';
import { KEY_KINDS, keyTable } from './key-tables.js';
import { MissingClientKeys } from './missing-client-keys.js';
import { RotateKeyService } from './rotate-key.service.js';
import { SdkKeyVault } from './sdk-key-vault.js';

const DAY = 86_400;
const settings = {
  FLAG_SET_BYTES_AT_MOST: 1_000_000,
};
const logger = pino({ level: 'silent' });
const vault = new SdkKeyVault({ SDK_KEY_SECRET: randomUUID() });
const actor = { id: randomUUID(), name: 'Ada', email: 'a@example.com', sessionId: randomUUID(), membership: null };

let database: TestDatabase;
let module: TestingModule;
/** With the role of the service. */
let source: DataSource;
/** With the role of the owner of the tables, on one connection. */
let owner: DataSource;
let [projectId, environmentId]: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
});
afterAll(async () => {
  await owner?.destroy();
  await module?.close();
  await database?.drop();
});

beforeEach(async () => {
  [projectId, environmentId] = [randomUUID(), randomUUID()];
  await owner.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'p', ${unique('p')})`;
  await owner.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected)
    values (${environmentId}, ${projectId}, 'e', 'e', '', false)`;
  for (const kind of KEY_KINDS) {
    const { hash, ciphertext } = vault.mint(environmentId, kind);
    await owner.sql`
      insert into ${keyTable(kind)} (id, environment_id, hash, ciphertext)
      values (gen_random_uuid(), ${environmentId}, ${hash}, ${ciphertext})`;
  }
  await owner.sql`insert into flags.members (project_id, user_id, role) values (${projectId}, ${actor.id}, 'viewer')`;
});

const member = () => ({ projectId: projectId!, role: 'viewer' as const, neededRole: 'viewer' as const });

function rotate(graceSeconds: number, kind: KeyKind = 'sdk') {
  const work = new UnitOfWork(source, new AfterCommit(logger), settings, logger);
  return new RotateKeyService(work, vault).rotate(actor, member(), {
    environmentId: environmentId!,
    kind,
    graceSeconds,
  });
}

/** The keys of the environment, oldest first, as days left. Null means no end. */
async function keys(kind: KeyKind = 'sdk'): Promise<(number | null)[]> {
  const rows = await source.sql<{ left: number | null }[]>`
    select round(extract(epoch from expires_at - now()) / 86400)::int as left from ${keyTable(kind)}
    where environment_id = ${environmentId} order by created_at, id`;
  return rows.map(({ left }) => left);
}

/** Adds this many keys, older than the keys of the environment. */
const addKeys = (count: number, secondsLeft: number, kind: KeyKind = 'sdk') => owner.sql`
  insert into ${keyTable(kind)} (id, environment_id, hash, ciphertext, created_at, expires_at)
  select gen_random_uuid(), ${environmentId}, gen_random_uuid(), '', now() - n * interval '1 day',
         now() + ${secondsLeft} * interval '1 second' + n * interval '1 millisecond'
  from generate_series(1, ${count}::int) n`;

describe.each(KEY_KINDS)('%s keys of an environment', (kind) => {
  it('are limited to five: a rotation ends the grace of the oldest', async () => {
    for (const days of [7, 6, 5, 4]) await rotate(days * DAY, kind);
    expect(await keys(kind)).toEqual([4, 4, 4, 4, null]);
    const { previousKeyExpiresAt } = await rotate(3 * DAY, kind);
    expect(await keys(kind)).toEqual([3, 3, 3, 3, null]);
    expect(Date.parse(previousKeyExpiresAt ?? '') - Date.now()).toBeGreaterThan(2 * DAY * 1_000);
  });

  it('are deleted by a rotation when expired, and at once without a grace', async () => {
    await addKeys(3, -60, kind);
    await rotate(DAY, kind);
    expect(await keys(kind)).toEqual([1, null]);
    expect(await rotate(0, kind)).toMatchObject({ previousKeyExpiresAt: null });
    expect(await keys(kind)).toEqual([null]);
  });

  it('are deleted in batches by a job when expired', async () => {
    await addKeys(2_500, -60, kind);
    await addKeys(1, DAY, kind);
    await new ExpiredKeys(source, logger).run();
    expect(await keys(kind)).toEqual([1, null]);
  });

  it('that a rotation is deleting do not block the job', async () => {
    await addKeys(1, -60, kind);
    await owner.transaction(async (manager) => {
      await manager.sql`select id from ${keyTable(kind)} where environment_id = ${environmentId} for update`;
      await new ExpiredKeys(source, logger).run();
      expect(await keys(kind)).toHaveLength(2);
    });
  });

  it('are not touched by a rotation of the other kind', async () => {
    const before = await keys(kind);
    await rotate(0, kind === 'sdk' ? 'client' : 'sdk');
    expect(await keys(kind)).toEqual(before);
    await rotate(DAY, kind);
    expect(await keys(kind)).toEqual([1, null]);
  });
});

describe('SDK keys of an environment', () => {
  it('are limited to five by the migration', async () => {
    await addKeys(20, DAY);
    await addKeys(20, -60);
    const runner = owner.createQueryRunner();
    const migration = new RangesOfKeysAndValues1760000000013();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    expect(await keys()).toEqual([1, 1, 1, 1, null]);
  });
});

describe('client keys of environments from before there were any', () => {
  const job = () => new MissingClientKeys(source, vault, logger).run();
  const current = () => source.sql<{ ciphertext: Buffer }[]>`
    select ciphertext from flags.client_keys where environment_id = ${environmentId} and expires_at is null`;

  it('are created by a job, once with any number of replicas, and shown to editors', async () => {
    await owner.sql`
      insert into flags.environments (id, project_id, name, slug, icon, protected)
      select gen_random_uuid(), ${projectId}, 'e', n::text, '', false from generate_series(1, 250) n`;
    await owner.sql`delete from flags.client_keys where environment_id = ${environmentId}`;
    await owner.sql`update flags.members set role = 'editor' where project_id = ${projectId}`;
    await Promise.all([job(), job()]);
    const rows = await source.sql<{ keys: number; environments: number }[]>`
      select count(*)::int as keys, count(distinct environment_id)::int as environments
      from flags.client_keys join flags.environments e on e.id = environment_id where e.project_id = ${projectId}`;
    expect(rows).toEqual([{ keys: 251, environments: 251 }]);
    const shown = await new EnvironmentQuery(owner, vault).one(actor, projectId!, environmentId!);
    expect(shown.client_key).toMatch(/^bge_pub_\w{36}$/);
  });

  it('stay unchanged if one exists, even with older ones in their grace', async () => {
    await rotate(DAY, 'client');
    const before = await current();
    await job();
    expect(await current()).toEqual(before);
    expect(await keys('client')).toEqual([1, null]);
  });

  /** Adds environments with these ids, with or without client keys. */
  const addEnvironments = async (ids: readonly string[], withKeys: boolean) => {
    await owner.sql`
      insert into flags.environments (id, project_id, name, slug, icon, protected)
      select id, ${projectId}, 'e', id::text, '', false from unnest(${ids}::uuid[]) id`;
    await owner.sql`
      insert into flags.client_keys (id, environment_id, hash, ciphertext)
      select gen_random_uuid(), id, id::text, '' from unnest(${ids}::uuid[]) id where ${withKeys}::boolean`;
  };

  it('S126 are created in batches in the order of ids, without reading all environments that have one', async () => {
    await addEnvironments(
      Array.from({ length: 5_000 }, () => randomUUID()),
      true,
    );
    await owner.query('analyze flags.environments, flags.client_keys');
    const { kinds } = await readsOf(owner, 'environments', () => new MissingClientKeys(owner, vault, logger).run());
    expect(kinds).not.toContain('Seq Scan');
  });

  it('S126 are created for later environments in the next run when one fails', async () => {
    const [failing, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    await addEnvironments([failing, other], false);
    const mint: SdkKeyVault['mint'] = (id, kind) => {
      if (id === failing) throw new Error('cannot be made');
      return vault.mint(id, kind);
    };
    const one = new MissingClientKeys(source, { mint } as SdkKeyVault, logger);
    await one.run();
    await one.run();
    const made = await source.sql`
      select environment_id from flags.client_keys where environment_id in (${failing}, ${other})`;
    expect(made).toEqual([{ environment_id: other }]);
  });

  it('are left to a rotation in progress', async () => {
    await owner.sql`delete from flags.client_keys where environment_id = ${environmentId}`;
    const waiting = () => source.sql<unknown[]>`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let made: Promise<void> | undefined;
    await owner.transaction(async (manager) => {
      await manager.sql`select id from flags.environments where id = ${environmentId} for no key update`;
      made = job();
      await eventually(async () => expect(await waiting()).toHaveLength(1));
      await manager.sql`
        insert into flags.client_keys (id, environment_id, hash, ciphertext)
        values (gen_random_uuid(), ${environmentId}, gen_random_uuid(), 'of the rotation')`;
    });
    await made;
    expect((await current()).map(({ ciphertext }) => String(ciphertext))).toEqual(['of the rotation']);
  });

  it('are also created by a rotation', async () => {
    await owner.sql`delete from flags.client_keys where environment_id = ${environmentId}`;
    expect(await rotate(DAY, 'client')).toMatchObject({ previousKeyExpiresAt: null });
    expect(await keys('client')).toEqual([null]);
  });
});

it('more origins: the migration changes no access tag, so that no edge reloads because of it', async () => {
  await owner.sql`update flags.environments set url = 'https://shop.example.com' where id = ${environmentId}`;
  await owner.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected)
    values (gen_random_uuid(), ${projectId}, 'e', 'without', '', false)`;
  const runner = owner.createQueryRunner();
  const access = () => runner.query('select environment_id, origins, tag from sdk_read.access_v1 order by 1');
  const before = await access();
  const migration = new MoreOrigins1760000000037();
  // Rolled back: with the table, its grants would be gone.
  await runner.startTransaction();
  await migration.down(runner);
  expect(await access()).toEqual(before);
  await migration.up(runner);
  expect(await access()).toEqual(before);
  await runner.rollbackTransaction();
  await runner.release();
});

describe('environments and their keys', () => {
  const READ_BY_INDEX = { kinds: new Set(['Index Scan']), dropped: 0 };
  const query = () => new EnvironmentQuery(owner, vault);

  it('are read from index ranges, however many keys this and other environments have', async () => {
    await addKeys(3_000, DAY);
    await owner.sql`
      with environment as (
        insert into flags.environments (id, project_id, name, slug, icon, protected)
        select gen_random_uuid(), ${projectId}, 'e', n::text, '', false from generate_series(1, 20) n returning id
      )
      insert into flags.sdk_keys (id, environment_id, hash, ciphertext, expires_at)
      select gen_random_uuid(), id, gen_random_uuid(), '', now() + nullif(n, 0) * interval '1 hour'
      from environment, generate_series(0, 300) n`;
    await owner.query('vacuum analyze flags.sdk_keys, flags.environments');
    const one = await readsOf(owner, 'sdk_keys', () => query().one(actor, projectId!, environmentId!));
    expect(one).toEqual({ ...READ_BY_INDEX, rows: 2 * 2 });
    const lookUp = () =>
      owner.sql`select environment_id from sdk_read.key_v1 where key_hash = any(${['a', 'b']}::text[])`;
    expect((await readsOf(owner, 'sdk_keys', lookUp)).kinds).not.toContain('Seq Scan');
    const ofClients = await readsOf(owner, 'client_keys', () => query().one(actor, projectId!, environmentId!));
    expect(ofClients.kinds).not.toContain('Seq Scan');
    const all = await readsOf(owner, 'sdk_keys', () => query().ofProject(actor, projectId!));
    expect(all).toEqual({ ...READ_BY_INDEX, rows: 2 * 2 * 21 });
  });

  it('show the key according to the present role, not the role that the request came with', async () => {
    const { key: sdk_key } = await rotate(0);
    const shown = () => query().ofProject(actor, projectId!);
    await owner.sql`update flags.members set role = 'editor' where project_id = ${projectId}`;
    expect(await shown()).toEqual([expect.objectContaining({ id: environmentId, sdk_key })]);
    await owner.sql`update flags.members set role = 'viewer' where project_id = ${projectId}`;
    expect(await shown()).toEqual([expect.not.objectContaining({ sdk_key })]);
    await owner.sql`delete from flags.members where project_id = ${projectId}`;
    expect(await shown()).toEqual([]);
    await expect(query().one(actor, projectId!, environmentId!)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are not shown in a list of projects', async () => {
    await rotate(0);
    await owner.sql`update flags.members set role = 'owner' where project_id = ${projectId}`;
    const [environment] = await query().ofProjects(actor, [projectId!]);
    expect(environment).toMatchObject({ id: environmentId, previous_key_expires_at: null });
    expect(environment).not.toHaveProperty('sdk_key');
  });

  it('come in pages, cut by rows and at 100 kB, each environment once and with its key', async () => {
    await owner.sql`
      with environment as (
        insert into flags.environments (id, project_id, name, slug, icon, url, protected)
        select gen_random_uuid(), ${projectId}, repeat('n', 20000), n::text, '', null, false from generate_series(1, 8) n returning id
      )
      insert into flags.sdk_keys (id, environment_id, hash, ciphertext)
      select gen_random_uuid(), id, gen_random_uuid(), '' from environment`;
    const sizes = async (limit: number) => {
      const pages: string[][] = [];
      for (let cursor: string | undefined; ;) {
        const { environments, next } = await query().page(actor, projectId!, { limit, ...(cursor && { cursor }) });
        pages.push(environments.map(({ id }) => id));
        if (next === undefined) return { sizes: pages.map((ids) => ids.length), ids: pages.flat() };
        cursor = next;
      }
    };
    const all = (await query().ofProject(actor, projectId!)).map(({ id }) => id);
    expect(await sizes(100)).toEqual({ sizes: [5, 4], ids: all });
    expect(await sizes(2)).toEqual({ sizes: [2, 2, 2, 2, 1], ids: all });
  });

  it('show the end of the last old key', async () => {
    await addKeys(3, DAY);
    await addKeys(2, -60);
    const { previous_key_expires_at } = await query().one(actor, projectId!, environmentId!);
    const rows = await owner.sql<{ last: Date }[]>`
      select max(expires_at) as last from flags.sdk_keys where environment_id = ${environmentId}`;
    expect(previous_key_expires_at).toBe(rows[0]?.last.toISOString());
  });

  it('are deleted without reading the keys of others', async () => {
    const deletion = () => owner.sql`delete from flags.sdk_keys where environment_id = ${environmentId}`;
    expect((await readsOf(owner, 'sdk_keys', deletion)).kinds).not.toContain('Seq Scan');
  });
});
