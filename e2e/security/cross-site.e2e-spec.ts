import { aFlag, aProject, type Project, unique, TestClient, sharedCluster } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fill, type Ids, TABLE } from './authorization-table.js';
import { asSuperuser, stateOf } from './database.js';
import { expectProblem } from '../expect-problem.js';

const { url, services } = sharedCluster();
const WRITES = TABLE.filter(({ method, service }) => method !== 'GET' && service !== 'sdk-gateway');
const EVIL = 'https://evil.example';

describe('writes from other sites', () => {
  let project: Project;
  let ids: Ids;
  const state = () => stateOf(project.id, [project.owner.id]);

  beforeAll(async () => {
    project = await aProject(url, { environments: [{ name: 'Shop', url: EVIL }, { name: 'Other' }] });
    const flag = await aFlag(project);
    const sessions = await project.owner.client.get('/api/auth/sessions');
    ids = {
      id: project.id,
      flagId: flag.id,
      envId: project.development.id,
      userId: project.owner.id,
      sessionId: sessions.body[0].id,
    };
  });

  const SOURCES: Record<string, Record<string, string>> = {
    'Sec-Fetch-Site: cross-site': { 'sec-fetch-site': 'cross-site' },
    'Sec-Fetch-Site: same-site': { 'sec-fetch-site': 'same-site', origin: url },
    'an unknown Sec-Fetch-Site': { 'sec-fetch-site': 'SAME-ORIGIN' },
    'the origin of another site, even a registered one': { origin: EVIL },
    'Origin: null': { origin: 'null' },
    'an empty Origin': { origin: '' },
    'another port': { origin: `http://localhost:1` },
    'another scheme': { origin: url.replace('http:', 'https:') },
    'the own host as a prefix': { origin: `${url}.evil.example` },
    'the own host as a user': { origin: `${url}@evil.example` },
    'a forged forwarded host': { origin: EVIL, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    'a forged Forwarded': { origin: EVIL, forwarded: 'host=evil.example;proto=https' },
  };

  /** One hook of each service checks all writes: these are tried at every write, the other sources at one write in twelve. */
  const EVERYWHERE = new Set(['Sec-Fetch-Site: cross-site', 'the origin of another site, even a registered one']);
  const NAMES = Object.keys(SOURCES);
  const writesFor = (name: string) =>
    WRITES.filter(
      ({ path }, index) =>
        EVERYWHERE.has(name) || path === '/api/auth/logout' || index % NAMES.length === NAMES.indexOf(name),
    );

  it.each(NAMES)('S11 %s → 403 on writes, logout too', async (name) => {
    const before = await state();
    for (const line of writesFor(name)) {
      const body = line.body?.({ newcomer: project.owner.email });
      const answer = await project.owner.client.call(line.method, fill(line, ids), { body, headers: SOURCES[name] });
      expectProblem(answer, 403);
      expect(answer.body.code).toBe('cross_site_request');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(await state()).toBe(before);
    expect((await project.owner.client.get('/api/auth/me')).status).toBe(200);
  });

  it('S11 another spelling of an address gets the same check', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: EVIL };
    const spellings = [
      (path: string) => path.replace('/a', '/%61'),
      (path: string) => `http://localhost${path}`,
      (path: string) =>
        path.replace('/auth', '/%61uth').replace('/flags', '/%66lags').replace('/projects', '/%70rojects'),
      (path: string) => `/${path}`,
    ];
    const before = await state();
    // Each write in one spelling, the next one in the next, at the public address and at its service.
    for (const [index, line] of WRITES.entries())
      for (const base of [url, services[line.service]!.url]) {
        const spell = spellings[index % spellings.length]!;
        const client = new TestClient(base);
        client.cookies.set('token', project.owner.client.cookies.get('token')!);
        const body = line.body?.({ newcomer: project.owner.email });
        expectProblem(await client.call(line.method, spell(fill(line, ids)), { body, headers }), [403, 404]);
      }
    expect(await state()).toBe(before);
    expect((await project.owner.client.get('/api/auth/me')).status).toBe(200);
  });

  it('S11 what a form can send is refused: text, forms, no type at all', async () => {
    const before = await state();
    const types = ['text/plain', 'application/x-www-form-urlencoded', undefined];
    for (const [index, line] of WRITES.filter(({ body }) => body).entries()) {
      const raw = JSON.stringify(line.body!({ newcomer: project.owner.email }));
      const type = types[index % types.length];
      const headers: Record<string, string> = type ? { 'content-type': type } : {};
      expectProblem(await project.owner.client.call(line.method, fill(line, ids), { raw, headers }), 415);
    }
    expect(await state()).toBe(before);
  });

  it('S11 the own pages, and callers that are no browser, may write', async () => {
    const own = [{}, { origin: url, 'sec-fetch-site': 'same-origin' }, { origin: url }, { 'sec-fetch-site': 'none' }];
    for (const headers of own) {
      const answer = await project.owner.client.patch(`/api/projects/${project.id}`, { name: unique('own') }, headers);
      expect(answer.status).toBe(200);
    }
  });

  it('S30 the dashboard API sends no CORS headers, even to a registered origin', async () => {
    const origins = [EVIL, 'null', 'http://localhost:3000'];
    for (const [index, line] of TABLE.filter(({ service }) => service !== 'sdk-gateway').entries())
      for (const method of [line.method, 'OPTIONS']) {
        const headers = { origin: origins[index % origins.length]!, 'access-control-request-method': line.method };
        const answer = await new TestClient(url).call(method, fill(line, ids), { headers });
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
        expect(method !== 'OPTIONS' || answer.status >= 400).toBe(true);
      }
  });
});

describe('claims of a client about itself', () => {
  it('S41 a forged user has no effect', async () => {
    const project = await aProject(url);
    const forged = {
      'x-user-id': project.owner.id,
      'x-user-email': project.owner.email,
      'x-user-role': 'owner',
      'x-user': project.owner.id,
      'x-session-id': project.owner.id,
      'x-real-ip': '127.0.0.1',
      authorization: 'Bearer x',
    };
    for (const base of [url, services['flags-admin']!.url])
      expectProblem(await new TestClient(base).get(`/api/projects/${project.id}`, forged), 401);
  });

  it('S41 a forged address does not reach the limits', async () => {
    const client = new TestClient(url);
    const email = `${unique('nobody')}@example.com`;
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const forged = { 'x-forwarded-for': `10.0.0.${i}`, 'x-real-ip': `10.0.0.${i}`, forwarded: `for=10.0.0.${i}` };
      statuses.push((await client.post('/api/auth/login', { email, password: 'wrong password' }, forged)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(404), 429, 429]);
  });

  it('S41 replaces a request id that is not a plain word, and stores a plain one with the change', async () => {
    const project = await aProject(url);
    for (const id of ['x', '<script>', 'a b c d e f', 'ä'.repeat(9), 'a'.repeat(65), '{"a":"b"}']) {
      const answer = await project.owner.client.get('/api/auth/me', { 'x-request-id': id });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
    const flag = await aFlag(project);
    const requestId = unique('request');
    await project.owner.client.delete(`/api/flags/${flag.id}`, { 'x-request-id': requestId });
    const found = await asSuperuser((client) =>
      client.query(
        `select 1 from audit.entries where content::json ->> 'request_id' = $1
         union all select 1 from flags.outbox where payload ->> 'request_id' = $1`,
        [requestId],
      ),
    );
    expect(found.rowCount).toBeGreaterThan(0);
  });
});
