import type { FlagView, Restored } from '@burgee/contracts/http';
import {
  aFlag,
  aMember,
  type ServiceResponse,
  aProject,
  type Environment,
  type Flag,
  type Project,
  sharedCluster,
  aUser,
} from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { projectAudit } from './audit-calls.js';
import { edit, revisionOf, toggle, valueIn } from './flag-calls.js';
import { closeStreams, fetchFlags, listen } from './sdk-calls.js';
import { EDITED_VALUE, FRESH_VALUE, ID, UNKNOWN_ID } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const account = await aUser(url);

afterEach(closeStreams);

type Key = { key: string };

const post = ({ owner }: Project, path: string, body: object = {}): Promise<ServiceResponse> =>
  owner.client.post(path, body);
const positionOf = async ({ owner }: Project, { id }: Environment): Promise<string> =>
  (await owner.client.get(`/api/environments/${id}/history`)).body.position;
const restore = (project: Project, environment: Environment, body: object): Promise<ServiceResponse> =>
  post(project, `/api/environments/${environment.id}/restore`, body);
const revert = (project: Project, flag: Flag, environment: Environment, body: object): Promise<ServiceResponse> =>
  post(project, `/api/flags/${flag.id}/environments/${environment.id}/revert`, body);
const actionsOf = ({ body }: ServiceResponse) =>
  body.changes.map(({ key, action }: Key & { action: string }) => [key, action]);

describe('not shown: POST /api/flags/:flagId/environments/:envId/revert', () => {
  it('the value before an entry, and after it, each as a change that names the entry', async () => {
    const project = await aProject(url, {}, account);
    const [flag, { owner, production }] = [await aFlag(project), project];
    await edit(owner, flag, production, EDITED_VALUE);
    await edit(owner, flag, production, { rollout_percentage: 60 });
    const entry_id = (await projectAudit(project, { action: 'flag_update' }, 2))[1].id;
    const stream = await listen(production);
    const before = await revert(project, flag, production, { entry_id, to: 'before' });
    expect([before.status, before.body, before.headers.etag]).toEqual([
      200,
      expect.objectContaining(FRESH_VALUE),
      `"${before.body.updated_at}"`,
    ]);
    expect((await stream.ofRevision(4)).data).toMatchObject({ flag_id: flag.id, ...FRESH_VALUE });
    expect((await revert(project, flag, production, { entry_id, to: 'after' })).body).toMatchObject(EDITED_VALUE);
    const [newest] = await projectAudit(project, { action: 'flag_update' }, 4);
    expect(newest).toMatchObject({ old_values: FRESH_VALUE, new_values: { ...EDITED_VALUE, reverts: entry_id } });
  });

  it('412 with the value as it is, 409 of an archived flag, 410 of an entry of something else; nothing changes', async () => {
    const project = await aProject(url, {}, account);
    const [flag, other, { owner, production, development }] = [await aFlag(project), await aFlag(project), project];
    const read = (await toggle(owner, flag, production, true)).headers.etag;
    await edit(owner, flag, production, { rollout_percentage: 60 });
    const entry_id = (await projectAudit(project, { action: 'flag_toggle' }, 1))[0].id;
    const undo = { entry_id, to: 'before' };
    const stale = await revert(project, flag, production, { ...undo, if_match: read });
    expectProblem(stale, 412);
    expect(stale.body.current).toMatchObject({ is_enabled: true, rollout_percentage: 60 });
    expectProblem(await revert(project, other, production, undo), 410, 'history_gone');
    expectProblem(await revert(project, flag, development, undo), 410, 'history_gone');
    const created = (await projectAudit(project, { action: 'flag_create', flag: flag.id }, 1))[0].id;
    const ofCreation = { entry_id: created, to: 'before' };
    expectProblem(await revert(project, flag, production, ofCreation), 400, 'invalid_request', ['/to']);
    const viewer = { ...project, owner: await aMember(url, project, 'viewer') };
    expectProblem(await revert(viewer, flag, production, undo), 403, 'role_too_low');
    expect(await valueIn(owner, flag, production)).toMatchObject({ is_enabled: true, rollout_percentage: 60 });
    await post(project, `/api/flags/${flag.id}/archive`);
    expectProblem(await revert(project, flag, production, undo), 409, 'flag_archived');
  });
});

describe('not shown: POST /api/projects/:id/flags/:flagId/restore', () => {
  it('a deleted flag is back under its id with all that it was, in the environments that are there', async () => {
    const project = await aProject(url, {}, account);
    const { owner, production, development } = project;
    const about = { kind: 'release', ends_on: '2027-01-31' };
    const flag = await aFlag(project, { type: 'string', description: 'd', tags: ['x'], owner_id: owner.id, ...about });
    await edit(owner, flag, production, { is_enabled: true, rollout_percentage: 20 });
    const was = (await owner.client.get(`/api/flags/${flag.id}`)).body;
    await owner.client.delete(`/api/flags/${flag.id}`);
    await owner.client.delete(`/api/projects/${project.id}/environments/${development.id}`);
    const staging = (await post(project, `/api/projects/${project.id}/environments`, { name: 'Staging' })).body;
    const stream = await listen(production);
    const path = `/api/projects/${project.id}/flags/${flag.id}/restore`;
    const back = await post(project, path);
    const { environments, updated_at: _at, ...rest } = was;
    expect([back.status, back.body]).toEqual([200, expect.objectContaining({ ...rest, archived_at: null })]);
    expect(back.body.environments).toEqual([
      expect.objectContaining({ environment_id: production.id, is_enabled: true, rollout_percentage: 20 }),
      expect.objectContaining({ environment_id: staging.id, ...FRESH_VALUE }),
    ]);
    expect(environments).toHaveLength(2);
    expect((await stream.ofRevision(4)).data).toMatchObject({ flag_id: flag.id, rollout_percentage: 20 });
    await projectAudit(project, { action: 'flag_restore', flag: flag.id }, 1);
    expectProblem(await post(project, path), 404, 'not_found');
  });

  it('archived if it was; 409 when its key was used again; 404 elsewhere', async () => {
    const project = await aProject(url, {}, account);
    const { owner } = project;
    const flag = await aFlag(project, { key: 'taken' });
    await post(project, `/api/flags/${flag.id}/archive`);
    await owner.client.delete(`/api/flags/${flag.id}`);
    const other = await aProject(url, {}, owner);
    expectProblem(await post(other, `/api/projects/${other.id}/flags/${flag.id}/restore`), 404, 'not_found');
    const path = `/api/projects/${project.id}/flags/${flag.id}/restore`;
    const again = await aFlag(project, { key: 'taken' });
    expectProblem(await post(project, path), 409, 'duplicate', ['']);
    await owner.client.delete(`/api/flags/${again.id}`);
    expect((await post(project, path)).body.archived_at).toEqual(expect.any(String));
    expect((await fetchFlags(project.production)).body).toEqual([]);
  });
});

describe('not shown: POST /api/environments/:id/restore', () => {
  /** Flags a to e: one changed, one archived, one deleted, one as before, one new since. */
  async function aChangedProject() {
    const project = await aProject(url, {}, account);
    const [a, b, c, d] = [
      await aFlag(project, { key: 'a' }),
      await aFlag(project, { key: 'b' }),
      await aFlag(project, { key: 'c' }),
      await aFlag(project, { key: 'd' }),
    ];
    const { owner, production, development } = project;
    for (const flag of [a, b, c]) await edit(owner, flag, production, EDITED_VALUE);
    await edit(owner, c, development, { rollout_percentage: 5 });
    const was = (await fetchFlags(production)).body;
    const at = await positionOf(project, production);
    await edit(owner, a, production, { is_enabled: false, rollout_percentage: 1 });
    await edit(owner, b, production, { rollout_percentage: 2 });
    await post(project, `/api/flags/${b.id}/archive`);
    await edit(owner, c, production, { rollout_percentage: 3 });
    await owner.client.delete(`/api/flags/${c.id}`);
    const newer = await aFlag(project, { key: 'e' });
    return { project, flags: { a, b, c, d, newer }, was, at };
  }

  it('a dry run says what would be; with its tag exactly that is done, in one commit of consecutive revisions', async () => {
    const { project, flags, was, at } = await aChangedProject();
    const { production, development } = project;
    const revision = await revisionOf(project, production);
    const tried = await restore(project, production, { at, dry_run: true });
    expect([tried.status, tried.body.position, actionsOf(tried), tried.body.newer]).toEqual([
      200,
      at,
      [
        ['a', 'change'],
        ['b', 'unarchive'],
        ['c', 'restore'],
      ],
      [{ flag_id: flags.newer.id, key: 'e' }],
    ]);
    expect(tried.body.changes[0]).toMatchObject({
      parts: ['switch', 'rollout'],
      from: { is_enabled: false, rollout_percentage: 1 },
      to: EDITED_VALUE,
    });
    expect(await revisionOf(project, production)).toBe(revision);
    const stream = await listen(production);
    const done = await restore(project, production, { at, if_match: tried.body.tag });
    const writtenAt = { updated_at: expect.any(String) };
    const changes = (tried.body as Restored).changes.map((change) =>
      change.action === 'restore' ? change : { ...change, ...writtenAt },
    );
    expect([done.status, done.body]).toEqual([200, { ...tried.body, dry_run: false, changes }]);
    const [written] = (done.body as Restored).changes;
    const { environments } = (await project.owner.client.get(`/api/flags/${written?.flag_id}`)).body as FlagView;
    expect(environments).toContainEqual(
      expect.objectContaining({ environment_id: production.id, updated_at: written?.updated_at }),
    );
    const events = await Promise.all([1, 2, 3].map((step) => stream.ofRevision(revision + step)));
    expect(events.map(({ data }) => data.key).toSorted()).toEqual(['a', 'b', 'c']);
    expect(done.headers['burgee-position']).toContain(`-${revision + 3}`);
    const now = (await fetchFlags(production)).body;
    expect(now.filter(({ key }: Key) => key !== 'e')).toEqual(was);
    expect((await fetchFlags(development)).body).toContainEqual(
      expect.objectContaining({ flag_id: flags.c.id, rollout_percentage: 5 }),
    );
    const [entry] = await projectAudit(project, { action: 'environment_restore' }, 1);
    expect(entry).toMatchObject({
      environment_id: production.id,
      new_values: { position: at, flags: 3 },
      group_id: ID,
    });
    const [back] = await projectAudit(project, { action: 'flag_restore' }, 1);
    expect(back.group_id).toBe(entry.group_id);
    const again = await restore(project, production, { at });
    expect([again.body.changes, again.headers['burgee-position']]).toEqual([
      [],
      expect.stringContaining(`-${revision + 3}`),
    ]);
  });

  it('412 with what it would be now when something has changed since the dry run; nothing is changed', async () => {
    const { project, flags, at } = await aChangedProject();
    const { owner, production } = project;
    const { tag } = (await restore(project, production, { at, dry_run: true })).body;
    await edit(owner, flags.d, production, { rollout_percentage: 44 });
    const answer = await restore(project, production, { at, if_match: tag });
    expectProblem(answer, 412);
    expect(answer.body.current.changes).toContainEqual(
      expect.objectContaining({
        key: 'd',
        from: { ...FRESH_VALUE, rollout_percentage: 44 },
        to: FRESH_VALUE,
      }),
    );
    expect(await valueIn(owner, flags.a, production)).toMatchObject({ is_enabled: false });
    expect((await restore(project, production, { at, if_match: answer.body.current.tag })).status).toBe(200);
  });

  it('restores only the chosen flags, and names each flag that did not exist then', async () => {
    const { project, flags, at } = await aChangedProject();
    const { production } = project;
    const one = await restore(project, production, { at, flags: [flags.b.id] });
    expect(actionsOf(one)).toEqual([['b', 'unarchive']]);
    const wrong = [flags.a.id, flags.newer.id, UNKNOWN_ID, flags.a.id];
    expectProblem(await restore(project, production, { at, flags: wrong }), 400, 'invalid_request', [
      '/flags/1',
      '/flags/2',
      '/flags/3',
    ]);
  });

  it.each([true, false])(
    '409 with every key that was used again, dry run %s, and nothing is changed',
    async (dry_run) => {
      const { project, flags, at } = await aChangedProject();
      const { owner, production } = project;
      const again = await aFlag(project, { key: 'c' });
      const answer = await restore(project, production, { at, dry_run });
      expectProblem(answer, 409, 'duplicate', ['/at']);
      expect(answer.body.errors[0].detail).toContain('c');
      expect(await valueIn(owner, flags.a, production)).toMatchObject({ is_enabled: false });
      await owner.client.delete(`/api/flags/${again.id}`);
      expect((await restore(project, production, { at, dry_run })).status).toBe(200);
    },
  );

  it('is for editors, and for members', async () => {
    const project = await aProject(url, {}, account);
    const at = await positionOf(project, project.production);
    const viewer = { ...project, owner: await aMember(url, project, 'viewer') };
    expectProblem(await restore(viewer, project.production, { at }), 403, 'role_too_low');
    const stranger = { ...project, owner: (await aProject(url)).owner };
    expectProblem(await restore(stranger, project.production, { at }), 404, 'not_found');
  });
});

describe('not shown: POST /api/environments/:id/explain', () => {
  it('what a client decided then and decides now, by what, and who made it so', async () => {
    const project = await aProject(url, {}, account);
    const { owner, production } = project;
    const flag = await aFlag(project, { key: 'a' });
    await edit(owner, flag, production, { ...EDITED_VALUE, targeting_attribute: 'user.plan', targeting_value: 'pro' });
    const at = await positionOf(project, production);
    await toggle(owner, flag, production, false);
    const context = { targetingKey: 'user-1', user: { plan: 'pro' } };
    const explain = (body: object) => post(project, `/api/environments/${production.id}/explain`, { context, ...body });
    const then = await explain({ at });
    const [edited] = await projectAudit(project, { action: 'flag_update' }, 1);
    expect([then.status, then.body.position, then.body.flags]).toEqual([
      200,
      at,
      [
        {
          flag_id: flag.id,
          key: 'a',
          type: 'boolean',
          value: true,
          reason: 'TARGETING_MATCH',
          variant: 'targeted',
          bucket: expect.any(Number),
          set: { ...EDITED_VALUE, targeting_attribute: 'user.plan', targeting_value: 'pro' },
          set_by: expect.objectContaining({ revision: 2, entry_id: edited.id, user_name: owner.name }),
        },
      ],
    ]);
    expect((await explain({ flags: [flag.id] })).body.flags[0]).toMatchObject({ value: false, reason: 'DISABLED' });
    const viewer = { ...project, owner: await aMember(url, project, 'viewer') };
    expectProblem(await post(viewer, `/api/environments/${production.id}/explain`, { context }), 403, 'role_too_low');
  });
});
