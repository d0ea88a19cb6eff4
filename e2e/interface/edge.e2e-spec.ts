import { mintSdkKey } from '@burgee/contracts/wire';
import {
  aFlag,
  aProject,
  eventually,
  FaultProxy,
  type Flag,
  type Project,
  type RunningEdge,
  sharedCluster,
  startEdge,
  TestClient,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { toggle } from '../interface/flag-calls.js';
import { closeStreams, fetchFlags, gateway, listen } from '../interface/sdk-calls.js';

const { url } = sharedCluster();
const GATEWAY = gateway('sdk-gateway-1');

let project: Project;
let flag: Flag;
let proxy: FaultProxy;
let edge: RunningEdge;

/** Settings of an edge of this project. */
const settings = (upstream: string) => ({ UPSTREAM_URLS: upstream, SDK_KEYS: project.development.sdk_key });
const at = (revision: number) => expect.stringMatching(new RegExp(`^W/"[0-9a-z]+-${revision}"$`));
const revisionAt = async (base: string) => (await fetchFlags(project.development, {}, base)).headers.etag;

beforeAll(async () => {
  project = await aProject(url);
  flag = await aFlag(project);
  proxy = await FaultProxy.to(Number(new URL(GATEWAY).port));
  edge = await startEdge(settings(`http://127.0.0.1:${proxy.port}`));
});
afterEach(async () => {
  closeStreams();
  await proxy.pass();
});
afterAll(async () => {
  await edge.stop();
  await proxy.close();
});

describe('an edge', () => {
  it('answers as the gateway does, byte for byte', async () => {
    const [here, there] = await Promise.all(
      [edge.url, GATEWAY].map((base) => fetchFlags(project.development, {}, base)),
    );
    expect([here?.status, here?.text, here?.headers.etag]).toEqual([200, there?.text, there?.headers.etag]);
    expect(here?.headers['burgee-freshness']).toBeUndefined();
    for (const name of Object.keys(there?.headers ?? {}).filter((one) => !['date', 'x-request-id'].includes(one)))
      expect([name, here?.headers[name]]).toEqual([name, there?.headers[name]]);
  });

  it('sends the same events, and knows each before it sends it', async () => {
    const streams = await Promise.all([edge.url, GATEWAY].map((base) => listen(project.development, {}, base)));
    const { body } = await project.owner.client.get(`/api/projects/${project.id}/environments`);
    const next = body[0].revision + 1;
    await toggle(project.owner, flag, project.development, true);
    const [here, there] = await Promise.all(streams.map((stream) => stream.ofRevision(next)));
    expect(here).toEqual(there);
    expect(await revisionAt(edge.url)).toEqual(at(next));
  });

  it('refuses keys that it does not know, and decides for the client key of its environment', async () => {
    const client = new TestClient(edge.url);
    for (const key of [undefined, 'nonsense', mintSdkKey(), project.production.sdk_key])
      expectProblem(
        await client.get('/api/v1/flags', key === undefined ? {} : { 'x-sdk-key': key }),
        401,
        'sdk_key_invalid',
      );
    const decide = (key: string) =>
      client.post(`/ofrep/v1/evaluate/flags/${flag.key}`, { context: {} }, { authorization: `Bearer ${key}` });
    expect((await decide(project.development.client_key)).body).toMatchObject({
      key: flag.key,
      value: expect.any(Boolean),
    });
    const strange = await decide(project.production.client_key);
    expectProblem(strange, 401, 'sdk_key_invalid');
    expect(strange.body.detail).toContain('SDK key of the environment');
    expectProblem(
      await client.get('/api/v1/flags', { 'x-sdk-key': project.development.client_key }),
      401,
      'client_key_not_allowed',
    );
  });
});

describe('a stream ticket', () => {
  it('is refused at a gateway when an edge made it, and at an edge when a gateway made it', async () => {
    const open = async (madeAt: string, base: string) => {
      const key = { 'x-sdk-key': project.development.sdk_key };
      const { body } = await new TestClient(madeAt).post('/api/v1/stream/ticket', undefined, key);
      return new TestClient(base).get(`/api/v1/stream?ticket=${body.ticket}`);
    };
    expectProblem(await open(edge.url, GATEWAY), 401, 'ticket_invalid');
    expectProblem(await open(GATEWAY, edge.url), 401, 'ticket_invalid');
  });
});

describe('an edge whose upstream is gone', () => {
  it('goes on with what it has, says so, and is current again when the upstream is back', async () => {
    const { etag } = (await fetchFlags(project.development, {}, edge.url)).headers;
    const stream = await listen(project.development, {}, edge.url);
    await proxy.refuse();
    const stale = await eventually(async () => {
      const answer = await fetchFlags(project.development, {}, edge.url);
      expect(answer.headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
      return answer;
    });
    expect([stale.status, stale.headers.etag]).toEqual([200, etag]);
    await toggle(project.owner, flag, project.development, false);
    const wanted = await revisionAt(GATEWAY);
    await proxy.pass();
    await eventually(async () => {
      const answer = await fetchFlags(project.development, {}, edge.url);
      expect([answer.headers.etag, answer.headers['burgee-freshness']]).toEqual([wanted, undefined]);
    });
    expect(await stream.until(({ event }) => event === 'flag_updated')).toMatchObject({ data: { is_enabled: false } });
  });
});
