import type { AppliedView } from '@burgee/contracts/http';
import { createServerClient, type ServerClient } from '@burgee/sdk/server';
import { randomUUID } from 'node:crypto';
import { aFlag, aProject, eventually, type Flag, type Project, sharedCluster, TestClient } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeStreams, gateway, listen } from '../sdk-calls.js';

const { url } = sharedCluster();

afterEach(closeStreams);

const values = ({ development }: Project, flag: Flag) => `/api/flags/${flag.id}/environments/${development.id}`;

function read(base: string, { development }: Project, headers: Record<string, string>) {
  return fetch(`${base}/api/v1/flags`, { headers: { 'x-sdk-key': development.sdk_key, ...headers } });
}

/** Asks again and again, as an SDK that polls does. @returns ends it */
function poll(base: string, project: Project, instance: string): () => Promise<void> {
  const stop = new AbortController();
  const polling = (async () => {
    let tag = (await read(base, project, {})).headers.get('etag') ?? '';
    while (!stop.signal.aborted) {
      const answer = await read(base, project, { 'if-none-match': tag, 'unleash-instanceid': instance });
      await answer.arrayBuffer();
      tag = answer.headers.get('etag') ?? '';
    }
  })();
  return () => {
    stop.abort();
    return polling;
  };
}

/** A client whose stream is at one replica, and which acknowledges at another. */
async function acknowledging({ development }: Project): Promise<ServerClient> {
  const [base, other] = [gateway('sdk-gateway-1'), gateway('sdk-gateway-2')];
  const client = createServerClient({
    baseUrl: base,
    sdkKey: development.sdk_key,
    storage: false,
    fetch: (input, init) => fetch(init?.method === 'POST' ? String(input).replace(base, other) : input, init),
  });
  await client.ready();
  return client;
}

describe('not shown: ?wait=applied', () => {
  it('answers a switch, an edit and a deletion when the clients of all replicas have it', async () => {
    const project = await aProject(url);
    const { client } = project.owner;
    const flag = await aFlag(project);
    for (const name of ['sdk-gateway-1', 'sdk-gateway-2', 'sdk-gateway-2'] as const)
      await listen(project.development, {}, gateway(name));
    const sdk = await acknowledging(project);
    const stops = ['sdk-gateway-1', 'sdk-gateway-2'].map((name) => poll(gateway(name as never), project, name));
    try {
      const told = { estimated: false, sampled: false, complete: true };
      const all = { clients: 6, delivered: 6, applied: 3, unknown: 0, at_edges: 0, waiting: [], ...told };
      let revision = 1;
      await eventually(async () => {
        const answer = await client.patch(`${values(project, flag)}/toggle?wait=applied&timeout=20s`, {
          is_enabled: revision % 2 === 1,
        });
        revision++;
        expect([answer.status, answer.body.flag_id]).toEqual([200, flag.id]);
        expect(answer.body.applied).toEqual({ ...all, position: answer.headers['burgee-position'] });
      });
      const edited = await client.patch(`${values(project, flag)}?wait=applied&timeout=20s`, {
        rollout_percentage: 30,
      });
      expect(edited.body.applied).toMatchObject(all);
      const { id, development, production } = project;
      const [wait, flag_ids] = ['?wait=applied&timeout=20s', [flag.id]];
      for (const [address, body] of [
        [`/api/flags/${flag.id}/archive`, {}],
        [`/api/flags/${flag.id}/unarchive`, {}],
        [`/api/projects/${id}/flags/changes`, { action: 'archive', flag_ids }],
        [`/api/projects/${id}/flags/changes`, { action: 'unarchive', flag_ids }],
        [`/api/projects/${id}/promote`, { from: production.id, to: development.id }],
      ] as const) {
        const { status, body: answer } = await client.post(address + wait, body);
        expect([status, address, answer.applied]).toEqual([200, address, expect.objectContaining(all)]);
      }
      const deleted = await client.delete(`/api/flags/${flag.id}${wait}`);
      expect(deleted.body).toMatchObject({ success: true, applied: all });
    } finally {
      sdk.close();
      for (const stop of stops) await stop();
    }
  });

  it('shows its progress at GET …/applied, which does not replace a wait', async () => {
    const project = await aProject(url);
    const { client } = project.owner;
    const flag = await aFlag(project);
    const toggled = (query: string, on: boolean) =>
      client.patch(`${values(project, flag)}/toggle${query}`, { is_enabled: on });
    const progress = async (): Promise<AppliedView> =>
      (await client.get(`/api/projects/${project.id}/environments/${project.development.id}/applied`)).body;
    let tag = '"none"';
    const ask = async () => {
      const headers = { 'if-none-match': tag, 'unleash-instanceid': 'one' };
      tag = (await read(gateway('sdk-gateway-1'), project, headers)).headers.get('etag') ?? '';
    };
    await ask();
    await listen(project.development, {}, gateway('sdk-gateway-2'));
    const { 'burgee-position': position } = (await toggled('', true)).headers;
    await eventually(async () =>
      expect(await progress()).toMatchObject({ position, clients: 2, delivered: 1, waiting: [{ pollers: 1 }] }),
    );
    expect((await toggled('?wait=applied&timeout=100ms', false)).body.applied).not.toHaveProperty('not_waited');
    expect(await progress()).not.toMatchObject({ position });
    await eventually(async () => {
      await ask();
      expect(await progress()).toMatchObject({ clients: 2, delivered: 2, applied: 1, unknown: 0, waiting: [] });
    });
  });

  it('counts the clients that an edge reports, at any replica, and ignores edges that it did not ask', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const [edge, unasked] = [randomUUID(), randomUUID()];
    const stream = await listen(project.development, {}, gateway('sdk-gateway-1'), `?access=1&edge=${edge}`);
    const report = { clients: 7, delivered: 6, applied: 2, unknown: 1, streams: 0, pollers: 0 };
    const post = (wait_id: string, reports: object[]) =>
      new TestClient(gateway('sdk-gateway-2')).post(
        '/api/v1/edge/applied',
        { wait_id, reports: reports.map((one) => ({ ...report, estimated: false, edges: [], ...one })) },
        { 'x-sdk-key': project.development.sdk_key },
      );
    const answer = project.owner.client.patch(`${values(project, flag)}/toggle?wait=applied&timeout=20s`, {
      is_enabled: true,
    });
    const { data: wanted } = await stream.until(({ event, data }) => event === 'applied_wanted' && data.within_ms > 0);
    expect((await post(wanted.wait_id, [{ edge: unasked }])).status).toBe(202);
    const done = new AbortController();
    const posting = (async () => {
      while (!done.signal.aborted) await post(wanted.wait_id, [{ edge }]);
    })();
    try {
      const { body, headers } = await answer;
      expect(wanted.position).toBe(headers['burgee-position']);
      const counted = { clients: 7, delivered: 6, applied: 2, unknown: 1, at_edges: 7 };
      expect(body.applied).toMatchObject({ ...counted, waiting: [] });
    } finally {
      done.abort();
      await posting;
    }
    await stream.until(({ event, data }) => event === 'applied_wanted' && data.within_ms === 0);
    expect((await post('of nobody', [{ edge }])).status).toBe(400);
  });

  it('says at the end of its time for whom it waited; without it nothing differs', async () => {
    const project = await aProject(url);
    const { client } = project.owner;
    const flag = await aFlag(project);
    const tag = (await read(gateway('sdk-gateway-1'), project, {})).headers.get('etag') ?? '';
    for (const _ of [1, 2]) await read(gateway('sdk-gateway-1'), project, { 'if-none-match': tag });
    // It was asked to acknowledge what it is sent, and does not.
    await listen(project.development, {}, gateway('sdk-gateway-1'), '?ack=1');
    const toggled = (query: string, on: boolean) =>
      client.patch(`${values(project, flag)}/toggle${query}`, { is_enabled: on });
    const { applied } = (await toggled('?wait=applied&timeout=2s', true)).body as { applied: AppliedView };
    expect(applied).toMatchObject({ clients: 2, delivered: 1, applied: 0, estimated: true });
    expect(applied.waiting).toMatchObject([{ streams: 1, pollers: 1, last_seen_at: expect.any(String) }]);
    expect((await toggled('', false)).body).not.toHaveProperty('applied');
    expect((await toggled('?wait=soon', true)).status).toBe(400);
    expect((await toggled('?wait=applied&timeout=61s', true)).status).toBe(400);
    expect((await client.get(`/api/flags/${flag.id}`)).body.environments).toContainEqual(
      expect.objectContaining({ environment_id: project.development.id, is_enabled: false }),
    );
  });
});
