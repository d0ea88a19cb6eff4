import { afterEach, describe, expect, it } from '@jest/globals';
import { type BurgeeClient, createClient } from '@burgee/sdk';
import { aFlag, aProject, eventually, type Project, sharedCluster } from '@burgee/testing';

let client: BurgeeClient | undefined;
afterEach(() => client?.close());

function follow(project: Project): BurgeeClient {
  client = createClient({ sdkKey: project.development.sdk_key, baseUrl: sharedCluster().url });
  return client;
}

const toggle = async (project: Project, flag: { id: string }, is_enabled: boolean): Promise<void> => {
  const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
  expect((await project.owner.client.patch(path, { is_enabled })).status).toBe(200);
};

describe('a client of a running service', () => {
  it('returns defaults from the first line, then the served flags, then each change', async () => {
    const project = await aProject(sharedCluster().url);
    const flag = await aFlag(project);
    await toggle(project, flag, true);
    const client = follow(project);
    expect(client.details(flag.key, false)).toMatchObject({ value: false, errorCode: 'PROVIDER_NOT_READY' });
    await expect(client.ready()).resolves.toBe(true);
    expect(client.bool(flag.key, false)).toBe(true);

    const changes: (readonly string[])[] = [];
    client.on(`change:${flag.key}`, ({ keys }) => changes.push(keys));
    await toggle(project, flag, false);
    await eventually(() => expect(client.bool(flag.key, true)).toBe(false));
    expect(changes).toEqual([[flag.key]]);

    expect((await project.owner.client.delete(`/api/flags/${flag.id}`)).status).toBe(200);
    await eventually(() => expect(client.details(flag.key, true).errorCode).toBe('FLAG_NOT_FOUND'));
    expect(client.bool(flag.key, true)).toBe(true);
  });

  it('evaluates for the context of a call, and keeps its own', async () => {
    const project = await aProject(sharedCluster().url);
    const flag = await aFlag(project, { type: 'string' });
    const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
    const rule = { targeting_attribute: 'country', targeting_value: 'FI', targeting_return_value: 'sauna' };
    await toggle(project, flag, true);
    expect((await project.owner.client.patch(path, rule)).status).toBe(200);
    const client = follow(project);
    await client.ready();
    expect(client.details(flag.key, '', 'string', { country: 'FI' }).value).toBe('sauna');
    expect(client.details(flag.key, '').value).toBe('');
    expect(client.context).toEqual({});
  });
});
