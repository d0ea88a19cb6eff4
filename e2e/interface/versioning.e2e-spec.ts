import { aProject, TestClient, sharedCluster, aUser } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { fetchFlags } from './sdk-calls.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const account = await aUser(url);

describe('Versioning', () => {
  it('"The SDK endpoint is versioned by a path prefix: /api/v1/flags"', async () => {
    const { development } = await aProject(url, {}, account);
    expect((await fetchFlags(development)).status).toBe(200);
    const headers = { 'x-sdk-key': development.sdk_key };
    expectProblem(await new TestClient(url).get('/api/v2/flags', headers), 404, 'route_not_found');
  });

  it('the SDK key opens nothing without the version segment', async () => {
    const { development } = await aProject(url, {}, account);
    const headers = { 'x-sdk-key': development.sdk_key };
    expectProblem(await new TestClient(url).get('/api/flags', headers), 404, 'route_not_found');
  });

  it.each(['auth/me', 'projects'])('"auth and flags endpoints carry no version segment": /api/%s', async (path) => {
    const { owner } = await aProject(url, {}, account);
    expect((await owner.client.get(`/api/${path}`)).status).toBe(200);
    expectProblem(await owner.client.get(`/api/v1/${path}`), 404, 'route_not_found');
  });

  it('the OpenAPI document lists every address of the interface', async () => {
    const { status, body } = await new TestClient(url).get('/openapi.json');
    expect(status).toBe(200);
    const methodsOf = (path: string) => Object.keys(body.paths[path] ?? {});
    expect(methodsOf('/api/flags/{flagId}/environments')).toContain('get');
    expect(methodsOf('/api/flags/{flagId}/environments/{envId}/toggle')).toContain('patch');
    expect(methodsOf('/api/flags/{flagId}/environments/{envId}')).toContain('patch');
    expect(methodsOf('/api/flags/{flagId}')).toContain('delete');
    expect(methodsOf('/api/flags/{flagId}/audit')).toContain('get');
    expect(methodsOf('/api/projects/{id}/flags')).toContain('post');
    for (const call of ['register', 'login', 'logout']) expect(methodsOf(`/api/auth/${call}`)).toContain('post');
    expect(methodsOf('/api/v1/flags')).toContain('get');
  });

  it('every operation says in a line what it does', async () => {
    const { body } = await new TestClient(url).get('/openapi.json');
    const operations = Object.entries(body.paths as Record<string, Record<string, { summary?: string }>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { summary }]) => ({ call: `${method} ${path}`, summary })),
    );
    expect(operations.length).toBeGreaterThan(30);
    expect(operations.filter(({ summary }) => !summary)).toEqual([]);
  });
});
