import {
  aProject,
  type Environment,
  eventually,
  type Project,
  sharedCluster,
  TestClient,
  unique,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { fetchFlags, SDK_ADDRESSES } from '../interface/sdk-calls.js';
import { CLIENT_KEY, TIME } from '../interface/shapes.js';

const { url } = sharedCluster();

const pathOf = (project: Project, environment: Environment) =>
  `/api/projects/${project.id}/environments/${environment.id}`;
const rotate = (project: Project, environment: Environment, body?: object) =>
  project.owner.client.post(`${pathOf(project, environment)}/rotate-client-key`, body);
const environmentsOf = async ({ owner, id }: Project) =>
  (await owner.client.get(`/api/projects/${id}/environments`)).body as (Environment & {
    previous_key_expires_at: string | null;
    previous_client_key_expires_at: string | null;
  })[];

describe('not shown: client keys', () => {
  it('each environment has its own, from the beginning', async () => {
    const { environments } = await aProject(url);
    const keys = environments.flatMap(({ client_key, sdk_key }) => [client_key, sdk_key]);
    expect(new Set(keys).size).toBe(2 * environments.length);
    for (const { client_key } of environments) expect(client_key).toEqual(CLIENT_KEY);
  });

  it('are rotated without touching the SDK key, and the other way round', async () => {
    const project = await aProject(url);
    const { status, body } = await rotate(project, project.development);
    expect([status, body]).toEqual([200, { client_key: CLIENT_KEY, previous_key_expires_at: null }]);
    const [after] = await environmentsOf(project);
    expect(after).toMatchObject({ client_key: body.client_key, sdk_key: project.development.sdk_key });
    expect(after?.client_key).not.toBe(project.development.client_key);
    await project.owner.client.post(`${pathOf(project, project.development)}/rotate-sdk-key`);
    expect((await environmentsOf(project))[0]).toMatchObject({ client_key: body.client_key });
    expect((await fetchFlags(project.development)).status).toBe(401);
  });

  it('have a grace of their own, which the environment tells until it is over', async () => {
    const project = await aProject(url);
    const { body } = await rotate(project, project.development, { grace_seconds: 3600 });
    expect(body).toEqual({ client_key: CLIENT_KEY, previous_key_expires_at: TIME });
    expect((await environmentsOf(project))[0]).toMatchObject({
      previous_client_key_expires_at: body.previous_key_expires_at,
      previous_key_expires_at: null,
    });
    await rotate(project, project.development, { grace_seconds: 1 });
    await eventually(async () =>
      expect((await environmentsOf(project))[0]).toMatchObject({ previous_client_key_expires_at: null }),
    );
  });

  it.each(SDK_ADDRESSES)('S66 open no flag set and no stream, live or revoked, at %s', async (_, base) => {
    const origin = `https://${unique('page')}.example.com`.toLowerCase();
    const project = await aProject(url, { environments: [{ name: 'Web', url: origin }] });
    const client = new TestClient(base);
    const refused = async () => {
      for (const from of [{}, { origin }]) {
        const headers = { ...from, 'x-sdk-key': project.development.client_key };
        for (const answer of [
          await client.get('/api/v1/flags', headers),
          await client.get('/api/v1/flags?x', headers),
          await client.get('/api/v1/stream', headers),
          await client.post('/api/v1/stream/ticket', undefined, headers),
        ]) {
          expectProblem(answer, 401, 'client_key_not_allowed');
          expect(answer.body.detail).toContain('SDK key');
          expect(answer.headers['access-control-allow-origin']).toBe('origin' in from ? origin : undefined);
        }
      }
    };
    await refused();
    await rotate(project, project.development);
    await refused();
    const elsewhere = { origin: 'https://evil.example.org', 'x-sdk-key': project.development.client_key };
    for (const path of ['/api/v1/flags', '/api/v1/stream'])
      expectProblem(await client.get(path, elsewhere), 403, 'origin_not_registered');
  });
});
