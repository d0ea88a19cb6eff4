import { aProject, type AnotherAuth, aUser, sharedCluster, startAuth } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { aPerson, expectNobody, problemOf, PUBLIC_URL, Way } from './fixture.js';
import { TestIssuer } from './test-issuer.js';

const { url } = sharedCluster();

let issuer: TestIssuer;
let auth: AnotherAuth;

beforeAll(async () => {
  issuer = await TestIssuer.start();
  auth = await startAuth({ NODE_ENV: 'test', PUBLIC_URL, REGISTRATION: 'invite', ...issuer.settings(1) });
}, 120_000);
afterAll(async () => {
  await auth?.stop();
  await issuer?.stop();
});

async function invite(): Promise<{ path: string; token: string }> {
  const { id, owner } = await aProject(url);
  const { body } = await owner.client.post(`/api/projects/${id}/invitations`, { role: 'editor' });
  return { path: `/api/projects/${id}`, token: String(body.link).split('#')[1] ?? '' };
}

async function signInBy(invitation: string, person = aPerson()): Promise<{ way: Way; page: string }> {
  const way = new Way(auth.url, issuer);
  const { body } = await way.client.post('/api/auth/oidc/1/start', { back: '/invitation', invitation });
  return { way, page: await way.return(body.location, person) };
}

describe('REGISTRATION=invite', () => {
  it('lets an invitation make one account at a first sign-in, which then joins', async () => {
    const { path, token } = await invite();
    const { way, page } = await signInBy(token);
    expect(page).toBe('/invitation');
    const second = await signInBy(token);
    expect(problemOf(second.page)).toBe('registration_closed');
    await expectNobody(second.way);
    const client = way.client.at(url);
    expect((await client.post('/api/invitations/accept', { token })).status).toBe(200);
    expect((await client.get(path)).body.role).toBe('editor');
  });

  it('makes no account without an open invitation, and leads back to it', async () => {
    const one = new Way(auth.url, issuer);
    expect(problemOf(await one.signIn(aPerson(), '/invitation'))).toBe('registration_closed');
    const { way, page } = await signInBy('no invitation');
    expect(page).toBe('/sign-in?problem=registration_closed&provider=1&back=%2Finvitation');
    await expectNobody(way);
  });

  it('signs a known person in by any invitation, and opens no account of another', async () => {
    const person = aPerson();
    await signInBy((await invite()).token, person);
    expect((await signInBy('no invitation', person)).page).toBe('/invitation');
    const { email } = await aUser(url);
    const { token } = await invite();
    expect(problemOf((await signInBy(token, aPerson({ email }))).page)).toBe('email_taken');
    expectProblem(
      await new Way(auth.url, issuer).client.post('/api/auth/oidc/1/start', { invitation: 7 }),
      400,
      'invalid_request',
      ['/invitation'],
    );
  });
});
