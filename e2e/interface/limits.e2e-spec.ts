import { aFlag, aProject, queryDatabase, sharedCluster, aUser } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { edit, toggle } from './flag-calls.js';
import { fetchFlags, SDK_ADDRESSES } from './sdk-calls.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const owner = await aUser(url);

const BODY_LIMIT = 128 * 1024;

describe('Limits: "Flag cache per environment … invalidated immediately on any write"', () => {
  it.each(SDK_ADDRESSES)('no read after a write is older than it, at %s', async (_, base) => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    for (let round = 0; round < 4; round++) {
      const is_enabled = round % 2 === 0;
      await toggle(project.owner, flag, project.development, is_enabled);
      expect((await fetchFlags(project.development, {}, base)).body[0].is_enabled).toBe(is_enabled);
      await edit(project.owner, flag, project.development, { rollout_percentage: round });
      expect((await fetchFlags(project.development, {}, base)).body[0].rollout_percentage).toBe(round);
    }
  });
});

describe('not shown: "Request size limits"', () => {
  const ofSize = (bytes: number) => {
    const frame = JSON.stringify({ description: '' });
    return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  };
  const headers = { 'content-type': 'application/json' };

  it('a body of more than 128 KiB → 413', async () => {
    const project = await aProject(url, {}, owner);
    const path = `/api/projects/${project.id}`;
    const answer = await project.owner.client.call('PATCH', path, { raw: ofSize(BODY_LIMIT + 1), headers });
    expectProblem(answer, 413, 'body_too_large');
  });

  it('a body of 128 KiB is read, and then refused for what it holds', async () => {
    const project = await aProject(url, {}, owner);
    const path = `/api/projects/${project.id}`;
    const answer = await project.owner.client.call('PATCH', path, { raw: ofSize(BODY_LIMIT), headers });
    expectProblem(answer, 400, 'invalid_request', ['/description']);
  });

  it('a small body that does not say its size is taken', async () => {
    const project = await aProject(url, {}, owner);
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    const path = `/api/projects/${project.id}`;
    const raw = JSON.stringify({ description: 'Ünïcode' });
    const { status, body } = await project.owner.client.call('PATCH', path, { raw, headers: chunked });
    expect([status, body.description]).toEqual([200, 'Ünïcode']);
  });
});

describe('not shown: "Rate limits" and quotas', () => {
  it('objects above a project’s limit → 409 that names the setting and the numbers', async () => {
    const environments = Array.from({ length: 20 }, (_, index) => ({ name: `Environment ${index}` }));
    const project = await aProject(url, { environments });
    await queryDatabase(
      `insert into flags.environments (id, project_id, name, slug, icon, protected)
       select gen_random_uuid(), $1, 'More', 'more-' || n, '', false from generate_series(1, 30) n`,
      [project.id],
    );
    const answer = await project.owner.client.post(`/api/projects/${project.id}/environments`, { name: 'One more' });
    expectProblem(answer, 409, 'quota_exceeded');
    expect(answer.body.detail).toBe(
      'ENVIRONMENTS_PER_PROJECT_AT_MOST allows 50 environments per project; this would make 51. Delete one, or ask ' +
        'an operator to raise the limit.',
    );
  });

  it('a flag set of more than 2 MB → 409, while switches and deletes go on', async () => {
    const project = await aProject(url, {}, owner);
    const { client } = project.owner;
    const flag = await aFlag(project);
    await queryDatabase('update flags.environments set flag_set_bytes = 1999999 where id = $1', [
      project.production.id,
    ]);
    expectProblem(await client.post(`/api/projects/${project.id}/flags`, { key: 'a' }), 409, 'flag_set_too_large');
    expectProblem(await client.patch(`/api/flags/${flag.id}`, { name: `${flag.key}…` }), 409, 'flag_set_too_large');
    const value = { rollout_percentage: 7, targeting_attribute: 'a', targeting_value: 'b' };
    expectProblem(await edit(project.owner, flag, project.production, value), 409, 'flag_set_too_large');
    expect((await edit(project.owner, flag, project.production, { rollout_percentage: 7 })).status).toBe(200);
    expect((await toggle(project.owner, flag, project.production, true)).status).toBe(200);
    expect((await client.delete(`/api/flags/${flag.id}`)).status).toBe(200);
  });
});

describe('not shown: how long a text may be', () => {
  it('bytes in UTF-8 count: more than the limit → 400 that says the limit and how many there are', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project, { type: 'string' });
    const path = `/api/flags/${flag.id}/environments/${project.production.id}`;
    const put = (targeting_value: string) =>
      project.owner.client.patch(path, { targeting_attribute: 'a', targeting_value });
    const refused = await put('😀'.repeat(2_501));
    expectProblem(refused, 400, 'invalid_request', ['/targeting_value']);
    expect(refused.body.detail).toContain('at most 10,000 bytes in UTF-8; it has 10,004');
    expect((await put('😀'.repeat(2_500))).status).toBe(200);
    const renamed = await project.owner.client.patch(`/api/flags/${flag.id}`, { name: 'é'.repeat(101) });
    expectProblem(renamed, 400, 'invalid_request', ['/name']);
  });
});
