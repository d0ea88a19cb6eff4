import { createHash, randomBytes } from 'node:crypto';
import { aUser, PASSWORD, sharedCluster, unique } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { asSuperuser } from '../../security/database.js';
import { aBrowser, expectAccessible } from '../browser.js';

const { url } = sharedCluster();
const browser = aBrowser();

/** What the operator or an administrator would send. */
async function aLink(kind: 'setup' | 'reset' | 'sign-in', userId: string | null): Promise<string> {
  const token = `bge_lnk_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(token).digest('hex');
  await asSuperuser((client) =>
    client.query(
      `insert into auth.links (token_hash, kind, user_id, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
      [hash, kind, userId],
    ),
  );
  return `/link/${kind}#${token}`;
}

describe('a link', () => {
  it('of setup lets its bearer register as administrator, and leaves the token nowhere', async () => {
    const page = await browser.open(undefined, await aLink('setup', null));
    const seen: string[] = [];
    page.on('framenavigated', (frame) => seen.push(frame.url()));
    await page.getByRole('heading', { name: 'Administer this installation' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/link/setup');
    await expectAccessible(page);
    const email = `${unique('root')}@example.com`;
    await page.getByLabel('Name').fill('Root');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: /^Account of/ }).waitFor();
    expect(seen.filter((address) => address.includes('bge_lnk'))).toEqual([]);
    const { rows } = await asSuperuser((client) =>
      client.query('select administrator_since is not null as is_administrator from auth.users where email = $1', [
        email,
      ]),
    );
    expect(rows).toEqual([{ is_administrator: true }]);
  });

  it('of setup makes the account that is signed in administrator', async () => {
    const user = await aUser(url);
    const page = await browser.open(user, await aLink('setup', null), { phone: true });
    await page.getByText(`${user.email} becomes administrator.`).waitFor();
    await page.getByRole('link', { name: 'Go to your projects' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Become administrator' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    expect((await user.client.get('/api/auth/me')).body).toMatchObject({ is_administrator: true });
  });

  it('of reset sets a password, with which one signs in; again it says at once that it has been used, and another works', async () => {
    const user = await aUser(url);
    const link = await aLink('reset', user.id);
    const page = await browser.open(undefined, link);
    const setPassword = async () => {
      await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
      await page.getByLabel('New password', { exact: true }).fill('another good password');
      await page.getByLabel('Confirm new password').fill('another good password');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
      await expectAccessible(page);
    };
    await setPassword();
    const again = await browser.open(undefined, link);
    await again.getByText('This link has been used, or is too old. Ask an administrator').waitFor();
    await again.getByRole('textbox').first().waitFor({ state: 'detached' });
    await expectAccessible(again);
    await page.goto(new URL(await aLink('reset', user.id), url).href);
    await setPassword();
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await page.getByText('Forgot your password?').click();
    await page.getByText('This installation sends no mail.').waitFor();
    await page.getByText('burgee-operator reset-password EMAIL').waitFor();
    await page.getByLabel('Email').waitFor({ state: 'detached' });
    await expectAccessible(page);
    const login = { email: user.email, password: 'another good password' };
    expect((await user.client.post('/api/auth/login', login)).status).toBe(200);
  });

  it('of sign-in signs in', async () => {
    const user = await aUser(url);
    const page = await browser.open(undefined, await aLink('sign-in', user.id));
    await page.getByRole('heading', { name: 'Sign in by a link' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: `Account of ${user.name}` }).waitFor();
  });
});
