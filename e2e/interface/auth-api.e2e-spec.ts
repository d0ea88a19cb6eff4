import { aUser, PASSWORD, unique, TestClient, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { ID } from './shapes.js';

const { url } = sharedCluster();

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
    const answer = await new TestClient(url).post(`/api/auth/${call}`, {});
    expect(answer.status).not.toBe(401);
  });
});

describe('POST /api/auth/register', () => {
  it('"name, email and password are given at registration"; "the token cookie is set and the response body has name, email and message"', async () => {
    const client = new TestClient(url);
    const request = registration();
    const { status, body } = await client.post('/api/auth/register', request);
    expect(status).toBe(201);
    expect(body).toEqual({ name: 'Ada', email: request.email, message: 'User registered successfully' });
    expect((await client.get('/api/auth/me')).body).toEqual({ id: ID, name: 'Ada', email: request.email });
  });

  it.each(['name', 'email', 'password', 'confirmPassword'])(
    '"All four are required": without %s → 400',
    async (field) => {
      const answer = await new TestClient(url).post('/api/auth/register', registration({ [field]: undefined }));
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
      expect(answer.body.errors).toEqual([{ pointer: `/${field}`, detail: expect.stringMatching(/./) }]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  it('password differs from confirmPassword → 400, and no account is made', async () => {
    const request = registration({ confirmPassword: `${PASSWORD}!` });
    const client = new TestClient(url);
    expectProblem(await client.post('/api/auth/register', request), 400, 'passwords_differ', ['/confirmPassword']);
    expect((await client.post('/api/auth/login', request)).status).toBe(400);
    const login = await client.post('/api/auth/login', { email: request.email, password: PASSWORD });
    expect(login.status).toBe(404);
  });

  it('"emails are unique": email already registered → 400, and the account stays as it was', async () => {
    const user = await aUser(url);
    const client = new TestClient(url);
    const request = registration({ email: user.email, password: 'another one', confirmPassword: 'another one' });
    expectProblem(await client.post('/api/auth/register', request), 400, 'email_taken', ['/email']);
    expect(client.cookies.size).toBe(0);
    expect((await client.post('/api/auth/login', { email: user.email, password: PASSWORD })).body.name).toBe(user.name);
  });

  it('email already registered → 400, also for one of two at the same moment', async () => {
    const request = registration();
    const answers = await Promise.all([1, 2].map(() => new TestClient(url).post('/api/auth/register', request)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });

  describe('not shown: emails are trimmed and compared in lower case', () => {
    it('the email is stored as typed, but trimmed', async () => {
      const email = anEmail().replace('user', 'User');
      const { body } = await new TestClient(url).post('/api/auth/register', registration({ email: `  ${email} ` }));
      expect(body.email).toBe(email);
    });

    it('another case is the same email', async () => {
      const { email } = await aUser(url);
      const request = registration({ email: ` ${email.toUpperCase()}` });
      expectProblem(await new TestClient(url).post('/api/auth/register', request), 400, 'email_taken', ['/email']);
    });
  });

  it('not shown: two spellings of one address are one email', async () => {
    const name = unique('user');
    const [email, ...spellings] = [
      `${name}@bücher.example`,
      `${name}@xn--bcher-kva.example`,
      `${name}@BU\u0308CHER.example`,
    ];
    expect((await new TestClient(url).post('/api/auth/register', registration({ email }))).status).toBe(201);
    for (const spelling of spellings) {
      const again = await new TestClient(url).post('/api/auth/register', registration({ email: spelling }));
      expectProblem(again, 400, 'email_taken', ['/email']);
      const login = await new TestClient(url).post('/api/auth/login', { email: spelling, password: PASSWORD });
      expect(login.body).toEqual({ name: 'Ada', email, message: 'Login successful' });
    }
  });

  describe('not shown: "Password rules beyond being required and matching"', () => {
    const register = (password: string) =>
      new TestClient(url).post('/api/auth/register', registration({ password, confirmPassword: password }));

    it('at least 8 characters', async () => {
      expectProblem(await register('1234567'), 400, 'invalid_request', ['/password']);
      expect((await register('12345678')).status).toBe(201);
    });
  });
});

describe('POST /api/auth/login', () => {
  it('"the same token cookie is set and the response body has name, email and message"', async () => {
    const { name, email, id } = await aUser(url);
    const client = new TestClient(url);
    const { status, body } = await client.post('/api/auth/login', { email, password: PASSWORD });
    expect(status).toBe(200);
    expect(body).toEqual({ name, email, message: 'Login successful' });
    expect((await client.get('/api/auth/me')).body).toEqual({ id, name, email });
  });

  it('not shown: the email may have spaces around it and another case', async () => {
    const { name, email } = await aUser(url);
    const request = { email: `  ${email.toUpperCase()}\t`, password: PASSWORD };
    const { body } = await new TestClient(url).post('/api/auth/login', request);
    expect(body).toEqual({ name, email, message: 'Login successful' });
  });

  it('no user matches the email → 404; password does not match → 404', async () => {
    const { email } = await aUser(url);
    for (const tried of [anEmail(), email]) {
      const request = { email: tried, password: 'wrong horse battery' };
      expectProblem(await new TestClient(url).post('/api/auth/login', request), 404, 'invalid_credentials');
    }
  });
});

describe('POST /api/auth/logout', () => {
  it('"Clears the token cookie. Response body: object with message (text: Logged out)"', async () => {
    const { client } = await aUser(url);
    const { status, body } = await client.post('/api/auth/logout');
    expect([status, body]).toEqual([200, { message: 'Logged out' }]);
    expect(client.cookies.has('token')).toBe(false);
    expectProblem(await client.get('/api/auth/me'), 401, 'unauthenticated');
  });

  it('not shown: without a session it answers the same', async () => {
    const { status, body } = await new TestClient(url).post('/api/auth/logout');
    expect([status, body]).toEqual([200, { message: 'Logged out' }]);
  });
});
