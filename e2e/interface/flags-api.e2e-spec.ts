import { aFlag, aMember, aProject, aUser, eventually, readShelf, Visitor, world } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { flagAudit } from './audit-calls.js';
import { expectProblem } from './expect-problem.js';
import { edit, toggle, valueIn } from './flag-calls.js';
import { closeStreams, fetchFlags, listen } from './sdk-calls.js';
import { EDITED_VALUE, FRESH_VALUE, ID, TIME, UNKNOWN_ID } from './shapes.js';

const { url } = world();

afterEach(closeStreams);

describe('Flags API "requires the token cookie"', () => {
  it.each([
    ['GET', '/api/flags/:flagId/environments'],
    ['PATCH', '/api/flags/:flagId/environments/:envId/toggle'],
    ['PATCH', '/api/flags/:flagId/environments/:envId'],
    ['DELETE', '/api/flags/:flagId'],
    ['GET', '/api/flags/:flagId/audit'],
    ['POST', '/api/projects/:id/flags'],
  ])('%s %s without it answers 401 and changes nothing', async (method, route) => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const path = route.replace(':flagId', flag.id).replace(':envId', project.development.id).replace(':id', project.id);
    const answer = await new Visitor(url).call(method, path, method === 'PATCH' ? { body: { is_enabled: true } } : {});
    expectProblem(answer, 401, 'unauthenticated');
    const { body } = await project.owner.visitor.get(`/api/projects/${project.id}/flags`);
    expect(body).toHaveLength(1);
    expect(body[0].environments[0].is_enabled).toBe(false);
  });
});

describe('GET /api/flags/:flagId/environments', () => {
  it('"array with one element per environment in which the flag exists"', async () => {
    const names = ['Alpha', 'Beta', 'Gamma'];
    const project = await aProject(url, { environments: names.map((name) => ({ name })) });
    const flag = await aFlag(project);
    await aFlag(project);
    const { status, body } = await project.owner.visitor.get(`/api/flags/${flag.id}/environments`);
    expect(status).toBe(200);
    expect(body).toEqual(
      project.environments.map(({ id, name, slug, icon }) => ({
        id: ID,
        flag_id: flag.id,
        environment_id: id,
        ...FRESH_VALUE,
        updated_at: TIME,
        environment_name: name,
        environment_slug: slug,
        environment_icon: icon,
      })),
    );
    expect(body.map((row: { environment_name: string }) => row.environment_name)).toEqual(names);
  });
});

describe('PATCH /api/flags/:flagId/environments/:envId/toggle', () => {
  it('"Changes only is_enabled", here and in no other environment', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const [before, elsewhere] = (await project.owner.visitor.get(`/api/flags/${flag.id}/environments`)).body;
    await toggle(project.owner, flag, project.development, true);
    const [after, untouched] = (await project.owner.visitor.get(`/api/flags/${flag.id}/environments`)).body;
    expect(after).toEqual({ ...before, is_enabled: true, updated_at: TIME });
    expect(untouched).toEqual(elsewhere);
  });

  it('"a fresh GET /api/v1/flags sees a change immediately"', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    for (const is_enabled of [true, false, true]) {
      await toggle(project.owner, flag, project.development, is_enabled);
      expect((await fetchFlags(project.development)).body[0].is_enabled).toBe(is_enabled);
    }
  });

  describe('not shown: body and answer', () => {
    it('200, the updated row as the list shows it', async () => {
      const project = await aProject(url);
      const flag = await aFlag(project);
      const answer = await toggle(project.owner, flag, project.development, true);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(await valueIn(project.owner, flag, project.development));
      expect(answer.body.is_enabled).toBe(true);
    });

    it.each([
      ['"true"', 'true'],
      ['1', 1],
      ['null', null],
      ['nothing', undefined],
      ['an array', [true]],
    ])('a body that holds %s instead of a boolean → 400', async (_, value) => {
      const project = await aProject(url);
      const flag = await aFlag(project);
      expectProblem(await toggle(project.owner, flag, project.development, value), 400, 'invalid_request', [
        '/is_enabled',
      ]);
      expect((await valueIn(project.owner, flag, project.development)).is_enabled).toBe(false);
    });

    it('an unknown field → 400', async () => {
      const project = await aProject(url);
      const flag = await aFlag(project);
      const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
      const answer = await project.owner.visitor.patch(path, { is_enabled: true, rollout_percentage: 1 });
      expectProblem(answer, 400, 'invalid_request', ['/rollout_percentage']);
    });
  });
});

describe('PATCH /api/flags/:flagId/environments/:envId', () => {
  it('"Used for rollout and targeting changes as well as the on/off state", here and nowhere else', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const elsewhere = await valueIn(project.owner, flag, project.production);
    const answer = await edit(project.owner, flag, project.development, EDITED_VALUE);
    expect(answer.status).toBe(200);
    expect(await valueIn(project.owner, flag, project.development)).toMatchObject(EDITED_VALUE);
    expect(await valueIn(project.owner, flag, project.production)).toEqual(elsewhere);
  });

  it('"a fresh GET /api/v1/flags sees a change immediately"', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    for (const rollout_percentage of [0, 50, 100]) {
      await edit(project.owner, flag, project.development, { rollout_percentage });
      expect((await fetchFlags(project.development)).body[0].rollout_percentage).toBe(rollout_percentage);
    }
  });
});

describe('DELETE /api/flags/:flagId', () => {
  it('"object with envIds, success (true) and message"', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const { status, body } = await project.owner.visitor.delete(`/api/flags/${flag.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      envIds: [{ environment_id: project.development.id }, { environment_id: project.production.id }],
      success: true,
      message: 'Flag deleted successfully',
    });
  });

  it('"the flag and its value rows are deleted", and no other flag', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const kept = await aFlag(project);
    await project.owner.visitor.delete(`/api/flags/${flag.id}`);
    expectProblem(await project.owner.visitor.get(`/api/flags/${flag.id}/environments`), 404, 'not_found');
    expect((await project.owner.visitor.get(`/api/flags/${kept.id}/environments`)).body).toHaveLength(2);
  });

  it('"the flag cache of every environment in which it existed is invalidated"', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const places = [];
    for (const environment of project.environments) {
      const { headers, body } = await fetchFlags(environment);
      const [epoch = '', revision] = (headers.etag ?? '').replaceAll('"', '').split('-');
      const place = { environmentId: environment.id, epoch, revision: Number(revision) };
      await eventually(async () => expect(await readShelf(place)).toEqual(body));
      places.push(place);
    }
    await project.owner.visitor.delete(`/api/flags/${flag.id}`);
    for (const place of places) await eventually(async () => expect(await readShelf(place)).toBeUndefined());
    for (const environment of project.environments) expect((await fetchFlags(environment)).body).toEqual([]);
  });

  it('"an audit entry is written"', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    await project.owner.visitor.delete(`/api/flags/${flag.id}`);
    const [entry] = await flagAudit(project.owner, flag, 2);
    expect(entry).toMatchObject({ action: 'flag_delete', flag_id: flag.id, flag_key: flag.key });
  });

  it('"a flag_deleted event is pushed to the SDK clients of each affected environment"', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const streams = await Promise.all(project.environments.map((environment) => listen(environment)));
    await project.owner.visitor.delete(`/api/flags/${flag.id}`);
    for (const stream of streams) {
      const event = await stream.until(({ event }) => event === 'flag_deleted');
      expect(event.data).toMatchObject({ flag_id: flag.id });
    }
  });

  it('not shown: a second time → 404; the key is free again', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    await project.owner.visitor.delete(`/api/flags/${flag.id}`);
    expectProblem(await project.owner.visitor.delete(`/api/flags/${flag.id}`), 404, 'not_found');
    expect((await aFlag(project, { key: flag.key })).id).not.toBe(flag.id);
  });
});

describe('GET /api/flags/:flagId/audit', () => {
  it('"the audit log entries of this flag"', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const other = await aFlag(project);
    await toggle(project.owner, other, project.development, true);
    await toggle(project.owner, flag, project.development, true);
    const entries = await flagAudit(project.owner, flag, 2);
    expect(entries.map((entry) => [entry.action, entry.flag_id])).toEqual([
      ['flag_toggle', flag.id],
      ['flag_create', flag.id],
    ]);
  });

  it('"filtered to the requesting user": nobody reads another member’s', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const editor = await aMember(url, project, 'editor');
    await toggle(editor, flag, project.development, true);
    expect(await flagAudit(editor, flag, 1)).toEqual([expect.objectContaining({ user_id: editor.id })]);
    expect(await flagAudit(project.owner, flag, 1)).toEqual([
      expect.objectContaining({ user_id: project.owner.id, action: 'flag_create' }),
    ]);
  });

  it('"filtered to the current project": a stranger gets 404, as for an unknown flag', async () => {
    const flag = await aFlag(await aProject(url));
    const stranger = await aUser(url);
    const headers = { 'x-request-id': 'same-for-both' };
    const [theirs, unknown] = [
      await stranger.visitor.get(`/api/flags/${flag.id}/audit`, headers),
      await stranger.visitor.get(`/api/flags/${UNKNOWN_ID}/audit`, headers),
    ];
    expectProblem(theirs, 404, 'not_found');
    expect(theirs.text).toBe(unknown.text);
  });
});

describe('Flag creation: POST /api/projects/:id/flags', () => {
  it('not shown: 201, the flag with its value in every environment: off, 100 %, no rule', async () => {
    const project = await aProject(url);
    const request = { key: 'new.checkout_2-b', name: 'New checkout', type: 'string', description: 'Two steps' };
    const { status, body } = await project.owner.visitor.post(`/api/projects/${project.id}/flags`, request);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: ID,
      project_id: project.id,
      ...request,
      created_at: TIME,
      updated_at: TIME,
      environments: project.environments.map(({ id, name, slug, icon }) => ({
        id: ID,
        flag_id: body.id,
        environment_id: id,
        ...FRESH_VALUE,
        updated_at: TIME,
        environment_name: name,
        environment_slug: slug,
        environment_icon: icon,
      })),
    });
  });

  it('not shown: only key is required; name is the key, type boolean, description null', async () => {
    const project = await aProject(url);
    const { body } = await project.owner.visitor.post(`/api/projects/${project.id}/flags`, { key: 'k' });
    expect(body).toMatchObject({ key: 'k', name: 'k', type: 'boolean', description: null });
  });

  it.each(['', '-a', '.a', '_a', 'a b', 'ä', 'a/b', 'a'.repeat(129)])('not shown: key "%s" → 400', async (key) => {
    const project = await aProject(url);
    const answer = await project.owner.visitor.post(`/api/projects/${project.id}/flags`, { key });
    expectProblem(answer, 400, 'invalid_request', ['/key']);
  });

  it.each(['0', 'A', 'a.b_c-d', 'a'.repeat(128), 'toString', 'constructor'])(
    'not shown: key "%s" is taken and served',
    async (key) => {
      const project = await aProject(url);
      await aFlag(project, { key });
      expect((await fetchFlags(project.production)).body).toEqual([expect.objectContaining({ key })]);
    },
  );

  it('not shown: a key twice in a project → 409; in another project it is free', async () => {
    const project = await aProject(url);
    await aFlag(project, { key: 'checkout' });
    const again = await project.owner.visitor.post(`/api/projects/${project.id}/flags`, { key: 'checkout' });
    expectProblem(again, 409, 'duplicate', ['/key']);
    await aFlag(project, { key: 'Checkout' });
    await aFlag(await aProject(url), { key: 'checkout' });
  });

  it('not shown: the new flag is pushed as flag_updated and served at once in every environment', async () => {
    const project = await aProject(url);
    const streams = await Promise.all(project.environments.map((environment) => listen(environment)));
    const flag = await aFlag(project);
    for (const stream of streams) {
      const { event, data } = await stream.ofRevision(1);
      expect([event, data.flag_id]).toEqual(['flag_updated', flag.id]);
    }
    for (const environment of project.environments)
      expect((await fetchFlags(environment)).body).toEqual([expect.objectContaining({ flag_id: flag.id })]);
  });

  it('not shown: an environment added later gets values for every flag', async () => {
    const project = await aProject(url);
    const flags = [await aFlag(project), await aFlag(project)];
    const staging = await project.owner.visitor.post(`/api/projects/${project.id}/environments`, { name: 'Staging' });
    const { body } = await fetchFlags(staging.body);
    const ids = body.map((flag: { flag_id: string }) => flag.flag_id);
    expect(new Set(ids)).toEqual(new Set(flags.map(({ id }) => id)));
    expect(body[0]).toMatchObject(FRESH_VALUE);
  });
});
