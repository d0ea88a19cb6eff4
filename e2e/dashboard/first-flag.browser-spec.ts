import { aFlag, aProject, aUser, eventually, PASSWORD, unique, TestClient, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser, copyWith, expectAccessible } from './browser.js';
import { pageServer } from './serve-page.js';

const { url } = sharedCluster();
const browser = aBrowser();
/** With the key that each has. */
const LANGUAGES = [
  ['JavaScript', 'Client key', 'bge_pub_'],
  ['React', 'Client key', 'bge_pub_'],
  ['Node.js', 'SDK key', 'bge_sdk_'],
  ['OpenFeature', 'SDK key', 'bge_sdk_'],
  ['Unleash', 'SDK key', 'bge_sdk_'],
  ['Go', 'SDK key', 'bge_sdk_'],
  ['Python', 'SDK key', 'bge_sdk_'],
  ['Java', 'SDK key', 'bge_sdk_'],
  ['curl', 'SDK key', 'bge_sdk_'],
] as const;
const serve = pageServer();

describe('from nothing to a live flag', () => {
  it('leads from registration to a key, turns green when an app connects, and toggles the app', async () => {
    const page = await browser.open(undefined, '/');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill(`${unique('ada')}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill('something else');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('The passwords do not match.').waitFor();
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();

    await page.getByText('Ask a project admin for an invitation link').waitFor();
    await page.getByRole('link', { name: 'Create your first project' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Shop');
    await page.getByRole('button', { name: 'Add environment' }).click();
    await page.getByLabel('Name of environment 3').fill('Staging');
    await page.getByRole('button', { name: 'Create project' }).click();

    await page.getByRole('button', { name: 'Create flag' }).click();
    await page.getByRole('heading', { name: 'Your flag new-checkout' }).waitFor();
    await page.getByText('Waiting for your app to connect to Development').waitFor();
    // The origin of a page matters to code that runs in one.
    await page.getByText('First set the page origin').waitFor();
    const snippetOf = (language: string) => page.getByLabel(`${language} snippet`, { exact: true });
    for (const [language, kind, prefix] of LANGUAGES) {
      await page.getByRole('tab', { name: language, exact: true }).click();
      const code = await snippetOf(language).innerText();
      expect(code).toContain(url);
      const [key = '', ...others] = new Set(code.match(/bge_\w+/g));
      expect([key.slice(0, prefix.length), others]).toEqual([prefix, []]);
      expect(await copyWith(page.getByRole('button', { name: `Copy ${kind} of Development` }), key)).toBe(key);
    }

    await page.getByText("check your app's console").waitFor();
    await eventually(async () => expect(await page.getByText('First set the page origin').count()).toBe(0));

    // An app of the copied code only, on an address of its own.
    const origin = await serve(() => html);
    await page.getByRole('tab', { name: 'JavaScript' }).click();
    const html = await copyWith(page.getByRole('button', { name: 'Copy JavaScript snippet' }), /bge_pub_/);
    await page.getByLabel('Page origin').fill('file:///tmp/index.html');
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('Serve the page over http').waitFor();
    await page.getByLabel('Page origin').fill(`${origin}/index.html`);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText(`Only web pages from ${origin} can connect`).waitFor();
    await page.getByText('Waiting for your app to connect to Development').waitFor();
    const app = await page.context().newPage();
    await app.goto(origin);
    await page.getByText('Connected to Development.').waitFor();
    await page.getByText('Now switch the flag below.').waitFor();
    await app.getByText('new-checkout: false').waitFor();

    await page.getByRole('switch', { name: 'new-checkout in Development' }).click();
    await app.getByText('new-checkout: true').waitFor();
    await page.getByText('Your flag is live').waitFor();
    await page.getByText('Your flag is on. Switch it off and on again below').waitFor();
    await eventually(async () => expect(await page.getByText('Now switch the flag below.').count()).toBe(0));
    await page.getByRole('button', { name: 'Undo' }).waitFor();

    // A finished step stays finished when the user undoes it.
    await page.getByRole('switch', { name: 'new-checkout in Development' }).click();
    await app.getByText('new-checkout: false').waitFor();
    await page.getByText('new-checkout is off in Development').first().waitFor();
    await page.getByRole('heading', { name: 'Switch your flag (done)' }).waitFor();
  });

  it('offers to allow a page that was refused, next to the origins that there are', async () => {
    const project = await aProject(url, { environments: [{ name: 'Web', url: 'https://shop.example.com' }] });
    await aFlag(project);
    const page = await browser.open(project.owner, `/projects/${project.id}/connect`);
    const body = JSON.stringify({ context: { targetingKey: 'user-1' } });
    const headers = { 'content-type': 'application/json', 'x-api-key': project.development.client_key };
    const call = `fetch('${url}/ofrep/v1/evaluate/flags', ${JSON.stringify({ method: 'POST', headers, body })})`;
    const show = '({ status }) => (document.body.textContent = status)';
    const origin = await serve(
      () => `<script type="module">${call}.then(${show}, (e) => (document.body.textContent = e))</script>`,
    );
    const app = await page.context().newPage();
    await app.goto(origin);
    await app.getByText('Failed to fetch').waitFor();

    await page.getByText(`A page at ${origin} was refused. Allow it?`).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Allow ${origin}` }).click();
    await page.getByText(`Only web pages from https://shop.example.com, ${origin} can connect`).waitFor();
    await page.getByText(`A page at ${origin} was refused`).waitFor({ state: 'detached' });
    await app.reload();
    await app.getByText('200').waitFor();
    const [environment] = (await project.owner.client.get(`/api/projects/${project.id}/environments`)).body;
    expect(environment).toMatchObject({ url: 'https://shop.example.com', more_origins: [origin] });
  });

  it('asks for a flag by its key when there are several', async () => {
    const project = await aProject(url);
    const [first, second] = [await aFlag(project), await aFlag(project)];
    const page = await browser.open(project.owner, `/projects/${project.id}/connect`);
    await page.getByRole('heading', { name: 'Choose a flag', exact: true }).waitFor();
    await page.getByText('Your SDK key and a code snippet will appear here.').waitFor();
    const field = page.getByRole('combobox', { name: 'Flag in the code' });
    await field.fill(second.key.slice(0, -1));
    await eventually(async () => expect(await page.getByRole('option').allInnerTexts()).toEqual([second.key]));
    await page.getByRole('option', { name: second.key }).click();
    await page.getByRole('heading', { name: `Your flag ${second.key} (done)` }).waitFor();
    await page.getByLabel('JavaScript snippet', { exact: true }).filter({ hasText: second.key }).waitFor();
    await field.click();
    await page.getByRole('option', { name: first.key }).click();
    await page.getByLabel('JavaScript snippet', { exact: true }).filter({ hasText: first.key }).waitFor();
    await expectAccessible(page);
  });

  it('shows errors of a registration at their fields', async () => {
    const email = `${unique('taken')}@example.com`;
    const body = { name: 'Ada', email, password: PASSWORD, confirmPassword: PASSWORD };
    await new TestClient(url).post('/api/auth/register', body);
    const page = await browser.open(undefined, '/register');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('This email is already registered. Sign in instead.').waitFor();
    await eventually(async () => expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true'));
  });

  it('S15 fields of passwords mask what is typed, and take pastes and what a password manager fills', async () => {
    for (const [page, ...labels] of [
      [await browser.open(undefined, '/register'), 'Password', 'Confirm password'],
      [await browser.open(undefined, '/sign-in'), 'Password'],
      [await browser.open(await aUser(url), '/account'), 'Current password', 'New password', 'Confirm new password'],
    ] as const) {
      for (const label of labels)
        await page
          .getByLabel(label, { exact: true })
          .and(page.locator('[type=password][autocomplete$=-password]'))
          .waitFor();
      const paste = "new ClipboardEvent('paste', { bubbles: true, cancelable: true })";
      const pasted = `[...document.querySelectorAll('[type=password]')].every((field) => field.dispatchEvent(${paste}))`;
      expect(await page.evaluate(pasted)).toBe(true);
    }
  });

  it('S16 a password that is easy to guess is shown as weak where one is chosen, and is taken', async () => {
    const user = await aUser(url);
    const page = await browser.open(user, '/account');
    for (const [one, label] of [
      [await browser.open(undefined, '/register'), 'Password'],
      [page, 'New password'],
    ] as const) {
      const field = one.getByLabel(label, { exact: true });
      const strength = one.getByRole('meter', { name: 'Password strength' });
      await field.fill('password123');
      await one.getByText('Very easy to guess.').waitFor();
      await eventually(async () => expect(await strength.getAttribute('value')).toBe('0'));
      await field.fill(PASSWORD);
      await one.getByText('Very hard to guess.').waitFor();
      await field.fill('');
      await strength.waitFor({ state: 'detached' });
    }
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('password123');
    await page.getByLabel('Confirm new password').fill('password123');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    await page.getByRole('meter').waitFor({ state: 'detached' });
  });
});
