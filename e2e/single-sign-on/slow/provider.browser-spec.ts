import {
  aProject,
  aUser,
  eventually,
  PASSWORD,
  startTestCluster,
  TestClient,
  type TestCluster,
  unique,
  type User,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { aBrowser } from '../../dashboard/browser.js';
import { RealProvider } from './real-provider.js';

const browser = aBrowser();

describe('sign-in by oidc-provider', () => {
  let cluster: TestCluster;
  let staff: RealProvider;
  let partners: RealProvider;
  beforeAll(async () => {
    cluster = await startTestCluster({ links: false });
    [staff, partners] = [await RealProvider.start(1, cluster.url), await RealProvider.start(2, cluster.url)];
    await configure();
  }, 240_000);
  afterAll(async () => {
    await Promise.all([staff?.stop(), partners?.stop()]);
    await cluster?.stop();
  });

  async function configure(changes: Record<string, string> = {}): Promise<void> {
    const settings = {
      PUBLIC_URL: cluster.url,
      ...staff.settings({ DOMAINS: 'staff.example' }),
      ...partners.settings(),
    };
    await cluster.services.auth!.stop();
    await cluster.services.auth!.start({ ...settings, ...changes });
    const password = changes.PASSWORD_SIGN_IN !== 'off';
    await eventually(async () => {
      const html = (await new TestClient(cluster.url).get('/sign-in', { accept: 'text/html' })).text;
      expect(html).toContain(`{&quot;password&quot;:${password},&quot;providers&quot;:[{&quot;id&quot;:&quot;1&quot;`);
    });
  }

  const at = (path: string) => browser.open({ client: new TestClient(cluster.url) } as User, path, { fresh: true });

  /** Fills in the provider's own pages. */
  async function pass(page: Page, login: string): Promise<void> {
    await page.waitForURL(/127\.0\.0\.1.*\/interaction\//);
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  async function signIn(login: string, provider = 'Provider 1', page?: Page): Promise<Page> {
    const shown = page ?? (await at('/sign-in'));
    await shown.getByRole('link', { name: `Sign in with ${provider}` }).click();
    await pass(shown, login);
    await shown.waitForURL(`${cluster.url}/**`);
    await shown.getByRole('heading', { level: 1 }).waitFor();
    return shown;
  }

  const me = (page: Page) =>
    page.evaluate<{ id?: string; email?: string }>(`fetch('/api/auth/me').then((answer) => answer.json())`);

  it('makes an account at the first sign-in, with the roles of its groups, and ends at the provider', async () => {
    const project = await aProject(cluster.url);
    const path = `/api/projects/${project.id}`;
    const body = { issuer: staff.issuer, group: 'backend', role: 'editor' };
    expect((await project.owner.client.post(`${path}/group-roles`, body)).status).toBe(201);
    const email = `${unique('ada')}@staff.example`;
    const login = staff.login({ email, groups: ['backend'] });
    const page = await signIn(login);
    expect((await me(page)).email).toBe(email);
    const read = () => page.evaluate<number>(`fetch(${JSON.stringify(path)}).then(({ status }) => status)`);
    expect(await read()).toBe(200);

    await page.goto(`${staff.issuer}/session/end`);
    await page.getByRole('button', { name: /yes/i }).click();
    await page.goto(`${cluster.url}/sign-in`);
    await eventually(async () => expect(await read()).toBe(401));
  });

  it('gives an address that was registered before to the person whose it is', async () => {
    const email = `${unique('victim')}@staff.example`;
    const login = staff.login({ email });
    const attacker = new TestClient(cluster.url);
    const secret = { password: PASSWORD, confirmPassword: PASSWORD };
    await attacker.post('/api/auth/register', { name: 'Mallory', email, ...secret });
    const page = await signIn(login);
    await page.getByText('This account is yours now.').waitFor();
    expect((await attacker.get('/api/auth/me')).status).toBe(401);
  });

  it('links a second provider to an account, and says why it refuses an address', async () => {
    const user = await aUser(cluster.url);
    const login = partners.login({ email: user.email });
    const refused = await signIn(login, 'Provider 2');
    await refused.getByText('An account has this email address.').waitFor();
    const page = await browser.open(user, '/account');
    await page.getByRole('button', { name: 'Link Provider 2' }).click();
    await pass(page, login);
    await page.getByText('The provider is linked.').waitFor();
    const again = await signIn(login, 'Provider 2', await at('/sign-in'));
    expect((await me(again)).id).toBe(user.id);
  });

  it('shows an administrator what a provider tells, and goes on when it has new keys', async () => {
    const root = await aUser(cluster.url);
    const database = new pg.Client({ connectionString: cluster.databaseUrl });
    await database.connect();
    await database.query('update auth.users set administrator_since = now() where id = $1', [root.id]);
    await database.end();
    await staff.stop();
    await staff.listen();
    const login = staff.login({ email: `${unique('ada')}@staff.example`, groups: ['a', 'b'] });
    const page = await browser.open(root, '/administration/providers');
    await page.getByRole('button', { name: 'Try Provider 1' }).click();
    await pass(page, login);
    await page.getByText('Sign in with Provider 1 works: groups a, b.').waitFor();
    expect((await me(page)).id).toBe(root.id);
  });

  it('says that a provider is down, remembers the last one, and shows no form where passwords are off', async () => {
    await partners.stop();
    const page = await at('/sign-in');
    await page.getByRole('link', { name: 'Sign in with Provider 2' }).click();
    await page.getByText('The provider does not answer.').waitFor();
    const links = page.getByRole('link', { name: /^Sign in with/ });
    await eventually(async () =>
      expect(await links.allTextContents()).toEqual(['Sign in with Provider 2', 'Sign in with Provider 1']),
    );
    await page.getByLabel('Password').first().waitFor();
    await configure({ PASSWORD_SIGN_IN: 'off' });
    await page.goto(`${cluster.url}/sign-in`);
    await links.first().waitFor();
    await eventually(async () => expect(await page.getByLabel('Password').count()).toBe(0));
  });
});
