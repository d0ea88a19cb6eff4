import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  aFlag,
  type ServiceResponse,
  aMember,
  aProject,
  type Project,
  sharedCluster,
  TestClient,
} from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expectProblem } from '../../expect-problem.js';
import { projectAudit } from '../audit-calls.js';
import { edit, revisionOf } from '../flag-calls.js';
import { closeStreams, fetchFlags, listen } from '../sdk-calls.js';
import { FRESH_VALUE, ID } from '../shapes.js';

const { url } = sharedCluster();
const RULE = { targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: '"a"' };
const ABOUT = { kind: 'operational', ends_on: '2027-01-31' };
const schema = (await new TestClient(url).get('/burgee.schema.json')).body;
const fits = new Ajv2020({ strict: true, allErrors: true, strictTypes: false }).compile(schema);

afterEach(closeStreams);

type Document = { version: number; environments: object[]; flags: object[] };
const exportOf = async ({ id, owner }: Project): Promise<Document> =>
  (await owner.client.get(`/api/projects/${id}/export`)).body;
const importTo = ({ id, owner }: Project, document: object, query = ''): Promise<ServiceResponse> =>
  owner.client.post(`/api/projects/${id}/import${query}`, document);
const documentOf = (flags: unknown[], environments: object[] = []) => ({ version: 1, environments, flags });
const revisionsOf = (project: Project) =>
  Promise.all([project.development, project.production].map((one) => revisionOf(project, one)));

/** Two environments and three flags: one is edited, one is archived. */
async function aFilledProject() {
  const project = await aProject(url);
  const edited = await aFlag(project, { key: 'b', name: 'Ö "quoted"', type: 'json', tags: ['z', 'a'], ...ABOUT });
  await edit(project.owner, edited, project.production, { is_enabled: true, rollout_percentage: 25, ...RULE });
  const archived = await aFlag(project, { key: 'a', description: 'line\nbreak' });
  await project.owner.client.post(`/api/flags/${archived.id}/archive`);
  await aFlag(project, { key: 'C' });
  return project;
}

describe('GET /api/projects/:id/export', () => {
  it('200, the whole project as one document that fits the published schema, a line for each flag', async () => {
    const { id, owner } = await aFilledProject();
    const { status, body, text, headers } = await owner.client.get(`/api/projects/${id}/export`);
    expect([status, fits(body), fits.errors]).toEqual([200, true, null]);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[a-z0-9-]+\.burgee\.json"$/);
    expect(body.environments.map(({ slug }: { slug: string }) => slug)).toEqual(['development', 'production']);
    expect(body.environments[1]).toEqual({
      slug: 'production',
      name: 'Production',
      icon: '🚀',
      url: null,
      more_origins: [],
      protected: true,
      color: 'red',
      approvals: 0,
      comment_required: false,
    });
    const both = { development: FRESH_VALUE, production: FRESH_VALUE };
    const about = { description: null, tags: [], kind: null, ends_on: null };
    const plain = { type: 'boolean', ...about, archived: false, environments: both };
    expect(body.flags).toEqual(
      expect.arrayContaining([
        { ...plain, key: 'a', name: expect.any(String), description: 'line\nbreak', archived: true },
        {
          ...plain,
          key: 'b',
          name: 'Ö "quoted"',
          type: 'json',
          tags: ['a', 'z'],
          ...ABOUT,
          environments: { ...both, production: { is_enabled: true, rollout_percentage: 25, ...RULE } },
        },
        { ...plain, key: 'C', name: expect.any(String) },
      ]),
    );
    expect(text.split('\n').filter((line) => line.startsWith('{"key":'))).toHaveLength(3);
  });

  it('exports only the chosen environments; 400 for an unknown one', async () => {
    const { id, owner } = await aFilledProject();
    const of = (slugs: string) => owner.client.get(`/api/projects/${id}/export?environments=${slugs}`);
    const { body } = await of('production');
    expect(body.environments).toHaveLength(1);
    expect(body.flags.map((flag: { environments: object }) => Object.keys(flag.environments))).toEqual(
      Array.from({ length: 3 }, () => ['production']),
    );
    expectProblem(await of('production,nowhere'), 400, 'invalid_request', ['/environments']);
  });

  it('for viewers, without a key or a person', async () => {
    const project = await aFilledProject();
    const { client, id } = await aMember(url, project, 'viewer');
    const { status, text } = await client.get(`/api/projects/${project.id}/export`);
    expect(status).toBe(200);
    expect(text).not.toMatch(new RegExp(`bge_|${id}|${project.owner.id}|@`));
  });
});

describe('POST /api/projects/:id/import', () => {
  const ON = { is_enabled: true, rollout_percentage: 40 };

  it('creates what is missing, changes what differs, and leaves the rest; a dry run says so and changes nothing', async () => {
    const project = await aFilledProject();
    const document = documentOf(
      [
        { key: 'C', type: 'boolean', name: 'Renamed', environments: { production: ON } },
        { key: 'b', type: 'json', tags: ['z', 'a'] },
        { key: 'new', type: 'string', environments: { staging: ON } },
      ],
      [
        { slug: 'production', name: 'Live' },
        { slug: 'staging', name: 'Staging' },
      ],
    );
    const before = [await exportOf(project), await revisionsOf(project)];
    const tried = await importTo(project, document, '?dry_run=true');
    expect([tried.status, tried.body]).toEqual([
      200,
      {
        dry_run: true,
        environments: [
          { slug: 'production', action: 'change', fields: ['name'], loosens: [] },
          { slug: 'staging', action: 'create', fields: ['name'], loosens: [] },
        ],
        flags: [
          { key: 'C', action: 'change', fields: ['name'], environments: ['production'] },
          { key: 'new', action: 'create', fields: [], environments: ['staging'] },
        ],
        reordered: false,
        left_environments: { alike: 0, not_named: 1 },
        left_flags: { alike: 1, not_named: 1 },
        tag: expect.any(String),
      },
    ]);
    expect([await exportOf(project), await revisionsOf(project)]).toEqual(before);
    const done = await importTo(project, document, `?if_match=${tried.body.tag}`);
    expect([done.status, done.body]).toEqual([200, { ...tried.body, dry_run: false }]);
    const { environments, flags } = await exportOf(project);
    expect(environments.map((one) => (one as { name: string }).name)).toEqual(['Development', 'Live', 'Staging']);
    expect(flags).toContainEqual(
      expect.objectContaining({
        key: 'new',
        name: 'new',
        environments: { development: FRESH_VALUE, production: FRESH_VALUE, staging: { ...FRESH_VALUE, ...ON } },
      }),
    );
  });

  it('one commit: consecutive revisions, an event for each flag, entries in one group', async () => {
    const project = await aProject(url);
    await aFlag(project, { key: 'a' });
    const stream = await listen(project.production);
    const flags = ['a', 'b'].map((key) => ({ key, type: 'boolean', environments: { production: ON } }));
    const { headers } = await importTo(project, documentOf(flags));
    const events = await Promise.all([2, 3].map((revision) => stream.ofRevision(revision)));
    expect(events.map(({ data }) => [data.key, data.is_enabled])).toEqual([
      ['a', true],
      ['b', true],
    ]);
    expect(headers['burgee-position']).toMatch(/-3\b/);
    expect((await fetchFlags(project.production)).body).toContainEqual(expect.objectContaining({ key: 'b', ...ON }));
    const [created] = await projectAudit(
      project,
      { action: 'flag_create', flag: events[1]!.data.flag_id as string },
      1,
    );
    const [updated] = await projectAudit(project, { action: 'flag_update' }, 1);
    expect(created).toMatchObject({
      group_id: ID,
      new_values: { key: 'b', environments: [{ environment_id: project.production.id, ...ON }] },
    });
    expect(updated).toMatchObject({ group_id: created.group_id, old_values: FRESH_VALUE, new_values: ON });
  });

  it('twice is nothing: no revision and no entry', async () => {
    const project = await aFilledProject();
    const document = await exportOf(project);
    await projectAudit(project, {}, 9);
    const before = await revisionsOf(project);
    const { status, body } = await importTo(project, document);
    expect([status, body.environments, body.flags, body.left_flags]).toEqual([200, [], [], { alike: 3, not_named: 0 }]);
    expect(await revisionsOf(project)).toEqual(before);
    await importTo(project, documentOf([{ key: 'a', type: 'boolean', tags: ['t'] }]));
    expect((await projectAudit(project, {}, 10))[0]).toMatchObject({
      action: 'flag_rename',
      new_values: { tags: ['t'] },
    });
  });

  it('an archived flag is unarchived, one in use is archived; a value that is left out stays', async () => {
    const project = await aFilledProject();
    await importTo(
      project,
      documentOf([
        { key: 'a', type: 'boolean', archived: false },
        { key: 'b', type: 'json', archived: true, environments: { production: { rollout_percentage: 1 } } },
      ]),
    );
    expect((await fetchFlags(project.production)).body.map(({ key }: { key: string }) => key)).toEqual(['C', 'a']);
    expect((await exportOf(project)).flags).toContainEqual(
      expect.objectContaining({
        key: 'b',
        archived: true,
        environments: expect.objectContaining({
          production: { is_enabled: true, ...RULE, rollout_percentage: 1 },
        }),
      }),
    );
  });

  it.each(['', '?dry_run=true'])('400 names everything that is wrong, and changes nothing %s', async (query) => {
    const project = await aFilledProject();
    const before = await exportOf(project);
    const document = documentOf(
      [
        { key: 'good', type: 'boolean' },
        { key: 'b', type: 'boolean' },
        {
          key: 'x',
          type: 'number',
          environments: { production: { targeting_return_value: 'no number' }, nowhere: {} },
        },
        { key: 'good', type: 'boolean' },
        { key: '!', type: 'boolean', surprise: 1 },
        { key: 'y', type: 'boolean', name: 'ö'.repeat(101) },
        null,
      ],
      [
        { slug: 'eu', name: 'EU', url: 'ftp://eu' },
        { slug: 'eu', name: 'EU' },
        { name: 'US' },
        { slug: 'app', name: 'App', more_origins: ['app://.', 'null'] },
      ],
    );
    expectProblem(await importTo(project, document, query), 400, 'invalid_request', [
      '/environments/0/url',
      '/environments/1/slug',
      '/environments/2/slug',
      '/environments/3/more_origins/1',
      '/flags/1/type',
      '/flags/2/environments/production/targeting_return_value',
      '/flags/2/environments/nowhere',
      '/flags/3/key',
      '/flags/4/surprise',
      '/flags/4/key',
      '/flags/5/name',
      '/flags/6',
    ]);
    expect(await exportOf(project)).toEqual(before);
  });

  it('412 when something was changed since the dry run, with what it would be now', async () => {
    const project = await aFilledProject();
    const document = documentOf([
      { key: 'C', type: 'boolean', name: 'Renamed' },
      { key: 'a', type: 'boolean', archived: false },
    ]);
    const tried = await importTo(project, document, '?dry_run=true');
    await importTo(project, documentOf([{ key: 'a', type: 'boolean', archived: false }]));
    const answer = await importTo(project, document, `?if_match=${tried.body.tag}`);
    expectProblem(answer, 412);
    expect(answer.body.current.flags).toEqual([expect.objectContaining({ key: 'C' })]);
  });

  it('is for admins, takes JSON alone, more of it than other routes, and refuses what is none', async () => {
    const project = await aFilledProject();
    const editor = { ...project, owner: await aMember(url, project, 'editor') };
    expectProblem(await importTo(editor, documentOf([])), 403, 'role_too_low');
    const path = `/api/projects/${project.id}/import`;
    const send = (raw: string, type = 'application/json') =>
      project.owner.client.call('POST', path, { raw, headers: { 'content-type': type } });
    expectProblem(await send('{"version":1,'), 400, 'malformed_json');
    expectProblem(await send(''), 400, 'invalid_request', ['']);
    expectProblem(await send('{}', 'text/plain'), 415, 'unsupported_media_type');
    expectProblem(await send('{}', 'application/x-unread'), 415, 'unsupported_media_type');
    expect((await send(`${JSON.stringify(documentOf([]))}${' '.repeat(200_000)}`)).status).toBe(200);
  });

  it('what is exported and imported into a new project is exported the same', async () => {
    // A grapheme may have many bytes, and an icon at most 64.
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((one) => !one.includes('\0') && Buffer.byteLength(one) <= 64);
    const value = fc.record({
      is_enabled: fc.boolean(),
      rollout_percentage: fc.integer({ min: 0, max: 100 }),
      targeting_attribute: text,
      targeting_value: text,
      targeting_return_value: fc.option(text),
    });
    const slugs = ['first', 'second', 'third'];
    const environments = fc.shuffledSubarray(slugs, { minLength: 1 }).chain((chosen) =>
      fc.tuple(
        ...chosen.map((slug) =>
          fc.record({
            slug: fc.constant(slug),
            name: text,
            icon: text,
            more_origins: fc.subarray(['capacitor://localhost', 'http://localhost:3000', 'app://.']),
            protected: fc.boolean(),
            approvals: fc.nat(2),
            comment_required: fc.boolean(),
          }),
        ),
      ),
    );
    const flag = (chosen: string[]) =>
      fc.record({
        key: fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,20}$/),
        name: text,
        type: fc.constant('string'),
        description: fc.option(text),
        tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c:d')),
        archived: fc.boolean(),
        environments: fc
          .subarray(chosen)
          .chain((own) => fc.record(Object.fromEntries(own.map((slug) => [slug, value])))),
      });
    const document = environments.chain((chosen) =>
      fc
        .uniqueArray(flag(chosen.map(({ slug }) => slug)), { maxLength: 8, selector: ({ key }) => key })
        .map((flags) => documentOf(flags, chosen)),
    );
    const owner = (await aProject(url)).owner;
    const fresh = () => aProject(url, { environments: [{ name: 'First', slug: 'first' }] }, owner);
    await fc.assert(
      fc.asyncProperty(document, async (made) => {
        const [one, other] = [await fresh(), await fresh()];
        expect((await importTo(one, made)).status).toBe(200);
        const exported = await exportOf(one);
        expect((await importTo(other, exported)).status).toBe(200);
        expect(await exportOf(other)).toEqual(exported);
        expect((await importTo(other, exported)).body).toMatchObject({ environments: [], flags: [], reordered: false });
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });
});

it('the page of docs has the schema that is served', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/burgee.schema.json'), 'utf8');
  expect(JSON.parse(page)).toEqual(schema);
});
