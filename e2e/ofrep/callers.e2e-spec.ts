import { randomBytes } from 'node:crypto';
import { mintKey, mintSdkKey } from '@burgee/contracts/wire';
import { aFlag, aProject, type Project, sharedCluster, TestClient } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { SDK_ADDRESSES } from '../interface/sdk-calls.js';
import { BULK, evaluateAll } from './ofrep-calls.js';
import { faultOfAnswer } from './protocol.js';

const { url } = sharedCluster();
const ORIGIN = `https://${randomBytes(6).toString('hex')}.example.com`;
const VARIES = 'Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization';
const context = { targetingKey: 'user-1' };

let project: Project;
let key: string;

beforeAll(async () => {
  project = await aProject(url, { environments: [{ name: 'Web', url: ORIGIN }] });
  key = project.development.sdk_key;
  await aFlag(project, { key: 'a' });
});

const corsOf = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));

describe.each(SDK_ADDRESSES)('OFREP at %s', (_, base) => {
  const post = (path: string, headers: Record<string, string>, body: unknown = { context }) =>
    new TestClient(base).post(path, body, headers);
  const carriers = (one: string): Record<string, string>[] => [
    { 'x-sdk-key': one },
    { 'x-api-key': one },
    { authorization: `Bearer ${one}` },
  ];

  it('accepts a key as x-sdk-key, as X-API-Key and as a bearer token', async () => {
    for (const headers of [...carriers(key), Object.assign({}, ...carriers(key)) as Record<string, string>])
      for (const path of [BULK, `${BULK}/a`]) expect((await post(path, headers)).status).toBe(200);
  });

  it('accepts a client key in the same ways, with the same decisions', async () => {
    const { client_key } = project.development;
    const ways = [...carriers(client_key), { 'x-api-key': client_key, origin: ORIGIN }] as Record<string, string>[];
    for (const path of [BULK, `${BULK}/a`]) {
      const { body } = await post(path, { 'x-api-key': key });
      for (const headers of ways) {
        const answer = await post(path, headers);
        // The event stream of another key has another token.
        const { eventStreams } = answer.body;
        expect([answer.status, answer.body]).toEqual([200, { ...body, ...(eventStreams && { eventStreams }) }]);
      }
    }
  });

  it('answers 400 for two keys, even if one is valid', async () => {
    const pairs: Record<string, string>[] = [
      { 'x-sdk-key': key, 'x-api-key': mintSdkKey() },
      { 'x-api-key': key, authorization: 'Bearer x' },
      { 'x-sdk-key': key, 'x-api-key': project.development.client_key },
    ];
    for (const headers of pairs)
      for (const [kind, path] of [
        ['bulk', BULK],
        ['single', `${BULK}/a`],
      ] as const) {
        const answer = await post(path, headers);
        expect([answer.status, answer.body.errorCode]).toEqual([400, 'GENERAL']);
        expect(faultOfAnswer(kind, answer)).toBeUndefined();
        expect(answer.text).not.toContain(key);
      }
  });

  it('answers 401 for a missing, malformed or unknown key in any header', async () => {
    for (const headers of [
      {},
      ...carriers('nonsense'),
      ...carriers(mintSdkKey()),
      ...carriers(mintKey('client')),
      { authorization: `Basic ${key}` },
    ])
      for (const path of [BULK, `${BULK}/a`])
        expectProblem(await post(path, headers as Record<string, string>), 401, 'sdk_key_invalid');
    expectProblem(await post(`${BULK}?x-api-key=${key}&sdk_key=${key}`, {}), 401, 'sdk_key_invalid');
  });

  it.each(['sdk', 'client'])(
    'S22 %s key that was rotated: 401 at once, also where 304 was right before',
    async (kind) => {
      const { client } = project.owner;
      const made = await client.post(`/api/projects/${project.id}/environments`, { name: `${kind} ${base}` });
      const sdk_key = made.body[`${kind}_key`];
      const before = await evaluateAll({ sdk_key }, context, {}, { base });
      const path = `/api/projects/${project.id}/environments/${made.body.id}/rotate-${kind}-key`;
      expect((await client.post(path, {})).status).toBe(200);
      const headers = { 'x-sdk-key': sdk_key, 'if-none-match': `${before.headers.etag}` };
      expectProblem(await post(BULK, headers), 401, 'sdk_key_invalid');
    },
  );

  it('S27 S28 a page of a registered origin may call, and reads what it is refused; another may not', async () => {
    const allowed = {
      'access-control-allow-origin': ORIGIN,
      'access-control-expose-headers': 'ETag, Retry-After, Burgee-Freshness, Burgee-As-Of',
    };
    const from = (origin: string, one = key) => ({ 'x-api-key': one, origin });
    const { etag } = (await post(BULK, from(ORIGIN))).headers;
    for (const [status, answer] of [
      [200, await post(BULK, from(ORIGIN))],
      [200, await post(`${BULK}/a`, from(ORIGIN))],
      [304, await post(BULK, { ...from(ORIGIN), 'if-none-match': `${etag}` })],
      [404, await post(`${BULK}/none`, from(ORIGIN))],
      [400, await post(BULK, from(ORIGIN), {})],
      [401, await post(BULK, from(ORIGIN, mintSdkKey()))],
      [415, await post(BULK, { ...from(ORIGIN), 'content-type': 'text/plain' })],
    ] as const)
      expect([answer.status, corsOf(answer.headers), answer.headers.vary]).toEqual([status, allowed, VARIES]);
    const refused = await post(BULK, from('https://evil.example.org'));
    expectProblem(refused, 403, 'origin_not_registered');
    expect([corsOf(refused.headers), refused.headers.vary]).toEqual([{}, VARIES]);
    expect(corsOf((await post(BULK, { 'x-api-key': key })).headers)).toEqual({});
  });

  it('S29 the preflight allows what OFREP needs, for ten minutes at most', async () => {
    const ask = (origin: string) =>
      new TestClient(base).call('OPTIONS', BULK, {
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-api-key',
        },
      });
    const answer = await ask(ORIGIN);
    expect([answer.status, answer.headers]).toMatchObject([
      204,
      {
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers':
          'x-sdk-key, if-none-match, last-event-id, burgee-min-position, content-type, authorization, x-api-key',
        'access-control-max-age': '600',
      },
    ]);
    const refused = await ask('https://evil.example.org');
    expectProblem(refused, 403);
    expect(corsOf(refused.headers)).toEqual({});
  });

  it('reads a body without a type as JSON, because the provider for Go sends none', async () => {
    const raw = JSON.stringify({ context });
    const answer = await new TestClient(base).call('POST', `${BULK}/a`, { raw, headers: { 'x-api-key': key } });
    expect([answer.status, answer.body.key]).toEqual([200, 'a']);
  });

  it('includes the prefix that a proxy strips in the address of the event stream', async () => {
    const uriBehind = async (prefix: string) => {
      const { body } = await post(BULK, { 'x-api-key': key, 'x-forwarded-prefix': prefix });
      return body.eventStreams[0].endpoint.requestUri;
    };
    expect(await uriBehind('/burgee')).toMatch(/^\/burgee\/ofrep\/v1\/events\?token=/);
    expect(await uriBehind('//evil.example.com')).toMatch(/^\/ofrep\/v1\/events\?token=/);
  });

  it('answers 415 for other types than JSON and compressed bodies, and 405 for other methods', async () => {
    const others: Record<string, string>[] = [{ 'content-type': 'text/plain' }, { 'content-encoding': 'gzip' }];
    for (const headers of others)
      expectProblem(await post(BULK, { 'x-sdk-key': key, ...headers }), 415, 'unsupported_media_type');
    const answer = await new TestClient(base).get(`${BULK}/a`, { 'x-sdk-key': key });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe('OPTIONS, POST');
  });

  it('guards every other spelling of an address, or answers 404', async () => {
    for (const path of [
      '/%6ffrep/v1/evaluate/flags',
      `${BULK}/%61`,
      `${BULK}//a`,
      '//ofrep/v1/evaluate/flags',
      `${BULK}/`,
    ]) {
      expect([401, 404]).toContain((await post(path, {})).status);
      expect([200, 404]).toContain((await post(path, { 'x-sdk-key': key })).status);
    }
  });
});
