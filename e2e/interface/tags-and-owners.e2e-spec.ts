import { aFlag, aMember, aProject, type Project, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { projectAudit } from './audit-calls.js';
import { revisionOf, toggle } from './flag-calls.js';
import { fetchFlags } from './sdk-calls.js';
import { UNKNOWN_ID } from './shapes.js';

const { url } = sharedCluster();

async function keysOf(project: Project, query: Record<string, string>): Promise<string[]> {
  const { body } = await project.owner.client.get(`/api/projects/${project.id}/flags?${new URLSearchParams(query)}`);
  return body.map((flag: { key: string }) => flag.key);
}

describe('not shown: tags and owner of a flag', () => {
  it('are set with the flag or later; a PATCH answers them with the names, and SDKs never get them', async () => {
    const project = await aProject(url);
    const editor = await aMember(url, project, 'editor');
    const flag = await aFlag(project, { tags: ['shop', 'a', 'shop'], owner_id: editor.id });
    const { client } = project.owner;
    expect((await client.get(`/api/flags/${flag.id}`)).body).toMatchObject({
      tags: ['a', 'shop'],
      owner_id: editor.id,
      owner_name: editor.name,
      created_by: project.owner.id,
      created_by_name: project.owner.name,
    });
    const { status, body } = await client.patch(`/api/flags/${flag.id}`, { tags: ['b'], owner_id: null });
    expect([status, body.tags, body.owner_id, body.owner_name]).toEqual([200, ['b'], null, null]);
    expect(await revisionOf(project, project.production)).toBe(1);
    expect(Object.keys((await fetchFlags(project.production)).body[0])).toHaveLength(9);
    const [entry] = await projectAudit(project, { action: 'flag_rename' }, 1);
    expect(entry).toMatchObject({
      old_values: { tags: ['a', 'shop'], owner_id: editor.id },
      new_values: { tags: ['b'], owner_id: null },
    });
  });

  it('only a member can become owner; an owner who leaves the project stays until another is set', async () => {
    const project = await aProject(url);
    const editor = await aMember(url, project, 'editor');
    const flag = await aFlag(project, { owner_id: editor.id });
    const { client } = project.owner;
    const stranger = (await aProject(url)).owner;
    for (const owner_id of [UNKNOWN_ID, stranger.id])
      expectProblem(await client.patch(`/api/flags/${flag.id}`, { owner_id }), 400, 'invalid_request', ['/owner_id']);
    await client.delete(`/api/projects/${project.id}/members/${editor.id}`);
    expect((await client.patch(`/api/flags/${flag.id}`, { name: 'Same owner' })).body.owner_name).toBe(editor.name);
  });

  it('kind and end date are set with the flag, changed, listed by and audited, and SDKs never get them', async () => {
    const project = await aProject(url);
    const { client } = project.owner;
    const flag = await aFlag(project, { key: 'first', kind: 'release', ends_on: '2027-01-31' });
    await aFlag(project, { key: 'second', kind: 'permission' });
    expect((await client.get(`/api/flags/${flag.id}`)).body).toMatchObject({ kind: 'release', ends_on: '2027-01-31' });
    expect(await keysOf(project, { kind: 'release', fields: 'summary' })).toEqual(['first']);
    expect(await keysOf(project, { ends_before: '2027-02-01' })).toEqual(['first']);
    expect(await keysOf(project, { ends_before: '2027-01-31' })).toEqual([]);
    const { status, body } = await client.patch(`/api/flags/${flag.id}`, { kind: null, ends_on: '2028-02-29' });
    expect([status, body.kind, body.ends_on]).toEqual([200, null, '2028-02-29']);
    expect(Object.keys((await fetchFlags(project.production)).body[0])).toHaveLength(9);
    expect((await projectAudit(project, { action: 'flag_rename' }, 1))[0]).toMatchObject({
      old_values: { kind: 'release', ends_on: '2027-01-31' },
      new_values: { kind: null, ends_on: '2028-02-29' },
    });
  });

  it('many flags are tagged at once; one with too many refuses all', async () => {
    const project = await aProject(url);
    const full = await aFlag(project, { tags: Array.from({ length: 20 }, (_, index) => `t${index}`) });
    const [one, other] = [await aFlag(project, { key: 'one', tags: ['x'] }), await aFlag(project, { key: 'other' })];
    const change = (action: string, flag_ids: string[], tags?: string[]) =>
      project.owner.client.post(`/api/projects/${project.id}/flags/changes`, { action, flag_ids, tags });
    expectProblem(await change('tag', [one.id, full.id], ['y']), 400, 'invalid_request', ['/flag_ids/1']);
    expect((await change('tag', [one.id, other.id], ['x'])).body).toEqual({ changed: [other.id] });
    expect(await keysOf(project, { tag: 'x' })).toEqual(['one', 'other']);
    expect((await change('untag', [one.id, other.id], ['x'])).body).toEqual({ changed: [one.id, other.id] });
    expect(await keysOf(project, { tag: 'x' })).toEqual([]);
    expectProblem(await change('tag', [one.id]), 400, 'invalid_request', ['/tags']);
    expectProblem(await change('archive', [one.id], ['x']), 400, 'invalid_request', ['/tags']);
    expect(await revisionOf(project, project.production)).toBe(3);
  });
});

describe('not shown: filters of GET /api/projects/:id/flags', () => {
  it('tag, owner, age, and state in one environment', async () => {
    const project = await aProject(url);
    const { owner } = project;
    const first = await aFlag(project, { key: 'first', tags: ['a', 'b'], owner_id: owner.id });
    const { created_at } = (await owner.client.get(`/api/flags/${first.id}`)).body;
    const second = await aFlag(project, { key: 'second', tags: ['b'] });
    await toggle(owner, second, project.production, true);
    expect(await keysOf(project, { tag: 'b' })).toEqual(['first', 'second']);
    expect(await keysOf(project, { tag: 'a' })).toEqual(['first']);
    expect(await keysOf(project, { owner: owner.id })).toEqual(['first']);
    const production = { environment: project.production.id };
    expect(await keysOf(project, { state: 'on', ...production })).toEqual(['second']);
    expect(await keysOf(project, { state: 'off', ...production })).toEqual(['first']);
    expect(await keysOf(project, { state: 'on', environment: project.development.id })).toEqual([]);
    expect(await keysOf(project, { created_before: created_at })).toEqual([]);
    expect(await keysOf(project, { created_after: created_at, tag: 'a' })).toEqual(['first']);
  });
});
