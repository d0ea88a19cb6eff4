import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { mintSdkKey, opaqueTag } from '@burgee/contracts/wire';
import { aFlag, aProject, type Environment, type Project, TestClient, sharedCluster, aUser } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { edit, toggle } from '../interface/flag-calls.js';
import { fetchFlags, SDK_ADDRESSES } from '../interface/sdk-calls.js';
import { EDITED_VALUE, FRESH_VALUE } from '../interface/shapes.js';

const { url } = sharedCluster();
/** Of every project here. */
const account = await aUser(url);

/** A place in the history of an environment, as an ETag names it. */
function parsePosition(etag: string | undefined): { epoch: string | undefined; revision: number } {
  const [, epoch, revision] = /^W\/"([0-9a-z]+)-(\d+)"$/.exec(etag ?? '') ?? [];
  return { epoch, revision: Number(revision) };
}

describe.each(SDK_ADDRESSES)('GET /api/v1/flags at %s', (_, base) => {
  const fetch = (environment: Environment, headers: Record<string, string> = {}) =>
    fetchFlags(environment, headers, base);

  it('"array of every flag defined for the environment, with the current values merged in"', async () => {
    const project = await aProject(url, {}, account);
    const flags = [await aFlag(project, { key: 'a' }), await aFlag(project, { key: 'b', type: 'string' })];
    const [a, b] = flags;
    await edit(project.owner, b as never, project.development, EDITED_VALUE);
    const { status, body } = await fetch(project.development);
    expect(status).toBe(200);
    expect(body).toEqual([
      { flag_id: a?.id, key: 'a', name: 'a', type: 'boolean', ...FRESH_VALUE },
      { flag_id: b?.id, key: 'b', name: 'b', type: 'string', ...EDITED_VALUE },
    ]);
  });

  it('an environment without flags is an empty array', async () => {
    const { development } = await aProject(url, {}, account);
    expect((await fetch(development)).text).toBe('[]');
  });

  it.each(['/api/v1/flags/', '//api//v1/flags'])('answers %s like /api/v1/flags', async (path) => {
    const { development } = await aProject(url, {}, account);
    const { status, text } = await new TestClient(base).get(path, { 'x-sdk-key': development.sdk_key });
    expect([status, text]).toEqual([200, '[]']);
  });

  it('"a fresh GET /api/v1/flags sees a change immediately": every kind of change', async () => {
    const project = await aProject(url, {}, account);
    const { owner, development } = project;
    await fetch(development);
    const flag = await aFlag(project);
    expect((await fetch(development)).body).toHaveLength(1);
    await toggle(owner, flag, development, true);
    expect((await fetch(development)).body[0].is_enabled).toBe(true);
    await edit(owner, flag, development, { rollout_percentage: 7 });
    expect((await fetch(development)).body[0].rollout_percentage).toBe(7);
    await owner.client.patch(`/api/flags/${flag.id}`, { name: 'Renamed' });
    expect((await fetch(development)).body[0].name).toBe('Renamed');
    await owner.client.delete(`/api/flags/${flag.id}`);
    expect((await fetch(development)).body).toEqual([]);
  });

  it.each([
    ['missing', undefined],
    ['malformed', 'bge_sdk_nonsense'],
    ['unknown', mintSdkKey()],
  ])('header x-sdk-key "(required)": %s → 401', async (_, key) => {
    const headers = key === undefined ? {} : { 'x-sdk-key': key };
    expectProblem(await new TestClient(base).get('/api/v1/flags', headers), 401, 'sdk_key_invalid');
  });

  it('not shown: a strong ETag of epoch and revision, Cache-Control and Vary', async () => {
    const project = await aProject(url, {}, account);
    await aFlag(project);
    const { headers } = await fetch(project.development);
    expect(parsePosition(headers.etag)).toEqual({ epoch: expect.stringMatching(/./), revision: 1 });
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.vary).toBe('Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['burgee-freshness']).toBeUndefined();
  });

  it('not shown: the ETag rises by one with each change, and only then', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    const first = parsePosition((await fetch(project.development)).headers.etag);
    await toggle(project.owner, flag, project.production, true);
    expect(parsePosition((await fetch(project.development)).headers.etag)).toEqual(first);
    await toggle(project.owner, flag, project.development, true);
    const next = { ...first, revision: first.revision + 1 };
    expect(parsePosition((await fetch(project.development)).headers.etag)).toEqual(next);
  });

  it('not shown: 304 without a body while If-None-Match matches, 200 once it does not', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    const { etag } = (await fetch(project.development)).headers;
    const opaque = opaqueTag(String(etag));
    for (const tag of [`${etag}`, `"${opaque}"`, `"${opaque}-gzip"`, `"other", ${etag}`, '*']) {
      const { status, text, headers } = await fetch(project.development, { 'if-none-match': tag });
      expect([tag, status, text]).toEqual([tag, 304, '']);
      expect(headers).toMatchObject({
        etag,
        'cache-control': 'private, no-cache',
        vary: 'Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization',
      });
    }
    await toggle(project.owner, flag, project.development, true);
    const changed = await fetch(project.development, { 'if-none-match': `${etag}` });
    expect([changed.status, changed.body[0].is_enabled]).toEqual([200, true]);
  });

  it('not shown: a matching ETag does not replace a key → 401', async () => {
    const project = await aProject(url, {}, account);
    const { etag } = (await fetch(project.development)).headers;
    const answer = await new TestClient(base).get('/api/v1/flags', { 'if-none-match': `${etag}` });
    expectProblem(answer, 401, 'sdk_key_invalid');
  });

  it('not shown: HEAD answers what GET would, without the body', async () => {
    const project = await aProject(url, {}, account);
    await aFlag(project);
    const get = await fetch(project.development);
    const headers = { 'x-sdk-key': project.development.sdk_key };
    const head = await new TestClient(base).call('HEAD', '/api/v1/flags', { headers });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'vary'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    const unchanged = { ...headers, 'if-none-match': `${get.headers.etag}` };
    expect((await new TestClient(base).call('HEAD', '/api/v1/flags', { headers: unchanged })).status).toBe(304);
    expect((await new TestClient(base).call('HEAD', '/api/v1/flags')).status).toBe(401);
  });

  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
  ])('not shown: Accept-Encoding %s → %s, the same flags and the same ETag', async (accept, encoding, decompress) => {
    const project = await aProject(url, {}, account);
    await aFlag(project);
    const plain = await fetch(project.development);
    const packed = await fetch(project.development, { 'accept-encoding': accept });
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(decompress(packed.bytes).toString()).toBe(plain.text);
    expect(packed.headers.etag).toBe(plain.headers.etag);
  });
});

describe('not shown: flags are ordered by key', () => {
  it('byte by byte, however they were made, and still after a toggle', async () => {
    const project = await aProject(url, {}, account);
    for (const key of ['b', 'a.1', 'B', 'a', '10', '9']) await aFlag(project, { key });
    const keys = async () => (await fetchFlags(project.development)).body.map(({ key }: { key: string }) => key);
    const inOrder = ['10', '9', 'B', 'a', 'a.1', 'b'];
    expect(await keys()).toEqual(inOrder);
    const [first] = (await project.owner.client.get(`/api/projects/${project.id}/flags`)).body;
    await toggle(project.owner, first, project.development, true);
    expect(await keys()).toEqual(inOrder);
  });
});

describe('not shown: replicas agree', () => {
  it('the same bytes and the same ETag from each', async () => {
    const project = await aProject(url, {}, account);
    await aFlag(project);
    const answers = await Promise.all(SDK_ADDRESSES.map(([, base]) => fetchFlags(project.development, {}, base)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
  });
});

describe('"There is no endpoint that fetches a single flag by key"', () => {
  it('an address with a key in it → 404', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    const headers = { 'x-sdk-key': project.development.sdk_key };
    expectProblem(await new TestClient(url).get(`/api/v1/flags/${flag.key}`, headers), 404, 'route_not_found');
  });
});

describe('"no per-user evaluation is done"', () => {
  it('a request gets the stored values, for any user that it names', async () => {
    const project: Project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    await edit(project.owner, flag, project.development, { ...EDITED_VALUE, rollout_percentage: 0 });
    const stored = (await fetchFlags(project.development)).text;
    const headers = { 'x-sdk-key': project.development.sdk_key, 'x-user-id': '42', cookie: 'country=NL' };
    expect((await new TestClient(url).get('/api/v1/flags?country=NL', headers)).text).toBe(stored);
    expect(JSON.parse(stored)[0]).toMatchObject({ ...EDITED_VALUE, rollout_percentage: 0 });
  });
});
