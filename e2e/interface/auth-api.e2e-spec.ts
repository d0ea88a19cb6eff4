import { aUser, PASSWORD, unique, Visitor, world } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from './expect-problem.js';
import { ID } from './shapes.js';

const { url } = world();

const anEmail = () => `${unique('user')}@example.com`;
const registration = (changes: object = {}) => ({
  name: 'Ada',
  email: anEmail(),
  password: PASSWORD,
  confirmPassword: PASSWORD,
  ...changes,
});

describe('Auth API "no authentication required"', () => {
  it.each(['register', 'login', 'logout'])('%s asks for no cookie', async (call) => {
    const answer = await new Visitor(url).post(`/api/auth/${call}`, {});
    expect(answer.status).not.toBe(401);
  });
});

describe('POST /api/auth/register', () => {
  it('"the token cookie is set and the response body has name, email and message"', async () => {
    const visitor = new Visitor(url);
    const request = registration();
    const { status, body } = await visitor.post('/api/auth/register', request);
    expect(status).toBe(201);
    expect(body).toEqual({ name: 'Ada', email: request.email, message: 'User registered successfully' });
    expect((await visitor.get('/api/auth/me')).body).toEqual({ id: ID, name: 'Ada', email: request.email });
  });

  it.each(['name', 'email', 'password', 'confirmPassword'])(
    '"All four are required": without %s → 400',
    async (field) => {
      const answer = await new Visitor(url).post('/api/auth/register', registration({ [field]: undefined }));
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
      expect(answer.body.errors).toEqual([{ pointer: `/${field}`, detail: expect.stringMatching(/./) }]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  it('password differs from confirmPassword → 400, and nobody is registered', async () => {
    const request = registration({ confirmPassword: `${PASSWORD}!` });
    const visitor = new Visitor(url);
    expectProblem(await visitor.post('/api/auth/register', request), 400, 'passwords_differ', ['/confirmPassword']);
    expect((await visitor.post('/api/auth/login', request)).status).toBe(400);
    const login = await visitor.post('/api/auth/login', { email: request.email, password: PASSWORD });
    expect(login.status).toBe(404);
  });

  it('email already registered → 400, and the account stays as it was', async () => {
    const user = await aUser(url);
    const visitor = new Visitor(url);
    const request = registration({ email: user.email, password: 'another one', confirmPassword: 'another one' });
    expectProblem(await visitor.post('/api/auth/register', request), 400, 'email_taken', ['/email']);
    expect(visitor.cookies.size).toBe(0);
    expect((await visitor.post('/api/auth/login', { email: user.email, password: PASSWORD })).body.name).toBe(
      user.name,
    );
  });

  it('email already registered → 400, also for one of two at the same moment', async () => {
    const request = registration();
    const answers = await Promise.all([1, 2].map(() => new Visitor(url).post('/api/auth/register', request)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });

  describe('not shown: emails are trimmed and compared in lower case', () => {
    it('what is typed is kept, trimmed', async () => {
      const email = anEmail().replace('user', 'User');
      const { body } = await new Visitor(url).post('/api/auth/register', registration({ email: `  ${email} ` }));
      expect(body.email).toBe(email);
    });

    it('another case is the same email', async () => {
      const { email } = await aUser(url);
      const request = registration({ email: ` ${email.toUpperCase()}` });
      expectProblem(await new Visitor(url).post('/api/auth/register', request), 400, 'email_taken', ['/email']);
    });

    it.each(['', 'ada', 'ada@', '@example.com', 'a b@example.com', ['ada@example.com']])(
      '"%s" is none → 400',
      async (email) => {
        const answer = await new Visitor(url).post('/api/auth/register', registration({ email }));
        expectProblem(answer, 400, 'invalid_request', ['/email']);
      },
    );
  });

  describe('not shown: "Password rules beyond being required and matching"', () => {
    const register = (password: string) =>
      new Visitor(url).post('/api/auth/register', registration({ password, confirmPassword: password }));

    it('at least 8 characters', async () => {
      expectProblem(await register('1234567'), 400, 'invalid_request', ['/password']);
      expect((await register('12345678')).status).toBe(201);
    });

    it('at most 1,024 bytes', async () => {
      const answer = await register('é'.repeat(513));
      expectProblem(answer, 400, 'invalid_request', ['/password', '/confirmPassword']);
      expect((await register('é'.repeat(512))).status).toBe(201);
    });

    it('every byte counts, beyond the 72nd too, and so do case and spaces', async () => {
      const email = anEmail();
      const password = ` ${'Long'.repeat(25)} `;
      const visitor = new Visitor(url);
      await visitor.post('/api/auth/register', registration({ email, password, confirmPassword: password }));
      const login = async (tried: string) => (await visitor.post('/api/auth/login', { email, password: tried })).status;
      expect(await login(password)).toBe(200);
      for (const other of [
        password.trim(),
        password.toLowerCase(),
        `${password.slice(0, -2)}G `,
        password.slice(0, 72),
      ])
        expect(await login(other)).toBe(404);
    });
  });

  it('not shown: an unknown field → 400', async () => {
    const answer = await new Visitor(url).post('/api/auth/register', registration({ role: 'owner' }));
    expectProblem(answer, 400, 'invalid_request', ['/role']);
  });
});

describe('POST /api/auth/login', () => {
  it('"the same token cookie is set and the response body has name, email and message"', async () => {
    const { name, email, id } = await aUser(url);
    const visitor = new Visitor(url);
    const { status, body } = await visitor.post('/api/auth/login', { email, password: PASSWORD });
    expect(status).toBe(200);
    expect(body).toEqual({ name, email, message: 'Login successful' });
    expect((await visitor.get('/api/auth/me')).body).toEqual({ id, name, email });
  });

  it('not shown: the email may have spaces around it and another case', async () => {
    const { name, email } = await aUser(url);
    const request = { email: `  ${email.toUpperCase()}\t`, password: PASSWORD };
    const { body } = await new Visitor(url).post('/api/auth/login', request);
    expect(body).toEqual({ name, email, message: 'Login successful' });
  });

  it('no user matches the email → 404; password does not match → 404; no difference between the two', async () => {
    const { email } = await aUser(url);
    const headers = { 'x-request-id': 'same-for-both' };
    const login = (request: object) => new Visitor(url).post('/api/auth/login', request, headers);
    const unknown = await login({ email: anEmail(), password: PASSWORD });
    const wrong = await login({ email, password: 'wrong horse battery' });
    for (const answer of [unknown, wrong]) expectProblem(answer, 404, 'invalid_credentials');
    expect(wrong.text).toBe(unknown.text);
    const withoutDate = ({ date: _date, ...rest }: object & { date?: string }) => rest;
    expect(withoutDate(wrong.headers)).toEqual(withoutDate(unknown.headers));
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it.each(['email', 'password'])('not shown: without %s → 400', async (field) => {
    const request = { email: anEmail(), password: PASSWORD, [field]: undefined };
    expectProblem(await new Visitor(url).post('/api/auth/login', request), 400, 'invalid_request', [`/${field}`]);
  });
});

describe('POST /api/auth/logout', () => {
  it('"Clears the token cookie. Response body: object with message (text: Logged out)"', async () => {
    const { visitor } = await aUser(url);
    const { status, body } = await visitor.post('/api/auth/logout');
    expect([status, body]).toEqual([200, { message: 'Logged out' }]);
    expect(visitor.cookies.has('token')).toBe(false);
    expectProblem(await visitor.get('/api/auth/me'), 401, 'unauthenticated');
  });

  it('not shown: "revokes the session on every service at once": a kept cookie opens nothing', async () => {
    const { visitor } = await aUser(url);
    const { id } = (await visitor.post('/api/projects', { name: unique('project') })).body;
    const kept = { cookie: `token=${visitor.cookies.get('token')}` };
    await visitor.post('/api/auth/logout');
    for (const path of ['/api/auth/me', '/api/projects', `/api/projects/${id}/audit`])
      expectProblem(await new Visitor(url).get(path, kept), 401, 'unauthenticated');
  });

  it('not shown: without a session it answers the same', async () => {
    const { status, body } = await new Visitor(url).post('/api/auth/logout');
    expect([status, body]).toEqual([200, { message: 'Logged out' }]);
  });
});
