import { aFlag, aProject, type Project, TestClient, sharedCluster } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { stateOf } from './database.js';
import { expectProblem } from '../expect-problem.js';

const { url, services } = sharedCluster();

describe('malformed addresses and queries', () => {
  let project: Project;
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const ID = '018f0000-0000-7000-8000-000000000000';

  beforeAll(async () => {
    project = await aProject(url);
  });

  const LIMITS = [
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=1e2',
    'limit=1001',
    'limit=',
    'limit=abc',
    'limit=1&limit=2',
    'limit[]=1',
    'limit=0x10',
    'limit=%00',
    'limit=99999999999999999999',
  ];
  const CURSORS = [
    'cursor=',
    'cursor=x',
    'cursor=%F0%9F%9A%A9',
    `cursor=${'a'.repeat(1001)}`,
    'cursor=a&cursor=b',
    ...[[], {}, null, 'x', 1, [1, 2], [null], ['a', 'b', 'c'], [[]], [{}]].map((value) => `cursor=${cursor(value)}`),
  ];
  const UNKNOWN = ['nonsense=1', '__proto__=1', 'constructor=1', '__proto__[a]=1', 'toString=1'];
  const FLAG_QUERIES = [
    'type=Boolean',
    'type=',
    'type=boolean&type=string',
    'state=maybe',
    'search=a&search=b',
    'search=%00',
    'search=a%00b',
    `search=${'a'.repeat(201)}`,
    `cursor=${cursor(['\0'])}`,
  ];
  const AUDIT_QUERIES = [
    'actor=x',
    'actor=',
    `actor=${ID}x`,
    'flag=1',
    'environment=null',
    'action=everything',
    'from=yesterday',
    'from=',
    'from=2026-13-01',
    'from=2026-02-30',
    'to=1',
    'to=Infinity',
    `from=${'9'.repeat(300)}`,
    'from=-infinity',
    'from=now',
    'from=2026-01-01T00:00:00%2B99:00',
    `cursor=${cursor(['x', ID])}`,
    `cursor=${cursor(['2026-01-01', 'x'])}`,
    `cursor=${cursor(['2026-01-01', '-'.repeat(36)])}`,
    `cursor=${cursor(['+275760-09-13T00:00:00.000Z', ID])}`,
    `cursor=${cursor(['2026-01-01 (a comment)', ID])}`,
  ];

  it.each([...LIMITS, ...CURSORS, ...UNKNOWN, ...FLAG_QUERIES].map((one) => [one.slice(0, 60), one]))(
    'S32 GET flags?%s → 400',
    async (_, query) => {
      expectProblem(await project.owner.client.get(`/api/projects/${project.id}/flags?${query}`), 400);
    },
  );

  it.each([...LIMITS, ...CURSORS, ...UNKNOWN, ...AUDIT_QUERIES].map((one) => [one.slice(0, 60), one]))(
    'S32 GET audit?%s → 400',
    async (_, query) => {
      expectProblem(await project.owner.client.get(`/api/projects/${project.id}/audit?${query}`), 400);
    },
  );

  const IDS = [
    'x',
    '0',
    '-1',
    'null',
    'undefined',
    '%00',
    '%20',
    '..',
    '%2e%2e',
    '*',
    '__proto__',
    'constructor',
    `${ID}x`,
    ID.slice(1),
    ID.replaceAll('-', ''),
    `{${ID}}`,
    `urn:uuid:${ID}`,
    "'",
    '%27%20or%201=1',
    '%F0%9F%9A%A9',
    'a'.repeat(250),
    '%C0%AF',
    'a'.repeat(4_000),
  ];

  it.each(IDS.map((one) => [one.slice(0, 40), one]))(
    'S34 an id that is none (%s) is refused, never a 500',
    async (_, id) => {
      const { client } = project.owner;
      const own = `/api/projects/${project.id}`;
      const before = await stateOf(project.id, [project.owner.id]);
      const calls: [string, string, object?][] = [
        ['GET', `/api/projects/${id}`],
        ['DELETE', `/api/projects/${id}`],
        ['GET', `/api/projects/${id}/flags`],
        ['GET', `/api/projects/${id}/audit`],
        ['PATCH', `${own}/environments/${id}`, { name: 'x' }],
        ['POST', `${own}/environments/${id}/rotate-sdk-key`],
        ['POST', `${own}/environments/${id}/rotate-client-key`],
        ['DELETE', `${own}/environments/${id}`],
        ['PATCH', `${own}/members/${id}`, { role: 'viewer' }],
        ['DELETE', `${own}/members/${id}`],
        ['DELETE', `${own}/invitations/${id}`],
        ['DELETE', `${own}/webhooks/${id}`],
        ['GET', `${own}/webhooks/${id}/deliveries`],
        ['POST', `${own}/webhooks/${id}/deliveries/${id}/redeliver`],
        ['POST', `/api/switch-off/${id}`],
        ['GET', `/api/flags/${id}`],
        ['DELETE', `/api/flags/${id}`],
        ['GET', `/api/flags/${id}/audit`],
        ['PATCH', `/api/flags/${id}/environments/${project.production.id}/toggle`, { is_enabled: true }],
        ['DELETE', `/api/auth/sessions/${id}`],
      ];
      // The routes share one check of ids: each id is tried at five, the next one at the next five.
      const from = 5 * IDS.indexOf(id);
      for (const [method, path, body] of [...calls, ...calls].slice(from % calls.length).slice(0, 5)) {
        // "/api/projects/.." written by hand stays as it is; it names no route.
        const answer = await client.call(method, path, { body });
        expectProblem(answer, [400, 404, 414]);
      }
      expect(await stateOf(project.id, [project.owner.id])).toBe(before);
    },
  );

  it('S32 an id in capitals is the same id', async () => {
    const flag = await aFlag(project);
    expect((await project.owner.client.get(`/api/flags/${flag.id.toUpperCase()}`)).body.id).toBe(flag.id);
    expect((await project.owner.client.get(`/api/projects/${project.id.toUpperCase()}`)).body.id).toBe(project.id);
  });

  it.each([
    '/%',
    '/%zz',
    '/api/%',
    '/api/%zz',
    '/api/flags/%',
    '/api/flags/%E0%A4%A',
    '/api/auth/%ff',
    '/docs/ui/%zz',
    '/api/v1/%',
  ])('S36 the encoding of %s is refused, and the answer speaks of the address', async (path) => {
    const answer = await new TestClient(url).get(path);
    expectProblem(answer, [400, 404]);
    expect(answer.body.detail).not.toContain('JSON');
  });

  it.each([
    '/docs/ui/../../package.json',
    '/docs/ui/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/docs/ui/package.json',
    '/%2e%2e/etc/passwd',
  ])('S42 %s is no way out of the folder of pages', async (path) => {
    expectProblem(await new TestClient(url).get(path), [400, 403, 404]);
  });

  it.each([{ range: 'bytes=99999999-' }, { 'if-match': '"x"' }])(
    'S42 %j, which a page cannot meet, is refused',
    async (headers) => {
      expectProblem(await new TestClient(url).get('/docs/ui/swagger-ui.css', headers), 400);
    },
  );

  const OTHERS = ['PUT', 'TRACE', 'PROPFIND', 'PURGE', 'QUERY'];
  const PLACES: [path: string, service: string, allow: string][] = [
    ['/api/auth/login', 'auth', 'POST'],
    ['/api/projects', 'flags-admin', 'GET, HEAD, POST'],
    ['/api/flags/x', 'flags-admin', 'DELETE, GET, HEAD, PATCH'],
    ['/api/flags/x/audit', 'audit', 'GET, HEAD'],
    ['/api/v1/flags', 'sdk-gateway-1', 'GET, HEAD, OPTIONS'],
    ['/api/v1/stream/ticket', 'sdk-gateway-1', 'OPTIONS, POST'],
  ];

  it.each(PLACES)('S42 %s of %s says which methods it takes to any other: %s', async (path, service, allow) => {
    for (const [index, method] of OTHERS.entries())
      for (const base of index === 0 ? [url, services[service]!.url] : [url]) {
        const answer = await new TestClient(base).call(method, path);
        expectProblem(answer, 405, 'method_not_allowed');
        expect(answer.headers.allow).toBe(allow);
      }
  });

  it.each(['/', '/docs/', '/sdk.js', '/livez', '/openapi.json'])('S42 %s of api-gateway does too', async (path) => {
    for (const method of [...OTHERS, 'POST', 'DELETE']) {
      const answer = await new TestClient(url).call(method, path);
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow).toBe('GET, HEAD');
    }
  });

  it('S42 an address that does not exist has no methods', async () => {
    const bases = [url, ...Object.values(services).map((service) => service.url)];
    for (const [index, base] of bases.entries()) {
      const method = OTHERS[index % OTHERS.length]!;
      expectProblem(await new TestClient(base).call(method, '/api/nowhere'), 404, 'route_not_found');
    }
  });

  it.each(['/api/flags/../auth/me', '/api/flags/%2e%2e/auth/me', '/api/v1/../../livez'])(
    'S42 %s is not resolved, and does not exist',
    async (path) => {
      for (const base of [url, services['flags-admin']!.url, services['sdk-gateway-1']!.url])
        expectProblem(await new TestClient(base).get(path), 404, 'route_not_found');
    },
  );
});
