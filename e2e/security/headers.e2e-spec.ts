import { mintSdkKey } from '@burgee/contracts/wire';
import { type ServiceResponse, aProject, type Project, sharedCluster, TestClient, unique } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';

const { url, services } = sharedCluster();

type Headers = Record<string, unknown>;

/** Headers of the connection or of a single answer. */
const VOLATILE = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'content-length',
  'x-request-id',
  'set-cookie',
]);

const steady = (headers: object): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !VOLATILE.has(name)));

/** Nothing in an answer is to be run, framed or guessed at. */
const PLAIN: Headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
/** What the public address adds to every answer. */
const PUBLIC: Headers = {
  ...PLAIN,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
const PAGE: Headers = {
  ...PUBLIC,
  'content-security-policy':
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';" +
    "form-action 'self';base-uri 'none';frame-ancestors 'none'",
};
/** Of pages and their files, and where no page is found. */
const DEVICES: Headers = {
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
const FILE: Headers = {
  ...PAGE,
  ...DEVICES,
  'accept-ranges': 'bytes',
  etag: expect.any(String),
  'last-modified': expect.any(String),
};

const JSON_BODY = { 'content-type': 'application/json; charset=utf-8' };
const PROBLEM = { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' };
const VARY = { vary: 'Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization' };

describe('S48 the headers of the public address', () => {
  let project: Project;
  let client: TestClient;
  const nobody = () => new TestClient(url);
  const html = { accept: 'text/html' };

  beforeAll(async () => {
    project = await aProject(url);
    ({ client } = project.owner);
  });

  const asset = async () => {
    const [path = ''] = /\/assets\/[\w.-]+\.js/.exec((await nobody().get('/', html)).text) ?? [];
    return nobody().get(path);
  };

  const KINDS: Record<string, [status: number, answer: () => Promise<ServiceResponse>, headers: Headers]> = {
    'a page': [
      200,
      () => nobody().get('/', html),
      { ...FILE, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', vary: 'accept-encoding' },
    ],
    'an asset': [
      200,
      asset,
      {
        ...FILE,
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      },
    ],
    'the client library': [
      200,
      () => nobody().get('/sdk.js'),
      {
        ...FILE,
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'access-control-allow-origin': '*',
        vary: 'accept-encoding',
      },
    ],
    'a package': [
      200,
      () => nobody().get('/packages/@burgee%2fsdk'),
      { ...PAGE, ...DEVICES, ...JSON_BODY, 'cache-control': 'no-cache', vary: 'accept', etag: expect.any(String) },
    ],
    'the API reference': [200, () => nobody().get('/docs/'), { ...FILE, 'content-type': 'text/html; charset=utf-8' }],
    'a page of the guide': [
      200,
      () => nobody().get('/guide/'),
      { ...FILE, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', vary: 'accept-encoding' },
    ],
    'the OpenAPI document': [200, () => nobody().get('/openapi.json'), { ...PAGE, ...JSON_BODY }],
    health: [200, () => nobody().get('/readyz'), { ...PAGE, ...JSON_BODY, 'cache-control': 'no-store' }],
    'no page': [404, () => nobody().get('/nowhere'), { ...PUBLIC, ...DEVICES, ...PROBLEM }],
    'an answer of the API': [
      200,
      () => client.get('/api/projects'),
      { ...PUBLIC, ...JSON_BODY, 'cache-control': 'no-store' },
    ],
    'a refusal without a session': [401, () => nobody().get('/api/projects'), { ...PUBLIC, ...PROBLEM }],
    'an unknown id': [404, () => client.get(`/api/projects/${unique('no-id')}`), { ...PUBLIC, ...PROBLEM }],
    'an unreadable body': [
      415,
      () => client.call('POST', '/api/projects', { raw: 'x', headers: { 'content-type': 'text/plain' } }),
      { ...PUBLIC, ...PROBLEM },
    ],
    'a method that it does not take': [
      405,
      () => client.call('TRACE', '/api/projects'),
      { ...PUBLIC, ...PROBLEM, allow: 'GET, HEAD, POST' },
    ],
    'an address that cannot be read': [400, () => nobody().get('/api/%zz'), { ...PLAIN, ...PROBLEM }],
  };

  it.each(Object.keys(KINDS))('of %s', async (name) => {
    const [status, answer, headers] = KINDS[name]!;
    const found = await answer();
    expect([found.status, steady(found.headers)]).toEqual([status, headers]);
  });
});

describe('S48 the headers of the SDK API', () => {
  const PAGE_ORIGIN = `https://${unique('headers')}.example.com`;
  const CORS = {
    'access-control-allow-origin': PAGE_ORIGIN,
    'access-control-expose-headers': 'ETag, Retry-After, Burgee-Freshness, Burgee-As-Of',
  };
  let key: string;

  beforeAll(async () => {
    const project = await aProject(url, { environments: [{ name: 'Web', url: PAGE_ORIGIN }] });
    key = project.environments[0]!.sdk_key;
  });

  const ADDRESSES: [string, string, Headers][] = [
    ['the public address', url, PUBLIC],
    ['sdk-gateway', services['sdk-gateway-1']!.url, PLAIN],
  ];

  it.each(ADDRESSES)('at %s: flags, refusals, preflights, tickets and streams', async (_, base, common) => {
    const client = new TestClient(base);
    const own = { origin: PAGE_ORIGIN, 'x-sdk-key': key };
    const get = (headers: Record<string, string>) => client.get('/api/v1/flags', headers);
    const etag = String((await get(own)).headers.etag);
    const tagged = { ...common, etag, 'cache-control': 'private, no-cache', ...VARY };
    const expected: [ServiceResponse | { status?: number; headers: object }, number, Headers][] = [
      [await get({ 'x-sdk-key': key }), 200, { ...tagged, ...JSON_BODY }],
      [await get(own), 200, { ...tagged, ...JSON_BODY, ...CORS }],
      [await get({ ...own, 'if-none-match': etag }), 304, { ...tagged, ...CORS }],
      [await get({ 'x-sdk-key': mintSdkKey() }), 401, { ...common, ...PROBLEM, ...VARY }],
      [await get({ ...own, 'x-sdk-key': 'x' }), 401, { ...common, ...PROBLEM, ...VARY, ...CORS }],
      [await get({ ...own, origin: `https://${unique('evil')}.example` }), 403, { ...common, ...PROBLEM, ...VARY }],
      [
        await client.call('OPTIONS', '/api/v1/flags', { headers: { origin: PAGE_ORIGIN } }),
        204,
        {
          ...common,
          vary: `${VARY.vary}, Access-Control-Request-Method, Access-Control-Request-Headers`,
          'access-control-allow-origin': PAGE_ORIGIN,
          'access-control-allow-methods': 'GET, HEAD, POST',
          'access-control-allow-headers': expect.stringContaining('x-sdk-key'),
          'access-control-max-age': '600',
        },
      ],
      [
        await client.post('/api/v1/stream/ticket', undefined, own),
        200,
        { ...common, ...JSON_BODY, ...VARY, ...CORS, 'cache-control': 'no-store' },
      ],
    ];
    for (const [{ status, headers }, wanted, all] of expected) expect([status, steady(headers)]).toEqual([wanted, all]);
    const stream = await client.stream('/api/v1/stream', own);
    stream.close();
    expect(steady(stream.response.headers)).toEqual({
      ...common,
      ...VARY,
      ...CORS,
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
  });
});
