import { aFlag, aMember, aProject, eventually, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser } from './browser.js';
import { flagsOf, live, openTabs, switchOf } from './screens.js';

const { url } = sharedCluster();
const browser = aBrowser();

describe('a change made anywhere', () => {
  it('shows on every open page, with its author', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const colleague = await aMember(url, project, 'editor');
    const [mine, theirs] = [
      await browser.open(project.owner, flagsOf(project)),
      await browser.open(colleague, `${flagsOf(project)}/${flag.id}`),
    ];
    await Promise.all([live(mine).waitFor(), live(theirs).waitFor()]);
    await theirs.getByRole('switch', { name: 'Switch in Development' }).click();
    await theirs.getByRole('button', { name: 'Save' }).click();
    await mine.getByRole('switch', { checked: true }).waitFor();
    const news = mine.getByRole('alert').filter({ hasText: colleague.name });
    await news.getByText(`changed ${flag.key} in Development`).waitFor();
    const row = mine.getByRole('row').filter({ hasText: flag.key });
    await row.and(mine.locator('[data-recent]')).getByText(`${colleague.name} changed this`).waitFor();

    await switchOf(mine, flag).click();
    await theirs.getByRole('alert').filter({ hasText: project.owner.name }).waitFor();
    await eventually(async () =>
      expect(await theirs.getByRole('switch', { name: 'Switch in Development' }).isChecked()).toBe(false),
    );
  });

  it('shows when made through the API, and so do created and deleted flags', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, flagsOf(project));
    await live(page).waitFor();
    const flag = await aFlag(project);
    await switchOf(page, flag).waitFor();
    await page.getByRole('alert').filter({ hasText: 'You, in another window' }).waitFor();
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    await switchOf(page, flag).waitFor({ state: 'detached' });
    await eventually(async () => expect(await page.getByText('No flags yet').isVisible()).toBe(true));
  });

  it('shows no notification to its author', async () => {
    const project = await aProject(url);
    const [mine, other] = [await aFlag(project), await aFlag(project)];
    const page = await browser.open(project.owner, flagsOf(project));
    await live(page).waitFor();
    await switchOf(page, mine).click();
    await page.getByText(`${mine.key} is on in Development`).waitFor();
    // A later change has arrived, so the page skipped this one.
    await project.owner.client.patch(`/api/flags/${other.id}/environments/${project.development.id}/toggle`, {
      is_enabled: true,
    });
    await page.getByText(`switched ${other.key} in Development`).waitFor();
    await eventually(async () => expect(await page.getByText(`switched ${mine.key} in Development`).count()).toBe(0));
  });
});

describe('when the browser is offline', () => {
  it('says so at once, sends no toggle, and continues when it is back', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, flagsOf(project));
    await live(page).waitFor();
    await page.context().setOffline(true);
    await page
      .getByRole('status')
      .filter({ hasText: /^Offline$/ })
      .waitFor();
    await switchOf(page, flag).click();
    await page.getByText(`${flag.key} was not switched in Development`).waitFor();
    await eventually(async () => expect(await switchOf(page, flag).isChecked()).toBe(false));
    await page.context().setOffline(false);
    await live(page).waitFor();
    await switchOf(page, flag).click();
    await page.getByText(`${flag.key} is on in Development`).waitFor();
  });
});

describe('tabs of one browser', () => {
  it('share a stream, so that a seventh one loads too, also without https', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const paths = Array.from({ length: 7 }, () => flagsOf(project));
    const tabs = await openTabs(browser, project.owner, paths, { plain: true });
    await switchOf(tabs[0]!, flag).click();
    for (const tab of tabs) await eventually(async () => expect(await switchOf(tab, flag).isChecked()).toBe(true));
  });

  it('have no stream while they have not been shown', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, '/icon.svg');
    await page.addInitScript(`{
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', writable: true });
      globalThis.connected = 0;
      globalThis.SharedWorker = class extends SharedWorker { constructor(...given) { super(...given); connected++; } };
    }`);
    await page.goto(url + flagsOf(project));
    await page.getByRole('status').filter({ hasText: 'Paused' }).waitFor();
    expect(await page.evaluate('connected')).toBe(0);
    await page.evaluate("document.visibilityState = 'visible'; document.dispatchEvent(new Event('visibilitychange'))");
    await live(page).waitFor();
    expect(await page.evaluate('connected')).toBe(1);
  });
});
