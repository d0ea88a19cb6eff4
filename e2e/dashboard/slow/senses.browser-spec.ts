import { aFlag, aMember, aProject, eventually, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser, listenTo } from '../browser.js';
import { hold } from '../hold.js';
import { openLine } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();

describe('a screen reader', () => {
  it('announces every change and the number of results', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const colleague = await aMember(url, project, 'editor');
    const page = await browser.open(colleague, `/projects/${project.id}/flags`);
    await page.getByText('Live', { exact: true }).waitFor();
    const said = await listenTo(page);
    const hears = (text: string) => eventually(async () => expect(await said()).toContain(text));
    const control = page.getByRole('switch', { name: `${flag.key} in Development` });

    await control.click();
    await hears(`${flag.key} is on in Development`);
    const path = `/api/flags/${flag.id}/environments/${project.production.id}/toggle`;
    await project.owner.client.patch(path, { is_enabled: true });
    await hears(`${project.owner.name}switched ${flag.key} in Production`);

    await page.getByRole('searchbox', { name: 'Search flags' }).fill('nothing like it');
    await hears('0 of 1 flag');
  });

  it('announces the number of unsaved changes, and copying', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, `/projects/${project.id}/flags/${flag.id}`);
    await page.getByRole('heading', { level: 1, name: flag.key }).waitFor();
    const said = await listenTo(page);
    const hears = (text: string) => eventually(async () => expect(await said()).toContain(text));
    await page.getByRole('button', { name: 'Copy key' }).click();
    await hears('Key copied');
    await page.getByRole('switch', { name: 'Switch in Development' }).click();
    await openLine(page);
    await page.getByLabel('Rollout in Development, percent').fill('40');
    await hears('2 unsaved changes');
  });
});

describe('with reduced motion', () => {
  it("disables the transition from a flag's row to its page", async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, `/projects/${project.id}/flags`);
    await page.evaluate(`{
      window.transitions = 0;
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (...how) => (window.transitions += 1, start(...how));
    }`);
    for (const [reducedMotion, transitions] of [
      ['reduce', 0],
      ['no-preference', 1],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      await page.getByRole('link', { name: flag.key }).click();
      await page.getByRole('heading', { level: 1, name: flag.key }).waitFor();
      expect(await page.evaluate('window.transitions')).toBe(transitions);
      await page.goBack();
    }
  });

  it('disables every animation', async () => {
    const project = await aProject(url);
    await aFlag(project);
    const page = await browser.open(project.owner, `/projects/${project.id}/connect`);
    await page.getByText('Waiting for your app').waitFor();
    const moving = () => page.evaluate<number>('document.getAnimations().length');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await eventually(async () => expect(await moving()).toBeGreaterThan(0));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await eventually(async () => expect(await moving()).toBe(0));
    // A dialog is in its place from the first frame on.
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    const places = await page.evaluate<number[]>(`new Promise((resolve) => {
      const tops = [];
      const look = () => {
        tops.push(document.querySelector('[role=dialog]').getBoundingClientRect().top);
        tops.length < 5 ? requestAnimationFrame(look) : resolve(tops);
      };
      requestAnimationFrame(look);
    })`);
    expect(new Set(places).size).toBe(1);
  });
});

describe('dark mode', () => {
  it('overrides the system, from the first frame of every visit', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, `/projects/${project.id}/flags`);
    const scheme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme');
    expect(await scheme()).toBe('light');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByText('Dark', { exact: true }).click();
    await eventually(async () => expect(await scheme()).toBe('dark'));
    // Before any script of the page itself has run.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload({ waitUntil: 'domcontentloaded' });
    expect(await scheme()).toBe('dark');
  });
});

describe('while a page loads', () => {
  it('shows the outline of its content, and no spinner', async () => {
    const project = await aProject(url, { name: 'Boathouse' });
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, '/');
    await page.getByRole('link', { name: 'Boathouse' }).waitFor();
    const answer = await hold(page, '**/api/projects/*/flags?*', async (route) => () => route.continue());
    await page.goto(`${url}/projects/${project.id}/flags`);
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    await eventually(async () => expect(await page.locator('.mantine-Skeleton-root').count()).toBeGreaterThan(3));
    await eventually(async () => expect(await page.locator('.mantine-Loader-root').count()).toBe(0));
    answer.release();
    await page.getByRole('link', { name: flag.key }).waitFor();
    await eventually(async () => expect(await page.getByRole('status', { name: 'Loading' }).count()).toBe(0));
  });
});

describe('times', () => {
  it("are in the reader's zone, the exact one with its name on hover and on focus", async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const timezoneId = 'Asia/Kathmandu';
    const page = await browser.open(project.owner, `/projects/${project.id}/flags/${flag.id}`, { timezoneId });
    const time = page.locator('time').first();
    await page.getByText('Live', { exact: true }).waitFor();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const there = at.toLocaleTimeString('en-GB', { timeZone: timezoneId, minute: '2-digit', second: '2-digit' });
    await time.focus();
    const tooltip = page.getByRole('tooltip');
    await tooltip.filter({ hasText: there }).waitFor();
    await eventually(async () => expect(await tooltip.textContent()).toMatch(/GMT\+5:45/));
  });
});

describe('copying on a page without a secure context', () => {
  it('works without the clipboard API, or else selects the text', async () => {
    const project = await aProject(url);
    await aFlag(project);
    const page = await browser.open(project.owner, `/projects/${project.id}/connect`, { plain: true });
    const copy = page.getByRole('button', { name: 'Copy client key of Development' });
    await copy.waitFor();
    expect(await page.evaluate('[isSecureContext, typeof navigator.clipboard]')).toEqual([false, 'undefined']);
    const field = page.getByPlaceholder('Search flags, pages, projects and commands');
    // Retries if another window has copied in between, because all share one clipboard.
    await eventually(async () => {
      await copy.click();
      await page.getByRole('status').filter({ hasText: 'Client key of Development copied' }).waitFor();
      await page.keyboard.press('Control+k');
      await field.waitFor();
      await page.keyboard.press('Control+v');
      const pasted = await field.inputValue();
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
      expect(pasted).toBe(project.development.client_key);
    });

    await page.evaluate('document.execCommand = () => false');
    await copy.click();
    await page.getByText('Your browser blocked copying on this page').waitFor();
    await eventually(async () =>
      expect(await page.evaluate('getSelection().toString()')).toBe(project.development.client_key),
    );
  });
});
