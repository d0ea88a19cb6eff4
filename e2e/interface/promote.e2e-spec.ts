import {
  aFlag,
  type ServiceResponse,
  aMember,
  aProject,
  type Flag,
  type Project,
  sharedCluster,
  aUser,
} from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { projectAudit } from './audit-calls.js';
import { edit, revisionOf, toggle, valueIn } from './flag-calls.js';
import { nextPage } from './paging.js';
import { closeStreams, fetchFlags, listen } from './sdk-calls.js';
import { FRESH_VALUE, ID, UNKNOWN_ID } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const owner = await aUser(url);
const RULE = { targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: 'true' };

afterEach(closeStreams);

const ends = ({ development, production }: Project) => ({ from: development.id, to: production.id });
const compare = (project: Project, query: object = {}): Promise<ServiceResponse> =>
  project.owner.client.get(
    `/api/projects/${project.id}/compare?${new URLSearchParams({ ...ends(project), ...query })}`,
  );
const promote = (project: Project, body: object = {}): Promise<ServiceResponse> =>
  project.owner.client.post(`/api/projects/${project.id}/promote`, { ...ends(project), ...body });
const keysOf = ({ body }: ServiceResponse) => body.map(({ key }: Flag) => key);
const changed = ({ body }: ServiceResponse) =>
  body.changes.map(({ key, parts }: { key: string; parts: string[] }) => [key, parts]);

/** Three flags: one is on in Development, one has a percentage and a rule there, one is alike everywhere. */
async function aProjectThatDiffers() {
  const project = await aProject(url, {}, owner);
  const [switched, ruled, same] = [
    await aFlag(project, { key: 'a' }),
    await aFlag(project, { key: 'b' }),
    await aFlag(project, { key: 'c' }),
  ];
  await toggle(project.owner, switched, project.development, true);
  await edit(project.owner, ruled, project.development, { rollout_percentage: 20, ...RULE });
  return { project, switched, ruled, same };
}

describe('GET /api/projects/:id/compare', () => {
  it('200, the flags that differ with both values, and what differs; in the order of keys', async () => {
    const { project, switched, ruled } = await aProjectThatDiffers();
    const { status, body } = await compare(project);
    const shown = ({ id: flag_id, key }: Flag) => ({ flag_id, key, name: expect.any(String), type: 'boolean' });
    expect([status, body]).toEqual([
      200,
      [
        { ...shown(switched), parts: ['switch'], from: { ...FRESH_VALUE, is_enabled: true }, to: FRESH_VALUE },
        {
          ...shown(ruled),
          parts: ['rollout', 'rule'],
          from: { ...FRESH_VALUE, rollout_percentage: 20, ...RULE },
          to: FRESH_VALUE,
        },
      ],
    ]);
  });

  it('comes in pages; archived flags are left out', async () => {
    const { project, switched, ruled } = await aProjectThatDiffers();
    const first = await compare(project, { limit: '1' });
    expect([keysOf(first), keysOf(await project.owner.client.get(nextPage(first)!))]).toEqual([['a'], ['b']]);
    await project.owner.client.post(`/api/flags/${switched.id}/archive`);
    expect(keysOf(await compare(project))).toEqual([ruled.key]);
  });

  it.each([
    ['from', 'one of another project'],
    ['to', 'one of another project'],
    ['to', 'the same'],
  ])('400 for %s when it is %s', async (name, which) => {
    const project = await aProject(url, {}, owner);
    const foreign = which === 'the same' ? project.development : (await aProject(url, {}, project.owner)).production;
    expectProblem(await compare(project, { [name]: foreign.id }), 400, 'invalid_request', [`/${name}`]);
  });
});

describe('POST /api/projects/:id/promote', () => {
  it('a dry run changes nothing and says what would; with its tag, exactly that is done', async () => {
    const { project, switched, ruled } = await aProjectThatDiffers();
    const tried = await promote(project, { dry_run: true });
    const changes = [
      { flag_id: switched.id, key: 'a', parts: ['switch'] },
      { flag_id: ruled.id, key: 'b', parts: ['rollout', 'rule'] },
    ];
    expect([tried.status, tried.body]).toEqual([200, { dry_run: true, changes, tag: expect.any(String) }]);
    expect(await revisionOf(project, project.production)).toBe(3);
    const done = await promote(project, { if_match: tried.body.tag });
    const times = await Promise.all(
      [switched, ruled].map(async (flag) => (await valueIn(project.owner, flag, project.production)).updated_at),
    );
    const written = changes.map((change, index) => ({ ...change, updated_at: times[index] }));
    expect([done.status, done.body]).toEqual([200, { ...tried.body, changes: written, dry_run: false }]);
    expect((await compare(project)).body).toEqual([]);
  });

  it('one commit: consecutive revisions, an event for each flag, entries in one group', async () => {
    const { project } = await aProjectThatDiffers();
    const stream = await listen(project.production);
    const { headers } = await promote(project);
    const events = await Promise.all([4, 5].map((revision) => stream.ofRevision(revision)));
    expect(events.map(({ data }) => [data.key, data.is_enabled, data.rollout_percentage])).toEqual([
      ['a', true, 100],
      ['b', false, 20],
    ]);
    expect(headers['burgee-position']).toMatch(/-5$/);
    const { body } = await fetchFlags(project.production);
    expect(body).toContainEqual(expect.objectContaining({ key: 'b', rollout_percentage: 20, ...RULE }));
    const inProduction = { environment: project.production.id };
    const [toggled] = await projectAudit(project, { action: 'flag_toggle', ...inProduction }, 1);
    const [edited] = await projectAudit(project, { action: 'flag_update', ...inProduction }, 1);
    expect([toggled.group_id, edited.group_id]).toEqual([ID, toggled.group_id]);
    expect(edited).toMatchObject({ old_values: FRESH_VALUE, new_values: { rollout_percentage: 20, ...RULE } });
  });

  it('chosen flags and chosen parts alone', async () => {
    const { project, switched, ruled } = await aProjectThatDiffers();
    expect(changed(await promote(project, { flags: [ruled.id, switched.id], parts: ['rollout'] }))).toEqual([
      ['b', ['rollout']],
    ]);
    expect(await valueIn(project.owner, ruled, project.production)).toMatchObject({
      rollout_percentage: 20,
      targeting_attribute: null,
    });
    expect(changed(await promote(project, { flags: [switched.id] }))).toEqual([['a', ['switch']]]);
    expect(changed(await promote(project))).toEqual([['b', ['rule']]]);
  });

  it('nothing differs: no revision, no entry, and the position all the same', async () => {
    const project = await aProject(url, {}, owner);
    await aFlag(project);
    const { status, body, headers } = await promote(project);
    expect([status, body.changes]).toEqual([200, []]);
    expect(headers['burgee-position']).toMatch(/-1$/);
    expect(await revisionOf(project, project.production)).toBe(1);
  });

  it('412 when a value changed since the dry run, with what it would be now, and nothing changes', async () => {
    const { project, switched } = await aProjectThatDiffers();
    const tried = await promote(project, { dry_run: true });
    await toggle(project.owner, switched, project.development, false);
    const answer = await promote(project, { if_match: tried.body.tag });
    expectProblem(answer, 412);
    expect(answer.body.current.changes.map(({ key }: Flag) => key)).toEqual(['b']);
    expect(await revisionOf(project, project.production)).toBe(3);
    expect((await promote(project, { if_match: answer.body.current.tag })).status).toBe(200);
  });

  it.each([true, false])('all or none, dry run %s: every flag that cannot be promoted is named', async (dry_run) => {
    const { project, switched, ruled } = await aProjectThatDiffers();
    await project.owner.client.post(`/api/flags/${ruled.id}/archive`);
    expectProblem(await promote(project, { flags: [switched.id, ruled.id], dry_run }), 409, 'flag_archived', [
      '/flags/1',
    ]);
    const flags = [switched.id, UNKNOWN_ID, switched.id];
    expectProblem(await promote(project, { flags, dry_run }), 400, 'invalid_request', ['/flags/1', '/flags/2']);
    expect(await valueIn(project.owner, switched, project.production)).toMatchObject({ is_enabled: false });
  });

  it('is for editors; viewers compare', async () => {
    const { project } = await aProjectThatDiffers();
    const viewer = { ...project, owner: await aMember(url, project, 'viewer') };
    expect(keysOf(await compare(viewer))).toEqual(['a', 'b']);
    expectProblem(await promote(viewer), 403, 'role_too_low');
  });
});
