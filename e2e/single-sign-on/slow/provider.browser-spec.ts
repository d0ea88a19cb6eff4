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
import { aBrowser, expectAccessible } from '../../dashboard/browser.js';
import { RealProvider } from './real-provider.js';

const browser = aBrowser();
/** Counts the states of the page in which it has a heading, and no provider yet. */
const COUNT_FLASHES = `
  window.flashes = 0;
  new MutationObserver(() => {
    const isShown = document.querySelector('h1') !== null;
    if (isShown && !document.querySelector('a[href^="/api/auth/oidc/"]')) window.flashes += 1;
  }).observe(document, { subtree: true, childList: true });`;

describe('sign-in by oidc-provider', () => {
  let cluster: TestCluster;
  /** Both clocks are wrong, by what is still allowed. */
  let staff: RealProvider;
  let partners: RealProvider;
  beforeAll(async () => {
    cluster = await startTestCluster({ links: false });
    staff = await RealProvider.start({ id: 1, burgee: cluster.url, clockSeconds: 50 });
    partners = await RealProvider.start({ id: 2, burgee: cluster.url, clockSeconds: -50 });
    await configure();
  }, 600_000);
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

  async function query(text: string, values: unknown[]): Promise<void> {
    const database = new pg.Client({ connectionString: cluster.databaseUrl });
    await database.connect();
    await database.query(text, values);
    await database.end();
  }

  async function open(user: User | undefined, path: string): Promise<Page> {
    const person = user ?? ({ client: new TestClient(cluster.url) } as User);
    const page = await browser.open(person, path, { fresh: true });
    // The provider's pages want a font.
    await page.route('https://**', (route) => route.abort());
    return page;
  }

  const staffEmail = () => `${unique('ada')}@staff.example`;

  /** Fills in the provider's own page. */
  async function pass(page: Page, provider: RealProvider, login: string): Promise<void> {
    await page.waitForURL(`${provider.issuer}/interaction/**`);
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
  }

  const nameOf = (provider: RealProvider) => (provider === staff ? 'Provider 1' : 'Provider 2');
  const linkTo = (page: Page, provider: RealProvider) =>
    page.getByRole('link', { name: `Sign in with ${nameOf(provider)}` });

  async function arrive(page: Page): Promise<Page> {
    await page.waitForURL(`${cluster.url}/**`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  async function signIn(provider: RealProvider, login: string, shown?: Page): Promise<Page> {
    const page = shown ?? (await open(undefined, '/sign-in'));
    await linkTo(page, provider).click();
    await pass(page, provider, login);
    return arrive(page);
  }

  const me = (page: Page) =>
    page.evaluate<{ id?: string; email?: string }>(`fetch('/api/auth/me').then((answer) => answer.json())`);
  const statusOf = (page: Page, path: string) =>
    page.evaluate<number>(`fetch(${JSON.stringify(path)}).then(({ status }) => status)`);
  /** Opens an address that leads back to Burgee's page. */
  const visit = async (page: Page, address: string) => arrive(await page.goto(address).then(() => page));

  it('is on the page with its first heading, and the page is accessible', async () => {
    const page = await open(undefined, '/sign-in');
    await page.addInitScript(COUNT_FLASHES);
    await page.reload();
    await linkTo(page, partners).waitFor();
    expect(await page.evaluate('window.flashes')).toBe(0);
    await expectAccessible(page);
  });

  it('makes an account with the roles of its groups, keeps them without the claim, and withdraws them', async () => {
    const project = await aProject(cluster.url);
    const path = `/api/projects/${project.id}`;
    const body = { issuer: staff.issuer, group: 'backend', role: 'editor' };
    expect((await project.owner.client.post(`${path}/group-roles`, body)).status).toBe(201);
    const email = staffEmail();
    const login = await staff.person({ email, groups: ['backend'] });
    const page = await signIn(staff, login);
    const { id } = await me(page);
    expect(await statusOf(page, path)).toBe(200);

    await staff.person({ email, groups: undefined }, login);
    await visit(page, `${cluster.url}/api/auth/oidc/1/start`);
    expect(await statusOf(page, path)).toBe(200);

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${staff.issuer}/session/end**`);
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL(`${cluster.url}/sign-in`);

    await staff.person({ email, groups: [] }, login);
    await signIn(staff, login, page);
    expect(await me(page)).toMatchObject({ id, email });
    expect(await statusOf(page, path)).toBe(404);
  });

  it('ends when the person signs out at the provider', async () => {
    const page = await signIn(staff, await staff.person({ email: staffEmail() }));
    const other = await page.context().newPage();
    await other.route('https://**', (route) => route.abort());
    await other.goto(`${staff.issuer}/session/end`);
    await other.getByRole('button', { name: 'Yes, sign me out' }).click();
    await eventually(async () => expect(await statusOf(page, '/api/auth/me')).toBe(401));
  });

  it('gives an address that was registered before to the person who owns it', async () => {
    const email = staffEmail();
    const attacker = new TestClient(cluster.url);
    const secret = { password: PASSWORD, confirmPassword: PASSWORD };
    expect((await attacker.post('/api/auth/register', { name: 'Mallory', email, ...secret })).status).toBe(201);
    const page = await signIn(staff, await staff.person({ email }));
    await page.getByText('This account is yours now.').waitFor();
    expect((await me(page)).email).toBe(email);
    expect((await attacker.get('/api/auth/me')).status).toBe(401);
  });

  it('links a second provider to an account, and says why it refuses an address', async () => {
    const user = await aUser(cluster.url);
    const login = await partners.person({ email: user.email });
    const refused = await signIn(partners, login);
    await refused.getByText('An account has this email address.').waitFor();
    const page = await open(user, '/account');
    await page.getByRole('button', { name: 'Link Provider 2' }).click();
    await pass(page, partners, login);
    await page.getByText('The provider is linked.').waitFor();
    const again = await signIn(partners, login);
    expect((await me(again)).id).toBe(user.id);
  });

  it('confirms at the provider what needs a fresh proof, for an account without a password', async () => {
    const login = await staff.person({ email: staffEmail() });
    const page = await signIn(staff, login);
    const { id } = await me(page);
    await query(`update auth.sessions set created_at = now() - interval '1 hour' where user_id = $1`, [id]);
    await page.goto(`${cluster.url}/account`);
    await page.getByRole('button', { name: 'Link Provider 2' }).click();
    await page.getByRole('button', { name: 'Confirm with Provider 1' }).click();
    await pass(page, staff, login);
    await page.waitForURL(`${cluster.url}/account`);
    await page.getByRole('button', { name: 'Link Provider 2' }).click();
    await pass(page, partners, await partners.person({ email: `${unique('ada')}@elsewhere.example` }));
    await page.getByText('The provider is linked.').waitFor();
    expect((await me(page)).id).toBe(id);
  });

  it('says what is wrong with a return that is not its own, changes nothing, and begins again', async () => {
    const page = await open(undefined, '/sign-in');
    const returns: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/oidc/1/callback?')) returns.push(request.url());
    });
    await signIn(staff, await staff.person({ email: staffEmail() }), page);
    const { id } = await me(page);
    const [used = ''] = returns;
    const unknown = page.getByText('This sign-in was begun in another browser, was used already');

    await visit(page, used);
    await unknown.waitFor();
    await visit(page, `${cluster.url}/api/auth/oidc/1/callback`);
    await unknown.waitFor();
    expect((await me(page)).id).toBe(id);
    await linkTo(page, staff).click();
    await page.waitForURL(`${cluster.url}/`);

    const another = await open(undefined, '/sign-in');
    await linkTo(another, staff).click();
    await another.waitForURL(`${staff.issuer}/interaction/**`);
    await visit(another, used);
    await another.getByText('The answer of the provider could not be verified, and nothing was changed.').waitFor();
    expect(await statusOf(another, '/api/auth/me')).toBe(401);
    const email = staffEmail();
    await signIn(staff, await staff.person({ email }), another);
    expect((await me(another)).email).toBe(email);
  });

  it('says in the page that Burgee cannot lead to the provider now, and leads there later', async () => {
    const page = await open(undefined, '/sign-in');
    await cluster.services.auth!.stop();
    await linkTo(page, staff).click();
    await page.getByRole('alert').filter({ hasText: 'Sign-in failed' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await configure();
    const email = staffEmail();
    await signIn(staff, await staff.person({ email }), page);
    expect((await me(page)).email).toBe(email);
  });

  it('says that the person said no at the provider', async () => {
    const page = await open(undefined, '/sign-in?back=%2Faccount');
    await linkTo(page, staff).click();
    await page.waitForURL(`${staff.issuer}/interaction/**`);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('The provider did not let you in.').waitFor();
    await signIn(staff, await staff.person({ email: staffEmail() }), page);
    expect(new URL(page.url()).pathname).toBe('/account');
  });

  it('shows an administrator what a provider tells, and goes on when it has new keys', async () => {
    const root = await aUser(cluster.url);
    await query('update auth.users set administrator_since = now() where id = $1', [root.id]);
    await staff.stop();
    await staff.listen();
    const page = await open(root, '/administration/providers');
    await page.getByRole('button', { name: 'Try Provider 1' }).click();
    await pass(page, staff, await staff.person({ email: staffEmail(), groups: ['a', 'b'] }));
    await page.getByText('Sign in with Provider 1 works: groups a, b.').waitFor();
    expect((await me(page)).id).toBe(root.id);
  });

  it('says that a provider is down, remembers the last one, and leaves the password', async () => {
    const user = await aUser(cluster.url);
    await partners.stop();
    const page = await open(undefined, '/sign-in');
    await linkTo(page, partners).click();
    await page.getByText('The provider does not answer.').waitFor();
    const links = page.getByRole('link', { name: /^Sign in with/ });
    await eventually(async () =>
      expect(await links.allTextContents()).toEqual(['Sign in with Provider 2', 'Sign in with Provider 1']),
    );
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password').first().fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    expect((await me(page)).id).toBe(user.id);
  });

  it('is the only way in where passwords are off', async () => {
    await configure({ PASSWORD_SIGN_IN: 'off' });
    const page = await open(undefined, '/sign-in');
    await linkTo(page, staff).waitFor();
    await eventually(async () => expect(await page.getByRole('textbox').count()).toBe(0));
    const email = staffEmail();
    await signIn(staff, await staff.person({ email }), page);
    const { id, email: own } = await me(page);
    expect(own).toBe(email);
    await query(`update auth.sessions set created_at = now() - interval '1 hour' where user_id = $1`, [id]);
    await page.goto(`${cluster.url}/account`);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('dialog').getByLabel(email).fill(email);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm with Provider 1' }).waitFor();
    await eventually(async () => expect(await page.locator('input[type=password]').count()).toBe(0));
  });
});
