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
import { aBrowser, copyWith, expectAccessible, expectNoSidewaysScroll, expectToFit, follow } from '../browser.js';
import { hold } from '../hold.js';
import { choose } from '../screens.js';

const browser = aBrowser();
const ACCOUNTS = 600;

/** A cluster of its own, because the pages list all that there is and close registration. */
describe('Administration', () => {
  let cluster: TestCluster;
  let database: pg.Client;
  let root: User;
  beforeAll(async () => {
    cluster = await startTestCluster({ links: false });
    database = new pg.Client({ connectionString: cluster.databaseUrl });
    await database.connect();
    root = await anAdministrator();
  }, 120_000);
  afterAll(async () => {
    await database?.end();
    await cluster?.stop();
  });

  async function anAdministrator(): Promise<User> {
    const user = await aUser(cluster.url);
    await database.query('update auth.users set administrator_since = now() where id = $1', [user.id]);
    return user;
  }

  const seedAccounts = () =>
    database.query(
      `insert into auth.users (id, name, email, email_key, password_hash, created_at)
       select gen_random_uuid(), 'Seeded ' || n, 'seeded-' || n || '@example.org', 'seeded-' || n || '@example.org', '',
              now() - interval '1 day' - n * interval '1 minute'
       from generate_series(1, $1::int) n on conflict do nothing`,
      [ACCOUNTS],
    );

  /** From now on, deeds need a fresh proof. */
  const age = (user: User) =>
    database.query(
      `update auth.sessions set created_at = created_at - interval '11 minutes', proved_at = null where user_id = $1`,
      [user.id],
    );

  const accountPath = ({ id }: User) => `/administration/accounts/${id}`;
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const confirm = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  async function expectAllWell(page: Page): Promise<void> {
    await expectAccessible(page);
    await expectToFit(page);
    await page.setViewportSize({ width: 1024, height: 800 });
    await eventually(() => expectNoSidewaysScroll(page));
    await page.setViewportSize({ width: 1440, height: 900 });
    await eventually(() => expectNoSidewaysScroll(page));
  }

  it('finds one of hundreds of accounts, and leads back to the search', async () => {
    await seedAccounts();
    const page = await browser.open(root, '/');
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByText('The first 50 accounts').waitFor();
    await expectAllWell(page);
    await press(page, 'Show more');
    await page.getByText('The first 100 accounts').waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('SEEDED-577@');
    await page.getByText('1 account', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Seeded 577' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Seeded 577' }).waitFor();
    await page.getByText('no sign-in recorded').waitFor();
    await page.getByText('Member of no project.').waitFor();
    await page.getByText('Signed in nowhere.').waitFor();
    await expectAllWell(page);
    await page.goBack();
    await page.getByText('1 account', { exact: true }).waitFor();
    await eventually(async () => expect(await page.getByRole('searchbox').inputValue()).toBe('SEEDED-577@'));

    await page.getByRole('searchbox').fill('nobody at all');
    await page.getByText('No account matches your search.').waitFor();
    await press(page, 'Clear search');
    await page.getByLabel('Which accounts').selectOption('Administrators');
    await page.getByRole('link', { name: root.name }).waitFor();
    await page.getByText('administrator', { exact: true }).first().waitFor();
  }, 120_000);

  it('makes a reset link, for which a sign-in of long ago is proved by the password in place', async () => {
    const { owner: ada } = await aProject(cluster.url);
    const actor = await anAdministrator();
    await age(actor);
    const page = await browser.open(actor, accountPath(ada));
    await page.getByRole('region', { name: 'Projects' }).getByText('owner').waitFor();
    await page.getByText(/^signed in .* by password/).waitFor();
    await press(page, 'Make a reset link');
    await page.getByText('Whoever has the link can set a new password once').waitFor();
    await confirm(page, 'Make a reset link');
    const password = page.getByRole('dialog').getByLabel('Your password', { exact: true });
    await password.waitFor();
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await expectAccessible(page);
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByText('Is not the current password.').waitFor();
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(`Send this link to ${ada.name}`).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('It sets a new password once and expires').waitFor();
    await expectAllWell(page);
    const link = await copyWith(page.getByRole('button', { name: 'Copy reset link' }), /\/link\/reset#bge_lnk_/);
    expect(new URL(link).origin).toBe(new URL(cluster.url).origin);
    await page.reload();
    await page.getByRole('heading', { name: ada.name }).waitFor();
    await page.getByText('bge_lnk_').waitFor({ state: 'detached' });
  }, 120_000);

  it('ends sessions, disables, enables, makes administrator, and deletes once its email is typed', async () => {
    const ada = await aUser(cluster.url);
    const page = await browser.open(root, accountPath(ada));
    const me = async () => (await ada.client.get('/api/auth/me')).status;
    expect(await me()).toBe(200);
    await press(page, 'End all sessions');
    await confirm(page, 'End all sessions');
    await page.getByText(`${ada.name} is signed out everywhere`, { exact: true }).waitFor();
    expect(await me()).toBe(401);

    const login = () => new TestClient(cluster.url).post('/api/auth/login', { email: ada.email, password: PASSWORD });
    // It is done, and its answer is 503.
    await page.route('**/disable', async (route) => {
      await route.fetch();
      await route.fulfill({ status: 503 });
    });
    await press(page, 'Disable');
    await confirm(page, 'Disable');
    await page.getByText(`The account of ${ada.name} is disabled`).waitFor();
    await page.getByText(/^disabled ./).waitFor();
    await page.getByRole('button', { name: 'Make a reset link' }).waitFor({ state: 'detached' });
    expect((await login()).status).toBe(404);
    await expectAllWell(page);
    await press(page, 'Enable');
    await confirm(page, 'Enable');
    await page.getByText(`The account of ${ada.name} is enabled`).waitFor();
    expect((await login()).status).toBe(200);

    await press(page, 'Make administrator');
    await confirm(page, 'Make administrator');
    await page.getByText('administrator', { exact: true }).waitFor();
    await press(page, 'Withdraw administrator');
    await confirm(page, 'Withdraw administrator');
    await page.getByText('administrator', { exact: true }).waitFor({ state: 'detached' });

    await press(page, 'Delete account');
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete account' });
    await eventually(async () => expect(await remove.isDisabled()).toBe(true));
    await page.getByRole('dialog').getByRole('textbox').fill(ada.email);
    await expectAccessible(page);
    await remove.click();
    await page.getByText(`The account of ${ada.name} is deleted`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/administration');
    await follow(page, accountPath(ada));
    await page.getByText('There is no such account').waitFor();
    expect((await login()).status).toBe(404);
  }, 120_000);

  it('says why where the last administrator cannot go', async () => {
    await database.query('update auth.users set administrator_since = null where id <> $1', [root.id]);
    const page = await browser.open(root, accountPath(root));
    await press(page, 'Withdraw administrator');
    await confirm(page, 'Withdraw administrator');
    await page.getByRole('dialog').getByText('Nothing was changed').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await root.client.get('/api/auth/me')).body).toMatchObject({ is_administrator: true });
  }, 60_000);

  it('lists projects without an owner first, and makes the administrator owner', async () => {
    const [left, owned] = [await aProject(cluster.url), await aProject(cluster.url)];
    await database.query('update auth.users set disabled_at = now() where id = $1', [left.owner.id]);
    const { rows } = await database.query<{ name: string }>('select name from flags.projects where id = $1', [left.id]);
    const { name } = rows[0]!;
    const page = await browser.open(root, '/administration/projects');
    const list = page.getByRole('region', { name: 'Projects' });
    await list.getByRole('link', { name: owned.owner.name }).waitFor();
    const first = list.getByRole('listitem').first();
    await first.getByText(name).waitFor();
    await first.getByText('no owner').waitFor();
    await first.getByText('1 member, 2 environments, 0 flags').waitFor();
    await expectAllWell(page);
    await press(page, `Become owner of ${name}`);
    await page.getByText('its owners get a notice').waitFor();
    await confirm(page, 'Become owner');
    await page.getByText(`You are an owner of ${name}`).waitFor();
    await page.getByRole('searchbox').fill(name);
    await page.getByText('1 project', { exact: true }).waitFor();
    await page.getByRole('link', { name: `Open ${name}` }).click();
    await page.waitForURL(`**/projects/${left.id}/flags`);
  }, 60_000);

  it('closes registration', async () => {
    const page = await browser.open(root, '/administration/registration');
    await page.getByRole('radio', { name: 'No one' }).check();
    await expectAllWell(page);
    await press(page, 'Save');
    await page.getByText('From now on, no one can register').waitFor();
    await confirm(page, 'Change');
    await page.getByText('Registration changed').waitFor();
    const ada = { name: 'Ada', email: `${unique('ada')}@example.com`, password: PASSWORD, confirmPassword: PASSWORD };
    const register = () => new TestClient(cluster.url).post('/api/auth/register', ada);
    expect((await register()).body).toMatchObject({ code: 'registration_closed' });
    await page.getByRole('radio', { name: 'Anyone' }).check();
    await press(page, 'Save');
    await confirm(page, 'Change');
    await eventually(async () => expect((await register()).status).toBe(201));
  }, 60_000);

  it('is found by the palette, and leads to Operations; to others it does not exist', async () => {
    const page = await browser.open(root, '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await choose(page, 'Administration');
    await page.waitForURL('**/administration');
    const pages = page.getByRole('navigation', { name: 'Administration' });
    await pages.getByRole('link', { name: 'Operations' }).click();
    await page.getByRole('heading', { name: 'Operations', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/operations');

    const other = await browser.open(await aUser(cluster.url), '/administration');
    await other.getByRole('heading', { name: 'Page not found' }).waitFor();
    await other.getByRole('link', { name: 'Administration' }).waitFor({ state: 'detached' });
  }, 60_000);

  it('says that it loads, what failed, and loads it again', async () => {
    const loading = await browser.open(root, '/administration/registration');
    const { reached, release } = await hold(
      loading,
      '**/api/administration/accounts?*',
      async (route) => () => route.continue(),
    );
    await loading.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Accounts' }).click();
    await reached;
    await loading.getByRole('status', { name: 'Loading' }).waitFor();
    await expectAccessible(loading);
    release();
    await loading.getByRole('link', { name: root.name }).waitFor();

    await cluster.services['flags-admin']!.kill();
    const page = await browser.open(root, '/administration');
    await page.getByRole('link', { name: root.name }).waitFor();
    await follow(page, '/administration/projects');
    await page.getByText('The projects could not be loaded').waitFor();
    await expectAccessible(page);
    await cluster.services['flags-admin']!.start();
    await press(page, 'Try again');
    await page.getByText('The projects could not be loaded').waitFor({ state: 'detached', timeout: 60_000 });
    await page.getByRole('searchbox', { name: 'Search projects' }).waitFor();
  }, 120_000);
});
