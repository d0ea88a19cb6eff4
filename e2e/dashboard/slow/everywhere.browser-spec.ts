import { aProject, eventually, PASSWORD, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser, copyWith } from '../browser.js';
import { choose, createScreens } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();

describe('signing in', () => {
  it('is required, and returns to the open page', async () => {
    const { project, inside, flag } = await createScreens();
    const page = await browser.open(project.owner, `${inside}/flags?q=${flag.key}&state=on`);
    await page.getByRole('link', { name: flag.key }).waitFor();
    const before = page.url();
    await project.owner.client.post('/api/auth/logout');
    // The page notices the end of the session without any input.
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('Email').fill(project.owner.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'Sign-in failed' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: flag.key }).waitFor();
    expect(page.url()).toBe(before);
  });
});

describe('the keyboard', () => {
  it('opens any page by name, reaches the search, and lists its shortcuts', async () => {
    const { project, inside, flag } = await createScreens();
    const page = await browser.open(project.owner, inside);
    await page.getByRole('link', { name: flag.key }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Shortcuts and legend' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Search flags'),
    );
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search flags, pages, projects and commands').waitFor();
    await choose(page, flag.key.replaceAll('-', ' ').toUpperCase());
    await page.getByRole('heading', { level: 1, name: flag.key }).waitFor();
    await page.getByRole('button', { name: 'Search' }).click();
    await choose(page, `${flag.key} off dev`);
    await page.getByText(`${flag.key} is off in Development`).waitFor();
    await page.keyboard.press('Control+k');
    await choose(page, 'sched');
    await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Schedules' });
    await eventually(async () => expect(await entry.getAttribute('aria-current')).toBe('page'));
  });

  it('opens with a command of the palette what it names', async () => {
    const { project, inside, flag } = await createScreens();
    const page = await browser.open(project.owner, `${inside}/flags/${flag.id}`);
    const dialog = page.getByRole('dialog');
    const run = async (command: string) => {
      await page.keyboard.press('Control+k');
      await choose(page, command);
    };
    const close = async () => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('heading', { level: 1, name: flag.key }).waitFor();
    await run('archive');
    await page.getByRole('dialog', { name: `Archive ${flag.key}?` }).waitFor();
    await close();
    await run('rotate client production');
    await page.getByRole('dialog', { name: 'Rotate client key' }).getByText('Production').first().waitFor();
    await close();
    await run('webhook');
    await page.getByRole('dialog', { name: 'Create webhook' }).waitFor();
    await close();
    for (const command of ['freeze', 'approvals']) {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await run(command);
      const rules = page.getByRole('region', { name: 'Change rules' });
      await eventually(async () => expect(await rules.evaluate((node) => node === document.activeElement)).toBe(true));
      const top = () => rules.evaluate((node) => node.getBoundingClientRect().top);
      await eventually(async () => expect(await top()).toBeGreaterThanOrEqual(0));
    }
    expect(new URL(page.url()).hash).toBe('#rules');
  });

  it('gets its focus back when a dialog closes', async () => {
    const { project, inside, flag } = await createScreens();
    const page = await browser.open(project.owner, `${inside}/flags/${flag.id}`);
    for (const name of ['Compare', 'Compare']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).toBe(name));
    }
  });

  it('reaches the content past the navigation, and toggles a switch', async () => {
    const { project, inside, flag } = await createScreens();
    const page = await browser.open(project.owner, `${inside}/flags`);
    await page.getByRole('link', { name: flag.key }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await eventually(async () => expect(await page.evaluate('document.activeElement.id')).toBe('main'));
    const control = page.getByRole('switch', { name: `${flag.key} in Development` });
    await control.focus();
    await page.keyboard.press('Space');
    await page.getByText(`${flag.key} is off in Development`).waitFor();
  });
});

describe('every screen', () => {
  it('shows a link home at an unknown address, and does not reveal whether the project exists', async () => {
    const [project, other] = [await aProject(url), await aProject(url)];
    const page = await browser.open(project.owner, '/icon.svg');
    for (const path of ['/no/such/page', `/projects/${other.id}/flags`, '/projects/nonsense/flags']) {
      await page.goto(url + path);
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      await eventually(async () => expect(await page.getByRole('main').count()).toBe(1));
      await page.getByRole('navigation').first().waitFor();
      await page.getByRole('link', { name: 'Go to your projects' }).click();
      await page.getByRole('heading', { name: 'Projects' }).waitFor();
      expect(page.url()).toBe(`${url}/projects`);
    }
  });

  it('says why it cannot load, and loads on a retry', async () => {
    const { project, inside, flag } = await createScreens();
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
    const copy = page.getByRole('button', { name: 'Copy request ID request-4711' });
    expect(await copyWith(copy, 'request-4711')).toBe('request-4711');
    await page.unroute('**/api/projects/*/flags?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: flag.key }).waitFor();
  });

  it('asks for a reload when the code of its release is gone', async () => {
    const { project, inside, flag } = await createScreens();
    const page = await browser.open(project.owner, `${inside}/flags`);
    await page.getByRole('link', { name: flag.key }).waitFor();
    await page.route('**/assets/settings-*', (route) => route.fulfill({ status: 404 }));
    await page.route(`${url}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/next.js"></script>' }),
    );
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Burgee has been updated. Reload the page to continue.').waitFor();
    await eventually(async () => expect(await page.getByText('Burgee did not answer').count()).toBe(0));
    await page.unrouteAll();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });
});
