import { aFlag, aProject, aUser, PASSWORD, unique, Visitor, world } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from './expect-problem.js';
import { toggle, valueIn } from './flag-calls.js';
import { SDK_ADDRESSES } from './sdk-calls.js';
import { UNKNOWN_ID } from './shapes.js';

const { url } = world();

const aRegistration = (changes: object = {}) => ({
  name: 'Ada',
  email: `${unique('user')}@example.com`,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  ...changes,
});

describe('Errors: the table', () => {
  it('POST /api/auth/register | password differs from confirmPassword | 400', async () => {
    const request = aRegistration({ confirmPassword: 'another password' });
    expect((await new Visitor(url).post('/api/auth/register', request)).status).toBe(400);
  });

  it('POST /api/auth/register | email already registered | 400', async () => {
    const { email } = await aUser(url);
    expect((await new Visitor(url).post('/api/auth/register', aRegistration({ email }))).status).toBe(400);
  });

  it('POST /api/auth/login | no user matches the email | 404', async () => {
    const request = { email: `${unique('nobody')}@example.com`, password: PASSWORD };
    expect((await new Visitor(url).post('/api/auth/login', request)).status).toBe(404);
  });

  it('POST /api/auth/login | password does not match | 404', async () => {
    const { email } = await aUser(url);
    expect((await new Visitor(url).post('/api/auth/login', { email, password: 'wrong' })).status).toBe(404);
  });

  it.each(SDK_ADDRESSES)('GET /api/v1/flags | SDK key invalid | 401, at %s', async (_, base) => {
    expect((await new Visitor(base).get('/api/v1/flags', { 'x-sdk-key': 'invalid' })).status).toBe(401);
  });

  it.each(SDK_ADDRESSES)('GET /api/v1/flags | SDK key revoked | 401, at %s', async (_, base) => {
    const project = await aProject(url);
    const { id, sdk_key } = project.development;
    await project.owner.visitor.post(`/api/projects/${project.id}/environments/${id}/rotate-sdk-key`);
    expect((await new Visitor(base).get('/api/v1/flags', { 'x-sdk-key': sdk_key })).status).toBe(401);
  });

  it.each([
    ['GET', '/api/projects'],
    ['POST', '/api/projects'],
    ['GET', `/api/projects/${UNKNOWN_ID}`],
    ['PATCH', `/api/projects/${UNKNOWN_ID}`],
    ['DELETE', `/api/projects/${UNKNOWN_ID}`],
    ['GET', `/api/projects/${UNKNOWN_ID}/environments`],
    ['POST', `/api/projects/${UNKNOWN_ID}/environments`],
    ['PATCH', `/api/projects/${UNKNOWN_ID}/environments/${UNKNOWN_ID}`],
    ['DELETE', `/api/projects/${UNKNOWN_ID}/environments/${UNKNOWN_ID}`],
    ['POST', `/api/projects/${UNKNOWN_ID}/environments/${UNKNOWN_ID}/rotate-sdk-key`],
    ['GET', `/api/projects/${UNKNOWN_ID}/members`],
    ['POST', `/api/projects/${UNKNOWN_ID}/members`],
    ['PATCH', `/api/projects/${UNKNOWN_ID}/members/${UNKNOWN_ID}`],
    ['DELETE', `/api/projects/${UNKNOWN_ID}/members/${UNKNOWN_ID}`],
    ['GET', `/api/projects/${UNKNOWN_ID}/flags`],
    ['POST', `/api/projects/${UNKNOWN_ID}/flags`],
    ['GET', `/api/projects/${UNKNOWN_ID}/audit`],
    ['GET', `/api/flags/${UNKNOWN_ID}`],
    ['PATCH', `/api/flags/${UNKNOWN_ID}`],
    ['DELETE', `/api/flags/${UNKNOWN_ID}`],
    ['GET', `/api/flags/${UNKNOWN_ID}/environments`],
    ['PATCH', `/api/flags/${UNKNOWN_ID}/environments/${UNKNOWN_ID}`],
    ['PATCH', `/api/flags/${UNKNOWN_ID}/environments/${UNKNOWN_ID}/toggle`],
    ['GET', `/api/flags/${UNKNOWN_ID}/audit`],
  ])('any endpoint that requires the cookie | cookie missing | 401: %s %s', async (method, path) => {
    expectProblem(await new Visitor(url).call(method, path), 401, 'unauthenticated');
  });

  it('any endpoint that requires the cookie | cookie expired | 401', async () => {
    const { visitor } = await aUser(url);
    const headers = { cookie: `token=${visitor.cookies.get('token')}` };
    await visitor.post('/api/auth/logout');
    expectProblem(await new Visitor(url).get('/api/projects', headers), 401, 'unauthenticated');
  });
});

describe('not shown: "Error response body shape": RFC 9457', () => {
  it('type, title, status, detail, code, message, request_id and errors', async () => {
    const { visitor } = await aUser(url);
    const headers = { 'x-request-id': 'my-request-1' };
    const answer = await visitor.post('/api/projects', { name: '' }, headers);
    expect(answer.body).toEqual({
      type: 'urn:burgee:error:invalid_request',
      title: 'Invalid request',
      status: 400,
      code: 'invalid_request',
      detail: 'The request was refused: name should not be empty.',
      message: 'The request was refused: name should not be empty.',
      request_id: 'my-request-1',
      errors: [{ pointer: '/name', detail: 'name should not be empty' }],
    });
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('request_id is the answer’s x-request-id; one is made when the caller’s is none', async () => {
    for (const headers of [{}, { 'x-request-id': 'short' }, { 'x-request-id': '<script>alert(1)</script>' }]) {
      const answer = await new Visitor(url).get('/api/projects', headers);
      expectProblem(answer, 401, 'unauthenticated');
      expect(answer.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('never a stack, SQL or a version', async () => {
    const { visitor } = await aUser(url);
    const answers = [
      await visitor.get("/api/projects/1'%20or%20'1'='1"),
      await visitor.call('POST', '/api/projects', { raw: '{"name":', headers: { 'content-type': 'application/json' } }),
      await visitor.post('/api/projects', { name: 'a\u0000b' }),
      await visitor.get('/api/nowhere'),
    ];
    for (const { status, text, headers } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/\.js|\bat \w+|node_modules|select |insert |postgres|fastify|nest/i);
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.server).toBeUndefined();
    }
  });
});

describe('not shown: the other statuses', () => {
  it('400: what is no JSON', async () => {
    const { visitor } = await aUser(url);
    const headers = { 'content-type': 'application/json' };
    const answer = await visitor.call('POST', '/api/projects', { raw: '{"name": oops}', headers });
    expectProblem(answer, 400, 'malformed_json');
  });

  it.each(['[]', '"text"', '1', 'null', 'true'])('400: JSON that is no object: %s', async (raw) => {
    const { visitor } = await aUser(url);
    const headers = { 'content-type': 'application/json' };
    expectProblem(await visitor.call('POST', '/api/projects', { raw, headers }), 400, 'invalid_request', ['']);
  });

  it('400: text that cannot be stored as it came', async () => {
    const { visitor } = await aUser(url);
    expectProblem(await visitor.post('/api/projects', { name: 'a\u0000b' }), 400, 'invalid_request', ['/name']);
    const raw = '{"name":"half a pair: \\ud800"}';
    const half = await visitor.call('POST', '/api/projects', { raw, headers: { 'content-type': 'application/json' } });
    expectProblem(half, 400, 'invalid_request', ['/name']);
  });

  it.each([
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
    ['origin', 'https://evil.example.org'],
    ['origin', 'null'],
  ])('403: a write from another site (%s: %s), and nothing is changed', async (header, value) => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const answer = await toggle(project.owner, flag, project.development, true, { [header]: value });
    expectProblem(answer, 403, 'cross_site_request');
    expect((await valueIn(project.owner, flag, project.development)).is_enabled).toBe(false);
    const logout = await project.owner.visitor.post('/api/auth/logout', undefined, { [header]: value });
    expectProblem(logout, 403, 'cross_site_request');
    expect((await project.owner.visitor.get('/api/auth/me')).status).toBe(200);
  });

  it('a write from its own pages is let in', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const own = { 'sec-fetch-site': 'same-origin', origin: url };
    expect((await toggle(project.owner, flag, project.development, true, own)).status).toBe(200);
  });

  it.each(['/api/nowhere', '/api/auth/nowhere', '/api/flags', '/api/v1/nowhere', '/api/projects/x/y/z', '/api'])(
    '404: no such address: %s',
    async (path) => {
      const { visitor } = await aUser(url);
      expectProblem(await visitor.get(path), 404, 'route_not_found');
    },
  );

  it.each([
    ['GET', (id: string) => `/api/flags/${id}`],
    ['PATCH', (id: string) => `/api/flags/${id}`],
    ['DELETE', (id: string) => `/api/flags/${id}`],
    ['GET', (id: string) => `/api/flags/${id}/environments`],
    ['GET', (id: string) => `/api/flags/${id}/audit`],
  ])('404: %s of a flag that is not yours, as of an unknown one (%s)', async (method, pathOf) => {
    const flag = await aFlag(await aProject(url));
    const { visitor } = await aUser(url);
    const call = (id: string) =>
      visitor.call(method, pathOf(id), {
        headers: { 'x-request-id': 'same-for-both' },
        ...(method === 'PATCH' && { body: {} }),
      });
    const theirs = await call(flag.id);
    expectProblem(theirs, 404, 'not_found');
    expect((await call(UNKNOWN_ID)).text).toBe(theirs.text);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])('415: a body of %s', async (type) => {
    const { visitor } = await aUser(url);
    const raw = JSON.stringify({ name: 'Shop' });
    const answer = await visitor.call('POST', '/api/projects', { raw, headers: { 'content-type': type } });
    expectProblem(answer, 415, 'unsupported_media_type');
  });
});
