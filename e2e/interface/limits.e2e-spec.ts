import { aFlag, aProject, aUser, PASSWORD, unique, Visitor, world } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from './expect-problem.js';
import { edit, toggle } from './flag-calls.js';
import { fetchFlags, SDK_ADDRESSES } from './sdk-calls.js';

const { url } = world();

const BODY_LIMIT = 128 * 1024;
const FAILURES_PER_EMAIL_AND_ADDRESS = 10;

describe('Limits: "Session cookie lifetime | 7 days"', () => {
  it('says the cookie', async () => {
    const { email } = await aUser(url);
    const { headers } = await new Visitor(url).post('/api/auth/login', { email, password: PASSWORD });
    const token = headers['set-cookie']?.find((cookie) => cookie.startsWith('token='));
    expect(token).toContain(`; Max-Age=${7 * 24 * 60 * 60};`);
  });
});

describe('Limits: "Flag cache per environment … invalidated immediately on any write"', () => {
  it.each(SDK_ADDRESSES)('no read after a write is older than it, at %s', async (_, base) => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    for (let round = 0; round < 10; round++) {
      const is_enabled = round % 2 === 0;
      await toggle(project.owner, flag, project.development, is_enabled);
      expect((await fetchFlags(project.development, {}, base)).body[0].is_enabled).toBe(is_enabled);
      await edit(project.owner, flag, project.development, { rollout_percentage: round });
      expect((await fetchFlags(project.development, {}, base)).body[0].rollout_percentage).toBe(round);
    }
  });
});

describe('not shown: "Rate limits"', () => {
  it('sign-in: ten failures for an email from an address, then 429 with Retry-After, whatever the password', async () => {
    const { email } = await aUser(url);
    const guesser = new Visitor(url);
    const login = (password: string, visitor = guesser) => visitor.post('/api/auth/login', { email, password });
    for (let guess = 1; guess <= FAILURES_PER_EMAIL_AND_ADDRESS; guess++)
      expectProblem(await login(`guess ${guess}`), 404, 'invalid_credentials');
    const refused = await login(PASSWORD);
    expectProblem(refused, 429, 'too_many_requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300);
    expect((await login(PASSWORD, new Visitor(url))).status).toBe(200);
  });

  it('sign-in: an unknown email is treated alike', async () => {
    const email = `${unique('nobody')}@example.com`;
    const guesser = new Visitor(url);
    const statuses = [];
    for (let guess = 0; guess <= FAILURES_PER_EMAIL_AND_ADDRESS; guess++)
      statuses.push((await guesser.post('/api/auth/login', { email, password: 'guess' })).status);
    expect(statuses).toEqual([...Array(FAILURES_PER_EMAIL_AND_ADDRESS).fill(404), 429]);
  });

  it('sign-in: a right password in between starts the count anew', async () => {
    const { email } = await aUser(url);
    const visitor = new Visitor(url);
    const login = async (password: string) => (await visitor.post('/api/auth/login', { email, password })).status;
    for (let round = 0; round < 2; round++) {
      for (let guess = 1; guess < FAILURES_PER_EMAIL_AND_ADDRESS; guess++) expect(await login('guess')).toBe(404);
      expect(await login(PASSWORD)).toBe(200);
    }
  });
});

describe('not shown: "Request size limits"', () => {
  const ofSize = (bytes: number) => {
    const frame = JSON.stringify({ description: '' });
    return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  };
  const headers = { 'content-type': 'application/json' };

  it('a body of more than 128 KiB → 413', async () => {
    const project = await aProject(url);
    const path = `/api/projects/${project.id}`;
    const answer = await project.owner.visitor.call('PATCH', path, { raw: ofSize(BODY_LIMIT + 1), headers });
    expectProblem(answer, 413, 'body_too_large');
  });

  it('a body of 128 KiB is read, and then refused for what it holds', async () => {
    const project = await aProject(url);
    const path = `/api/projects/${project.id}`;
    const answer = await project.owner.visitor.call('PATCH', path, { raw: ofSize(BODY_LIMIT), headers });
    expectProblem(answer, 400, 'invalid_request', ['/description']);
  });

  it('a body that does not say its size → 413 all the same', async () => {
    const project = await aProject(url);
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    const path = `/api/projects/${project.id}`;
    const raw = ofSize(BODY_LIMIT * 2);
    expectProblem(await project.owner.visitor.call('PATCH', path, { raw, headers: chunked }), 413, 'body_too_large');
  });

  it('a small body that does not say its size is taken', async () => {
    const project = await aProject(url);
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    const path = `/api/projects/${project.id}`;
    const raw = JSON.stringify({ description: 'Ünïcode' });
    const { status, body } = await project.owner.visitor.call('PATCH', path, { raw, headers: chunked });
    expect([status, body.description]).toEqual([200, 'Ünïcode']);
  });
});
