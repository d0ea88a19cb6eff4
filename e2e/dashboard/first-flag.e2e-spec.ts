import { PASSWORD, unique, Visitor, world } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser } from './browser.js';

const { url } = world();
const browser = aBrowser();

describe('from nothing to a live flag', () => {
  it('register, project, flag, key; the page turns green when an app comes in, and a switch reaches the app', async () => {
    const page = await browser.open(undefined, '/');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill(`${unique('ada')}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password again').fill('something else');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('This differs from the password above.').waitFor();
    await page.getByLabel('Password again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();

    await page.getByText('Start with a project').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'New project' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Shop');
    await page.getByRole('button', { name: 'Add environment' }).click();
    await page.getByLabel('Name of environment 3').fill('Staging');
    await page.getByRole('button', { name: 'Create project' }).click();

    await page.getByRole('button', { name: 'Create flag' }).click();
    await page.getByRole('heading', { name: 'Your flag new-checkout' }).waitFor();
    await page.getByText('Waiting for your app to connect to Development').waitFor();
    await page.getByRole('button', { name: 'Copy SDK key of Development' }).click();
    const key = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(key).toMatch(/^bge_sdk_/);
    for (const language of ['JavaScript', 'React', 'OpenFeature', 'curl']) {
      await page.getByRole('tab', { name: language }).click();
      const code = await page.getByLabel(`${language} snippet`, { exact: true }).innerText();
      expect(code).toContain(key);
      expect(code).toContain(url);
    }

    const app = new Visitor(url);
    const isOn = async () => (await app.get('/api/v1/flags', { 'x-sdk-key': key })).body[0].is_enabled as boolean;
    expect(await isOn()).toBe(false);
    await page.getByText('Connected to Development.').waitFor({ timeout: 5_000 });
    await page.getByRole('switch', { name: 'new-checkout in Development' }).click();
    await page.getByText('new-checkout is on in Development').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await isOn()).toBe(true);
  });

  it('what is wrong with a registration is said at its field', async () => {
    const email = `${unique('taken')}@example.com`;
    const body = { name: 'Ada', email, password: PASSWORD, confirmPassword: PASSWORD };
    await new Visitor(url).post('/api/auth/register', body);
    const page = await browser.open(undefined, '/register');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('This email is already registered. Sign in instead.').waitFor();
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
  });
});
