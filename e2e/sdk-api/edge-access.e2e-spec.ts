import { createHash } from 'node:crypto';
import type { EdgeAccess } from '@burgee/contracts/wire';
import { mintSdkKey } from '@burgee/contracts/wire';
import {
  type ServiceResponse,
  aProject,
  eventually,
  type Project,
  sharedCluster,
  TestClient,
  unique,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { SDK_ADDRESSES } from '../interface/sdk-calls.js';

const { url } = sharedCluster();

const ask = (sdkKey: string, base = url, headers: Record<string, string> = {}): Promise<ServiceResponse> =>
  new TestClient(base).get('/api/v1/edge/access', { 'x-sdk-key': sdkKey, ...headers });
const pathOf = ({ id, development }: Project) => `/api/projects/${id}/environments/${development.id}`;
const rotate = async (project: Project, kind: 'sdk' | 'client', graceSeconds = 0) =>
  (await project.owner.client.post(`${pathOf(project)}/rotate-${kind}-key`, { grace_seconds: graceSeconds }))
    .body as Record<string, string>;
const live = (key: string | undefined, kind: 'sdk' | 'client', expires_at: string | null = null) => ({
  hash: createHash('sha256').update(`${key}`).digest('hex'),
  kind,
  expires_at,
});
const newOrigin = () => `https://${unique('page')}.example.com`.toLowerCase();

describe('keys and origins of an environment', () => {
  it.each(SDK_ADDRESSES)('S69 appear only as hashes, and only for an SDK key, at %s', async (_, base) => {
    const origin = newOrigin();
    const project = await aProject(url, { environments: [{ name: 'Web', url: origin }, { name: 'Other' }] });
    const { id, sdk_key, client_key } = project.development;
    const { status, body, headers } = await ask(sdk_key, base);
    expect([status, body]).toEqual([
      200,
      { environment_id: id, origins: [origin], keys: [live(sdk_key, 'sdk'), live(client_key, 'client')] },
    ]);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: expect.stringContaining('X-SDK-Key') });
    const other = await ask(project.environments[1]!.sdk_key, base);
    expect(other.body).toMatchObject({ environment_id: project.environments[1]!.id, origins: [] });
  });

  it.each(SDK_ADDRESSES)('S69 are refused to other keys and to rotated keys, at %s', async (_, base) => {
    const project = await aProject(url);
    const { sdk_key, client_key } = project.development;
    for (const key of ['', 'nonsense', mintSdkKey()]) expectProblem(await ask(key, base), 401, 'sdk_key_invalid');
    expectProblem(await ask(client_key, base), 401, 'client_key_not_allowed');
    expectProblem(await ask(sdk_key, base, { origin: 'https://evil.example.org' }), 403, 'origin_not_registered');
    await rotate(project, 'sdk');
    expectProblem(await ask(sdk_key, base), 401, 'sdk_key_invalid');
    expectProblem(await new TestClient(base).get(`/api/v1/edge/access?sdk_key=${sdk_key}`), 401, 'sdk_key_invalid');
  });

  it('P1: show a write as soon as it has answered, at every replica', async () => {
    const project = await aProject(url);
    const keyOf = { sdk: project.development.sdk_key, client: project.development.client_key };
    let origins: string[] = [];
    const expectEverywhere = async (...old: ReturnType<typeof live>[]) => {
      const keys = [live(keyOf.sdk, 'sdk'), live(keyOf.client, 'client')];
      for (const [, base] of SDK_ADDRESSES) {
        const { body } = (await ask(keyOf.sdk, base)) as { body: EdgeAccess };
        expect(body.origins).toEqual(origins);
        expect(new Set(body.keys)).toEqual(new Set([...keys, ...old]));
      }
    };
    for (let round = 0; round < 3; round++) {
      keyOf.sdk = (await rotate(project, 'sdk')).sdk_key!;
      await expectEverywhere();
      keyOf.client = (await rotate(project, 'client')).client_key!;
      await expectEverywhere();
      origins = [newOrigin()];
      await project.owner.client.patch(pathOf(project), { url: origins[0] });
      await expectEverywhere();
    }
    const before = keyOf.client;
    const { client_key, previous_key_expires_at } = await rotate(project, 'client', 3_600);
    keyOf.client = client_key!;
    await expectEverywhere(live(before, 'client', previous_key_expires_at));
    await project.owner.client.patch(pathOf(project), { url: null });
    origins = [];
    await expectEverywhere(live(before, 'client', previous_key_expires_at));
  });

  it('has a tag that changes with it: with a rotation, and when a grace is over', async () => {
    const project = await aProject(url);
    const { sdk_key } = project.development;
    const tagOf = async () => String((await ask(sdk_key)).headers.etag);
    const first = await tagOf();
    for (const [, base] of SDK_ADDRESSES) {
      const { status, text, headers } = await ask(sdk_key, base, { 'if-none-match': first });
      expect([status, text, headers.etag]).toEqual([304, '', first]);
    }
    await rotate(project, 'client', 1);
    const second = await tagOf();
    expect(second).not.toBe(first);
    await eventually(async () => expect([first, second]).not.toContain(await tagOf()));
    expect((await ask(sdk_key)).body.keys).toHaveLength(2);
  });

  it('answers HEAD without the body, and pages of a registered origin', async () => {
    const origin = newOrigin();
    const project = await aProject(url, { environments: [{ name: 'Web', url: origin }] });
    const headers = { 'x-sdk-key': project.development.sdk_key, origin };
    const whole = await new TestClient(url).get('/api/v1/edge/access', headers);
    const head = await new TestClient(url).call('HEAD', '/api/v1/edge/access', { headers });
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', whole.headers.etag]);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect(whole.headers['access-control-allow-origin']).toBe(origin);
  });
});
