import { aUser, PASSWORD, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser } from '../browser.js';
import { createScreens } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();

describe('a session', () => {
  it('ends in every tab when the user signs out in one', async () => {
    const { project, inside, flag } = await createScreens();
    const page = await browser.open(project.owner, `${inside}/flags`);
    const next = await page.context().newPage();
    await next.goto(`${url}${inside}/flags/${flag.id}`);
    await next.getByRole('heading', { name: flag.key }).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await next.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await project.owner.client.get('/api/auth/me')).status).toBe(401);
  });

  it('S4 signs in next to a cookie of another site, and says why where the browser does not send the session', async () => {
    const [user, other] = [await aUser(url), await aUser(url)];
    const page = await browser.open(undefined, '/sign-in');
    const plant = (value: string) =>
      page.context().addCookies([{ name: 'token', value, domain: new URL(url).hostname, path: '/api' }]);
    const signIn = async () => {
      await page.goto(`${url}/sign-in`);
      await page.getByLabel('Email').fill(user.email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };

    await plant(other.client.cookies.get('token') ?? '');
    await signIn();
    await page.getByText('another site of this domain sets a cookie named token').waitFor();

    await plant('set-by-another-site');
    await signIn();
    await page.getByRole('button', { name: /^Account of/ }).waitFor();

    await page.context().clearCookies();
    await page.route('**/api/auth/login', async (route) => {
      const response = await route.fetch();
      const { 'set-cookie': _, ...headers } = response.headers();
      await page.context().clearCookies();
      await route.fulfill({ response, headers });
    });
    await signIn();
    await page.getByText('your browser did not keep the session cookie').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
  });
});
