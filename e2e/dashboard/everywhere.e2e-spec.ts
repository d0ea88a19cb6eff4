import { gzipSync } from 'node:zlib';
import { aFlag, aProject, aUser, eventually, PASSWORD, world } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser, expectAccessible, expectNoSidewaysScroll, MARKUP } from './browser.js';

const { url } = world();
const browser = aBrowser();

const FIRST_LOAD_AT_MOST_BYTES = 250_000;

async function aScene() {
  const project = await aProject(url, { description: 'The web shop.' });
  const flag = await aFlag(project, { description: MARKUP });
  await project.owner.visitor.patch(`/api/flags/${flag.id}/environments/${project.development.id}`, {
    is_enabled: true,
    rollout_percentage: 30,
    targeting_attribute: 'country',
    targeting_value: 'NO',
    targeting_return_value: 'true',
  });
  const inside = `/projects/${project.id}`;
  const ready: Record<string, string> = {
    '/': 'The web shop.',
    '/projects/new': 'Environments',
    [`${inside}/flags`]: flag.key,
    [`${inside}/flags/${flag.id}`]: 'Rollout',
    [`${inside}/connect`]: 'Waiting for your app',
    [`${inside}/who`]: 'Ramp it up',
    [`${inside}/history`]: 'created the flag',
    [`${inside}/environments`]: 'May my page fetch flags?',
    [`${inside}/people`]: 'What each role may',
    [`${inside}/settings`]: 'Delete the project',
    '/account': 'Change your password',
  };
  return { project, flag, inside, ready };
}

describe('signing in', () => {
  it('is asked for, and leads back to where one was', async () => {
    const { project, inside, flag } = await aScene();
    const page = await browser.open(project.owner, `${inside}/flags?q=${flag.key}&state=on`);
    await page.getByRole('link', { name: flag.key }).waitFor();
    const before = page.url();
    await project.owner.visitor.post('/api/auth/logout');
    // Nobody has to touch the page for it: it hears that it is no longer let in.
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('Email').fill(project.owner.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'You are not signed in' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: flag.key }).waitFor();
    expect(page.url()).toBe(before);
  });

  it('leads nowhere else, whatever the address says', async () => {
    const user = await aUser(url);
    const page = await browser.open(undefined, '/sign-in?back=https://evil.example/');
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Start with a project').waitFor();
    expect(page.url()).toBe(`${url}/`);
  });

  it('ends by signing out, in the tab next door as well', async () => {
    const { project, inside, flag } = await aScene();
    const page = await browser.open(project.owner, `${inside}/flags`);
    const next = await page.context().newPage();
    await next.goto(`${url}${inside}/flags/${flag.id}`);
    await next.getByRole('heading', { name: flag.key }).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await next.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await project.owner.visitor.get('/api/auth/me')).status).toBe(401);
  });
});

describe('the keyboard', () => {
  it('goes anywhere by name, finds the search, and lists its keys', async () => {
    const { project, inside, flag } = await aScene();
    const page = await browser.open(project.owner, inside);
    await page.getByRole('link', { name: flag.key }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Search flags');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Flag, page or project').waitFor();
    await page.keyboard.type(flag.key);
    await page
      .getByRole('button', { name: flag.key })
      .or(page.getByRole('option', { name: flag.key }))
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: flag.key }).waitFor();
  });

  it('is where it was when what opened is closed, also when it was loaded for that', async () => {
    const { project, inside, flag } = await aScene();
    const page = await browser.open(project.owner, `${inside}/flags/${flag.id}`);
    for (const name of ['Compare', 'Compare']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).toBe(name));
    }
  });

  it('reaches the content past the navigation, and turns a switch', async () => {
    const { project, inside, flag } = await aScene();
    const page = await browser.open(project.owner, `${inside}/flags`);
    await page.getByRole('link', { name: flag.key }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    const control = page.getByRole('switch', { name: `${flag.key} in Development` });
    await control.focus();
    await page.keyboard.press('Space');
    await page.getByText(`${flag.key} is off in Development`).waitFor();
  });
});

describe('every screen', () => {
  it('can be used by everybody: axe finds nothing serious, in light and in dark', async () => {
    const { project, ready } = await aScene();
    const page = await browser.open(project.owner, '/');
    for (const [path, text] of Object.entries(ready)) {
      await page.goto(url + path);
      await page.getByRole('main').getByText(text).first().waitFor();
      await expectAccessible(page);
    }
    const outside = await browser.open(undefined, '/sign-in');
    for (const path of ['/sign-in', '/register']) {
      await outside.goto(url + path);
      await outside.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(outside);
    }
  }, 120_000);

  it('so can what opens above it', async () => {
    const { project, flag, inside } = await aScene();
    const page = await browser.open(project.owner, `${inside}/flags`);
    await page.getByRole('button', { name: 'New flag' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: `${flag.key} in Development` }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Flag, page or project').waitFor();
    await expectAccessible(page);
    await page.goto(`${url}${inside}/flags/${flag.id}`);
    await page.getByRole('switch', { name: 'Switch in Development' }).click();
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
  }, 120_000);

  it('fits a phone and a page at 200 %', async () => {
    const { project, ready } = await aScene();
    for (const screen of [{ phone: true }, { width: 640 }]) {
      const page = await browser.open(project.owner, '/', screen);
      for (const [path, text] of Object.entries(ready)) {
        await page.goto(url + path);
        await page.getByRole('main').getByText(text).first().waitFor();
        await expectNoSidewaysScroll(page);
      }
    }
  }, 120_000);

  it('an address that leads nowhere says so and leads home; a stranger cannot tell why', async () => {
    const [project, other] = [await aProject(url), await aProject(url)];
    for (const path of ['/no/such/page', `/projects/${other.id}/flags`, '/projects/nonsense/flags']) {
      const page = await browser.open(project.owner, path);
      await page.getByText('There is nothing here').waitFor();
      await page.getByRole('link', { name: 'Go to your projects' }).click();
      await page.getByRole('heading', { name: 'Projects' }).waitFor();
      expect(page.url()).toBe(`${url}/`);
    }
  });

  it('what cannot be loaded says why and what to do, and works when it is tried again', async () => {
    const { project, inside, flag } = await aScene();
    const page = await browser.open(project.owner, '/');
    await page.getByText('The web shop.').waitFor();
    await page.route('**/api/projects/*/flags?*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'internal', detail: 'Something broke.', request_id: 'request-4711', status: 500 }),
      }),
    );
    await page.goto(`${url}${inside}/flags`);
    await page.getByText('This page could not be loaded').waitFor();
    await page.getByText('Something broke.').waitFor();
    await page.getByRole('button', { name: 'Copy request id request-4711' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('request-4711');
    await page.unroute('**/api/projects/*/flags?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: flag.key }).waitFor();
  });

  it('a page of an earlier release says that it has to be reloaded, when its code is gone', async () => {
    const { project, inside, flag } = await aScene();
    const page = await browser.open(project.owner, `${inside}/flags`);
    await page.getByRole('link', { name: flag.key }).waitFor();
    await page.route('**/assets/settings-*', (route) => route.fulfill({ status: 404 }));
    await page.route(`${url}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/next.js"></script>' }),
    );
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Burgee has been updated. Reload this page to go on.').waitFor();
    expect(await page.getByText('Burgee did not answer').count()).toBe(0);
    await page.unrouteAll();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });
});

describe('the first load', () => {
  const screens = [
    '/sign-in',
    '/register',
    '/',
    '/projects/new',
    '/account',
    ':project/flags',
    ':project/flags/:flag',
    ':project/who',
    ':project/history',
    ':project/environments',
    ':project/connect',
    ':project/people',
    ':project/settings',
  ];
  it.each(screens)('of %s is at most 250 kB compressed, with all that comes without a click', async (screen) => {
    const { project, inside, flag } = await aScene();
    await aFlag(project);
    const path = screen.replace(':project', inside).replace(':flag', flag.id);
    const isOutside = screen === '/sign-in' || screen === '/register';
    const window = (await browser.open(isOutside ? undefined : project.owner, '/icon.svg')).context();
    const page = await window.newPage();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (!new URL(response.url()).pathname.startsWith('/api/'))
        sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
    });
    await page.goto(url + path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(3);
    expect(total).toBeLessThanOrEqual(FIRST_LOAD_AT_MOST_BYTES);
  });
});
