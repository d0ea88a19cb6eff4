import { randomBytes, randomUUID } from 'node:crypto';
import type { ProjectDocument, UpdateEnvironmentRequest } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import type { ChangeNote } from '@burgee/session';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { SdkKeyVault } from '../environments/sdk-key-vault.js';
import { UpdateEnvironmentService } from '../environments/update-environment.service.js';
import { DeleteFlagService } from '../flags/delete-flag.service.js';
import { FlagQuery } from '../flags/flag.query.js';
import { Quotas } from '../quotas/quotas.js';
import { RestoreFlagService } from '../restores/restore-flag.service.js';
import { ExportProjectQuery } from '../transfer/export-project.query.js';
import { ImportProjectService } from '../transfer/import-project.service.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';

const LIMITS = {
  ENVIRONMENTS_PER_PROJECT_AT_MOST: 100,
  FLAGS_PER_PROJECT_AT_MOST: 100,
  FLAG_SET_BYTES_AT_MOST: 1_000_000,
};
const [SHOP, OTHER] = ['https://shop.example.com', 'https://other.example.com'];
const person = { id: randomUUID(), name: 'Ada', email: 'a@b', sessionId: randomUUID() };

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let importing: ImportProjectService;
let deleting: DeleteFlagService;
let restoring: RestoreFlagService;
let updating: UpdateEnvironmentService;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  const logger = pino({ enabled: false }) as Logger;
  const work = new UnitOfWork(source, new AfterCommit(logger), LIMITS, logger);
  const vault = new SdkKeyVault({ SDK_KEY_SECRET: randomBytes(32).toString('base64') });
  const quotas = new Quotas(LIMITS as never);
  importing = new ImportProjectService(work, vault, quotas, LIMITS);
  deleting = new DeleteFlagService(work);
  restoring = new RestoreFlagService(work, quotas, new FlagQuery(source));
  updating = new UpdateEnvironmentService(work, { one: async () => undefined } as never);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

/** A project with the environment Production, with one origin, and the archived flag `old`, which is off in it. */
async function aProject(role: Role = 'owner') {
  const [id, environmentId, flagId] = [randomUUID(), randomUUID(), randomUUID()];
  await source.sql`insert into flags.projects (id, name, slug) values (${id}, 'p', ${unique('p')})`;
  await source.sql`insert into flags.members (project_id, user_id, role) values (${id}, ${person.id}, ${role})`;
  await source.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected, url)
    values (${environmentId}, ${id}, 'Production', 'production', 'rocket', false, ${SHOP})`;
  await source.sql`
    insert into flags.flags (id, project_id, key, name, type, archived_at)
    values (${flagId}, ${id}, 'old', 'Old', 'boolean', now())`;
  await source.sql`
    insert into flags.flag_values (id, flag_id, environment_id) values (gen_random_uuid(), ${flagId}, ${environmentId})`;
  const actor = (note: ChangeNote) => ({
    ...person,
    note,
    membership: { projectId: id, role, neededRole: 'admin' as const },
  });
  const set = (field: string, value: unknown) =>
    source.query(`update flags.environments set ${field} = $1 where id = $2`, [value, environmentId]);
  const stored = async () => {
    const [rows] = await source.sql<{ environments: unknown; flags: unknown; entries: unknown }[]>`
      select (select json_agg(e order by slug) from flags.environments e where project_id = ${id}) as environments,
             (select json_agg((f.key, v.is_enabled) order by f.key) from flags.flags f
              join flags.flag_values v on v.flag_id = f.id where f.project_id = ${id}) as flags,
             (select json_agg(payload ->> 'bypass_reason') from flags.outbox
              where kind = 'audit' and payload ->> 'project_id' = ${id}::text) as entries`;
    return rows!;
  };
  return { id, environmentId, flagId, actor, set, stored };
}

type Project = Awaited<ReturnType<typeof aProject>>;
type Send = (note: ChangeNote, dryRun?: boolean) => Promise<unknown>;

function importOf({ id, actor }: Project, { environments = [], flags = [], ...rest }: Partial<ProjectDocument>): Send {
  const document = { version: 1, environments, flags, ...rest };
  return (note, dryRun = false) => importing.import(actor(note), id, { document, dryRun, ifMatch: undefined });
}

const updateOf =
  ({ environmentId, actor }: Project, body: UpdateEnvironmentRequest): Send =>
  async (note, dryRun) => {
    if (!dryRun) await updating.update(actor(note), actor(note).membership, environmentId, body);
  };

const PRODUCTION = { slug: 'production', name: 'Production' };
const on = { environments: { production: { is_enabled: true } } };
const CHANGES: [string, (project: Project) => Promise<Send>][] = [
  [
    'an import of a value of an archived flag',
    async (project) => importOf(project, { flags: [{ key: 'old', type: 'boolean', ...on }] }),
  ],
  [
    'an import of a new, archived flag with a value',
    async (project) => importOf(project, { flags: [{ key: 'new', type: 'boolean', archived: true, ...on }] }),
  ],
  [
    'bringing back a deleted, archived flag',
    async ({ id, flagId, actor }) => {
      await deleting.delete(actor({}), flagId);
      return (note, dryRun) => (dryRun ? Promise.resolve() : restoring.restore(actor(note), id, flagId));
    },
  ],
  ['another origin', async (project) => updateOf(project, { more_origins: [OTHER] })],
  ['a changed origin', async (project) => updateOf(project, { url: OTHER })],
  ['a removed origin', async (project) => updateOf(project, { url: null })],
  [
    'an import of another origin',
    async (project) => importOf(project, { environments: [{ ...PRODUCTION, more_origins: [OTHER] }] }),
  ],
];
const RULES: [string, string, unknown][] = [
  ['environment_frozen', 'frozen_until', '2100-01-01'],
  ['approval_required', 'approvals', 1],
  ['comment_required', 'comment_required', true],
];

describe.each(CHANGES)('%s', (_, prepare) => {
  it.each(RULES)(
    'is refused with %s, also as a dry run, and passes with what the rule asks for',
    async (code, ...rule) => {
      const project = await aProject();
      const send = await prepare(project);
      await project.set(...rule);
      const before = await project.stored();
      await expect(send({})).rejects.toMatchObject({ code });
      expect(await project.stored()).toEqual(before);
      const note: ChangeNote = code === 'comment_required' ? { comment: 'why' } : { bypassReason: 'why' };
      await send(note, true);
      await send(note);
      const { entries } = await project.stored();
      expect(entries).toContain(note.bypassReason ?? null);
    },
  );
});

it('an import that leaves the values of archived flags as they are passes every rule', async () => {
  const project = await aProject('admin');
  for (const [, ...rule] of RULES) await project.set(...rule);
  const send = importOf(project, {
    flags: [
      { key: 'old', type: 'boolean', name: 'Older', environments: { production: { is_enabled: false } } },
      { key: 'new', type: 'boolean', archived: true },
    ],
  });
  await send({}, true);
  await expect(send({})).resolves.toBeDefined();
});

it('the first origin of an environment passes every rule, and so does a name', async () => {
  const project = await aProject('admin');
  await project.set('url', null);
  for (const [, ...rule] of RULES) await project.set(...rule);
  await updateOf(project, { name: 'Live' })({});
  await updateOf(project, { url: SHOP })({});
  const first = importOf(project, { environments: [{ ...PRODUCTION, url: SHOP }] });
  await project.set('url', null);
  await first({}, true);
  await expect(first({})).resolves.toBeDefined();
});

describe('the rules in a document', () => {
  const rulesOf = async ({ id }: Project) => {
    const rows = await source.sql<{ slug: string; approvals: number; comment_required: boolean }[]>`
      select slug, approvals, comment_required from flags.environments where project_id = ${id} order by slug`;
    return rows.map(({ slug, approvals, comment_required }) => [slug, approvals, comment_required]);
  };
  const ruled = (slug: string, approvals: number, comment_required: boolean) => ({
    slug,
    name: slug,
    approvals,
    comment_required,
  });
  const isOn = (slug: string) => [
    { key: 'used', type: 'boolean' as const, environments: { [slug]: { is_enabled: true } } },
  ];

  it('hold in environments that an import creates, but not what it creates with them', async () => {
    const project = await aProject('admin');
    const send = importOf(project, { environments: [ruled('copy', 2, true)], flags: isOn('copy') });
    await send({}, true);
    await send({});
    expect(await rulesOf(project)).toEqual([
      ['copy', 2, true],
      ['production', 0, false],
    ]);
    const again = importOf(project, { flags: [{ ...isOn('copy')[0]!, name: 'Other' }] });
    await expect(again({ comment: 'why' })).rejects.toMatchObject({ code: 'approval_required' });
  });

  it('become stricter in environments that exist, and hold from the next change on', async () => {
    const project = await aProject('admin');
    const send = importOf(project, { environments: [ruled('production', 1, true)], flags: isOn('production') });
    await send({}, true);
    await send({});
    expect(await rulesOf(project)).toEqual([['production', 1, true]]);
  });

  it('stay, where the document has none', async () => {
    const project = await aProject('admin');
    await project.set('approvals', 2);
    await importOf(project, { environments: [{ ...PRODUCTION, icon: 'rocket' }] })({});
    expect(await rulesOf(project)).toEqual([['production', 2, false]]);
  });

  it.each(['admin', 'owner'] as const)('are not loosened by an import of an %s, and named', async (role) => {
    const project = await aProject(role);
    await project.set('approvals', 2);
    await project.set('comment_required', true);
    const before = await project.stored();
    const send = importOf(project, { environments: [ruled('production', 1, false)], flags: isOn('production') });
    for (const dryRun of [true, false])
      await expect(send({ comment: 'why', bypassReason: 'why' }, dryRun)).rejects.toMatchObject({
        code: 'role_too_low',
        options: {
          errors: [
            { pointer: '/environments/0/approvals', detail: 'would become 1; Production has 2' },
            { pointer: '/environments/0/comment_required', detail: 'would become false; Production has true' },
          ],
          current: { environments: [{ slug: 'production', loosens: ['approvals', 'comment_required'] }] },
        },
      });
    expect(await project.stored()).toEqual(before);
  });

  it('travel with a project, and the document names what does not', async () => {
    const [from, to] = [await aProject(), await aProject('admin')];
    await from.set('approvals', 1);
    await from.set('comment_required', true);
    const { document } = await new ExportProjectQuery(source).export(from.id, { hold: () => undefined });
    const exported = JSON.parse(document.toString()) as ProjectDocument;
    expect(exported.left_out).toEqual(
      expect.arrayContaining(['freezes', 'schedules', 'plans', 'webhooks and their secrets']),
    );
    await importOf(to, exported)({});
    expect(await rulesOf(to)).toEqual([['production', 1, true]]);
  });
});
