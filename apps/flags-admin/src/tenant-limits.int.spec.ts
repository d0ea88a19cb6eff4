import { randomUUID } from 'node:crypto';
import type { FlagView } from '@burgee/contracts/http';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { CreateEnvironmentService } from './environments/create-environment.service.js';
import { DeleteEnvironmentService } from './environments/delete-environment.service.js';
import { EnvironmentQuery } from './environments/environment.query.js';
import { SdkKeyVault } from './environments/sdk-key-vault.js';
import { ArchiveFlagService } from './flags/archive-flag.service.js';
import { ChangeFlagValueService } from './flags/change-flag-value.service.js';
import { CreateFlagService } from './flags/create-flag.service.js';
import { DeleteFlagService } from './flags/delete-flag.service.js';
import type { ValueState } from './flags/flag-row.js';
import { FlagQuery } from './flags/flag.query.js';
import { RenameFlagService } from './flags/rename-flag.service.js';
import { FlagSetBytes1760000000006 } from './persistence/6-flag-set-bytes.migration.js';
import { ProjectMakers1760000000011 } from './persistence/11-project-makers.migration.js';
import { AccountsOfEnvironments1760000000012 } from './persistence/12-accounts-of-environments.migration.js';
import { AccountsForUsage1760000000025 } from './persistence/25-accounts-for-usage.migration.js';
import { CreateProjectService } from './projects/create-project.service.js';
import { DeleteProjectService } from './projects/delete-project.service.js';
import { ProjectQuery } from './projects/project.query.js';
import { Quotas } from './quotas/quotas.js';
import { RestoreService } from './restores/restore.service.js';
import { AfterCommit } from './unit-of-work/after-commit.js';
import { lockProject } from './unit-of-work/lock-project.js';
import { UnitOfWork } from './unit-of-work/unit-of-work.js';

const AT_ONCE = 8;
const LIMITS = {
  PROJECTS_PER_ACCOUNT_AT_MOST: 3,
  ENVIRONMENTS_PER_PROJECT_AT_MOST: 3,
  FLAGS_PER_PROJECT_AT_MOST: 3,
  SCHEDULES_PER_PROJECT_AT_MOST: 3,
  MEMBERS_PER_PROJECT_AT_MOST: 3,
  WEBHOOKS_PER_PROJECT_AT_MOST: 3,
  WEBHOOKS_PER_ACCOUNT_AT_MOST: 5,
  FLAG_SET_BYTES_AT_MOST: 2_000_000,
};

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

/** The use cases with other limits, on the database of this spec. */
function withLimits(changed: Partial<typeof LIMITS>) {
  const settings = { ...LIMITS, ...changed };
  const logger: Logger = pino({ enabled: false });
  const work = new UnitOfWork(source, new AfterCommit(logger), settings, logger);
  const quotas = new Quotas(settings);
  const vault = new SdkKeyVault({ SDK_KEY_SECRET: randomUUID() });
  const environments = new EnvironmentQuery(source, vault);
  return {
    quotas,
    projects: new CreateProjectService(work, vault, new ProjectQuery(source, environments), quotas),
    environments: new CreateEnvironmentService(work, vault, environments, quotas, settings),
    flags: new CreateFlagService(work, quotas, new FlagQuery(source)),
    values: new ChangeFlagValueService(work),
    renaming: new RenameFlagService(work, new FlagQuery(source)),
    deletion: new DeleteFlagService(work),
    restoring: new RestoreService(work, quotas),
    archiving: new ArchiveFlagService(work, new FlagQuery(source)),
    environmentDeletion: new DeleteEnvironmentService(work),
    projectDeletion: new DeleteProjectService(work),
  };
}

const anActor = () => ({
  id: randomUUID(),
  name: 'Ada',
  email: 'ada@example.com',
  sessionId: randomUUID(),
  membership: null,
  hasFreshProof: true,
});
const actor = anActor();
const owner = (projectId: string) => ({ projectId, role: 'owner' as const, neededRole: 'admin' as const });

async function aProject(environments = ['Production']): Promise<string> {
  const { projects } = withLimits({ PROJECTS_PER_ACCOUNT_AT_MOST: 1_000, ENVIRONMENTS_PER_PROJECT_AT_MOST: 1_000 });
  const request = { name: unique('project'), environments: environments.map((name) => ({ name })) };
  return (await projects.create(actor, request)).id;
}

/** How many concurrent calls succeed. All others must fail with this code. */
async function passing(code: string, run: (index: number) => Promise<unknown>): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, index) => run(index)));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(refused).toEqual(refused.map(() => code));
  return AT_ONCE - refused.length;
}

describe('concurrent creations stay within the quota', () => {
  it('projects of one account', async () => {
    const { projects } = withLimits({});
    const somebody = anActor();
    expect(await passing('quota_exceeded', () => projects.create(somebody, { name: unique('project') }))).toBe(3);
  });

  it('environments of one project', async () => {
    const projectId = await aProject();
    const { environments } = withLimits({});
    const create = () => environments.create(actor, owner(projectId), { name: unique('environment') });
    expect(await passing('quota_exceeded', create)).toBe(2);
  });

  it('flags of one project', async () => {
    const projectId = await aProject();
    const { flags } = withLimits({});
    expect(await passing('quota_exceeded', () => flags.create(actor, projectId, { key: unique('flag') }))).toBe(3);
  });

  it('members of one project', async () => {
    const projectId = await aProject();
    const { quotas } = withLimits({});
    const add = () =>
      source.transaction(async (manager) => {
        await lockProject(manager, projectId);
        await quotas.roomForMember(manager, projectId);
        await manager.sql`
          insert into flags.members (project_id, user_id, role) values (${projectId}, ${randomUUID()}, 'viewer')`;
      });
    expect(await passing('quota_exceeded', add)).toBe(2);
  });

  it('environments of a new project count too', async () => {
    const environments = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
    const create = withLimits({}).projects.create(anActor(), { name: unique('project'), environments });
    await expect(create).rejects.toMatchObject({ code: 'quota_exceeded' });
  });
});

describe('the quota of projects', () => {
  /** A new account with as many projects as it may create. */
  async function aMaker() {
    const maker = anActor();
    const made: string[] = [];
    for (let i = 0; i < 3; i++)
      made.push((await withLimits({}).projects.create(maker, { name: unique('project') })).id);
    return { maker, made };
  }
  const create = (account: typeof actor) => withLimits({}).projects.create(account, { name: unique('project') });
  const full = { code: 'quota_exceeded' };

  const makeOwner = (projects: string[], userId: string) => source.sql`
    insert into flags.members (project_id, user_id, role) select id, ${userId}, 'owner' from unnest(${projects}::uuid[]) id`;
  const leave = (projects: string[], userId: string) => source.sql`
    delete from flags.members where project_id = any(${projects}::uuid[]) and user_id = ${userId}`;

  it('does not count projects that others made an account an owner of', async () => {
    const { made } = await aMaker();
    const victim = anActor();
    await makeOwner(made, victim.id);
    for (let i = 0; i < 3; i++) await create(victim);
    await expect(create(victim)).rejects.toMatchObject(full);
  });

  it('counts projects for their creator until they are deleted, even after a handover', async () => {
    const { maker, made } = await aMaker();
    await makeOwner(made, anActor().id);
    await leave(made, maker.id);
    await expect(create(maker)).rejects.toMatchObject(full);
    await source.sql`delete from flags.projects where id = ${made[0]}`;
    await create(maker);
  });

  it('counts projects older than the quota for their longest owner', async () => {
    const { maker, made } = await aMaker();
    const second = anActor();
    await makeOwner(made, second.id);
    const admin = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
    const runner = admin.createQueryRunner();
    try {
      const migrations = [
        new ProjectMakers1760000000011(),
        new AccountsOfEnvironments1760000000012(),
        new AccountsForUsage1760000000025(),
      ];
      for (const migration of migrations.toReversed()) await migration.down(runner);
      for (const migration of migrations) await migration.up(runner);
    } finally {
      await runner.release();
      await admin.destroy();
    }
    await expect(create(maker)).rejects.toMatchObject(full);
    await create(second);
  });
});

describe('the size limit of a flag set', () => {
  let projectId: string;
  let environmentIds: string[];

  beforeEach(async () => {
    projectId = await aProject(['Development', 'Production']);
    const rows = await source.sql<{ id: string }[]>`
      select id from flags.environments where project_id = ${projectId} order by created_at, id`;
    environmentIds = rows.map(({ id }) => id);
  });

  const roomFor = (bytes: number) => withLimits({ FLAG_SET_BYTES_AT_MOST: bytes });
  const edit = (bytes: number, flagId: string, patch: Partial<ValueState>, at = 0) =>
    roomFor(bytes).values.change(actor, {
      kind: 'edit',
      flagId,
      environmentId: environmentIds[at] as string,
      patch,
    });
  const tooLarge = expect.objectContaining({ code: 'flag_set_too_large' });
  const targeting = (value: string) => ({ targeting_attribute: 'a', targeting_value: value });
  const aFlag = async (key: string) => (await roomFor(1_000).flags.create(actor, projectId, { key })).view;

  const kept = async () => {
    const rows = await source.sql<{ bytes: number }[]>`
      select flag_set_bytes as bytes from flags.environments where project_id = ${projectId} order by created_at, id`;
    return rows.map(({ bytes }) => bytes);
  };

  it('refuses a new flag when one environment has no space, and longer texts', async () => {
    const flag = await aFlag('aaaa');
    await edit(1_000, flag.id, targeting('é'.repeat(10)));
    expect(await kept()).toEqual([29, 8]);
    await expect(roomFor(36).flags.create(actor, projectId, { key: 'bbbb' })).rejects.toEqual(tooLarge);
    await expect(roomFor(29).renaming.rename(actor, flag.id, { name: 'longer' })).rejects.toEqual(tooLarge);
    await expect(edit(29, flag.id, targeting('é'.repeat(11)))).rejects.toEqual(tooLarge);
    expect(await kept()).toEqual([29, 8]);
  });

  it('refuses no toggle, percentage, shorter text or deletion at any size', async () => {
    const flag = await aFlag('aaaa');
    await edit(1_000, flag.id, targeting('é'.repeat(10)));
    const { values, renaming, deletion } = roomFor(1);
    const place = { flagId: flag.id, environmentId: environmentIds[0] as string };
    await values.change(actor, { kind: 'toggle', ...place, patch: { is_enabled: true } });
    await edit(1, flag.id, { rollout_percentage: 7 });
    await edit(1, flag.id, targeting('é'));
    await renaming.rename(actor, flag.id, { name: 'a' });
    expect(await kept()).toEqual([8, 5]);
    await deletion.delete(actor, flag.id);
    expect(await kept()).toEqual([0, 0]);
  });

  it('does not count archived flags, and refuses to unarchive a flag without space', async () => {
    const flag = await aFlag('aaaa');
    await edit(1_000, flag.id, targeting('é'.repeat(10)));
    await roomFor(1).archiving.archive(actor, flag.id);
    expect(await kept()).toEqual([0, 0]);
    await expect(roomFor(28).archiving.unarchive(actor, flag.id)).rejects.toEqual(tooLarge);
    await roomFor(29).archiving.unarchive(actor, flag.id);
    expect(await kept()).toEqual([29, 8]);
    await roomFor(1).archiving.archive(actor, flag.id);
    await roomFor(1).deletion.delete(actor, flag.id);
    expect(await kept()).toEqual([0, 0]);
  });

  it('holds for concurrent edits', async () => {
    const { flags: creation } = withLimits({ FLAGS_PER_PROJECT_AT_MOST: AT_ONCE });
    const flags: FlagView[] = [];
    for (let i = 0; i < AT_ONCE; i++) flags.push((await creation.create(actor, projectId, { key: `flag${i}` })).view);
    const each = targeting('x'.repeat(99));
    expect(await passing('flag_set_too_large', (index) => edit(10 * AT_ONCE + 300, flags[index]!.id, each))).toBe(3);
  });

  it('counts a new environment with the keys and names of all flags in use', async () => {
    await aFlag('aaaa');
    await roomFor(1_000).archiving.archive(actor, (await aFlag('archived')).id);
    const create = (bytes: number) => roomFor(bytes).environments.create(actor, owner(projectId), { name: 'Third' });
    await expect(create(7)).rejects.toEqual(tooLarge);
    await create(8);
    expect(await kept()).toEqual([8, 8, 8]);
  });

  it('counts environments older than the limit', async () => {
    const flag = await aFlag('aaaa');
    await edit(1_000, flag.id, targeting('é'));
    const before = await kept();
    const admin = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
    const runner = admin.createQueryRunner();
    try {
      await new FlagSetBytes1760000000006().down(runner);
      await new FlagSetBytes1760000000006().up(runner);
    } finally {
      await runner.release();
      await admin.destroy();
    }
    expect(await kept()).toEqual(before);
  });
});

describe('the response to a rename', () => {
  it('S61 is read after all locks are released, even when nothing changes', async () => {
    const projectId = await aProject();
    const { flags, renaming } = withLimits({});
    const { view: flag } = await flags.create(actor, projectId, { key: 'a' });
    const read = jest.spyOn(FlagQuery.prototype, 'one');
    for (const name of ['b', 'b']) {
      read.mockImplementationOnce(async (id) => {
        await source.sql`select from flags.flags where id = ${id} for update nowait`;
        return { ...flag, name: 'as it is read' };
      });
      expect(await renaming.rename(actor, flag.id, { name })).toMatchObject({ view: { name: 'as it is read' } });
    }
    expect(read).toHaveBeenCalledTimes(2);
    read.mockRestore();
  });
});

describe('a page of flags', () => {
  /** ASCII, so that a character is a byte. */
  const TEXT = 'x'.repeat(3_750);
  const MOST = 110_000;

  /** Flags with texts of 7.5 kB in the first environment, inserted past the limits on one text. */
  async function aLargeProject(flags: number): Promise<string> {
    const projectId = await aProject(['Production', 'Empty']);
    const { flags: creation } = withLimits({ FLAGS_PER_PROJECT_AT_MOST: 1_000 });
    for (let i = 0; i < flags; i++) await creation.create(actor, projectId, { key: `flag-${100 + i}` });
    await source.sql`
      update flags.flag_values v set targeting_attribute = 'a', targeting_value = ${TEXT}, targeting_return_value = ${TEXT}
      from flags.environments e where e.id = v.environment_id and e.project_id = ${projectId} and e.name = 'Production'`;
    return projectId;
  }

  async function pages(projectId: string, limit: number) {
    const query = new FlagQuery(source);
    const found: { keys: string[]; bytes: number }[] = [];
    for (let cursor: string | undefined; ;) {
      const { flags, next } = await query.page(projectId, { limit, ...(cursor !== undefined && { cursor }) });
      found.push({ keys: flags.map(({ key }) => key), bytes: JSON.stringify(flags).length });
      if (next === undefined) return found;
      cursor = next;
    }
  }

  it('is cut at 100 kB, and the next page continues', async () => {
    const found = await pages(await aLargeProject(30), 1_000);
    expect(found.map(({ keys }) => keys.length)).toEqual([11, 11, 8]);
    expect(found.flatMap(({ keys }) => keys)).toEqual(Array.from({ length: 30 }, (_, i) => `flag-${100 + i}`));
    expect(Math.max(...found.map(({ bytes }) => bytes))).toBeLessThan(MOST);
  });

  it('is cut at the row limit if that comes first', async () => {
    const found = await pages(await aLargeProject(5), 2);
    expect(found.map(({ keys }) => keys.length)).toEqual([2, 2, 1]);
  });

  it('has at least one flag', async () => {
    const projectId = await aLargeProject(2);
    await source.sql`
      update flags.flag_values v set targeting_attribute = 'a', targeting_value = ${'x'.repeat(MOST)}
      from flags.environments e where e.id = v.environment_id and e.project_id = ${projectId}`;
    expect((await pages(projectId, 100)).map(({ keys }) => keys.length)).toEqual([1, 1]);
  });
});
