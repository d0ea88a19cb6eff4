import {
  aFlag,
  aMember,
  aProject,
  type DrillHouse,
  eventually,
  type Flag,
  type Project,
  startDrillHouse,
  world,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, listenTo } from './browser.js';

const { url } = world();
const browser = aBrowser();

const flagsOf = ({ id }: Project) => `/projects/${id}/flags`;
const switchOf = (page: Page, { key }: Flag) => page.getByRole('switch', { name: `${key} in Development` });
const live = (page: Page) => page.getByRole('status').filter({ hasText: /^Live$/ });

describe('a change made anywhere', () => {
  it('shows within a second to everybody who looks, and says who made it', async () => {
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
    const from = Date.now();
    await mine.locator('[role=switch]:checked').waitFor();
    expect(Date.now() - from).toBeLessThan(1_000);
    const news = mine.getByRole('alert').filter({ hasText: colleague.name });
    await news.getByText(`changed ${flag.key} in Development`).waitFor();
    await mine.getByRole('row').filter({ hasText: flag.key }).getByText(colleague.name).waitFor();

    await switchOf(mine, flag).click();
    await theirs.getByRole('alert').filter({ hasText: project.owner.name }).waitFor();
    await eventually(async () =>
      expect(await theirs.getByRole('switch', { name: 'Switch in Development' }).isChecked()).toBe(false),
    );
  });

  it('through the API shows too; flags that are made and deleted come and go', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, flagsOf(project));
    await live(page).waitFor();
    const flag = await aFlag(project);
    await switchOf(page, flag).waitFor({ timeout: 2_000 });
    await page.getByRole('alert').filter({ hasText: 'You, elsewhere' }).waitFor();
    await project.owner.visitor.delete(`/api/flags/${flag.id}`);
    await switchOf(page, flag).waitFor({ state: 'detached', timeout: 2_000 });
    expect(await page.getByText('No flag yet').isVisible()).toBe(true);
  });

  it('of my own is not told to me as news', async () => {
    const project = await aProject(url);
    const [mine, other] = [await aFlag(project), await aFlag(project)];
    const page = await browser.open(project.owner, flagsOf(project));
    await live(page).waitFor();
    await switchOf(page, mine).click();
    await page.getByText(`${mine.key} is on in Development`).waitFor();
    // What comes after it has come through, so it was passed over.
    await project.owner.visitor.patch(`/api/flags/${other.id}/environments/${project.development.id}/toggle`, {
      is_enabled: true,
    });
    await page.getByText(`switched ${other.key} in Development`).waitFor();
    expect(await page.getByText(`switched ${mine.key} in Development`).count()).toBe(0);
  });
});

describe('when the service is gone and comes back', () => {
  let house: DrillHouse;
  beforeAll(async () => {
    house = await startDrillHouse({ links: false });
  }, 120_000);
  afterAll(() => house?.stop());

  it('the page says so, aloud too, puts switches back, and catches up by itself', async () => {
    const project = await aProject(house.url);
    const [flag, other] = [await aFlag(project), await aFlag(project)];
    const page = await browser.open(project.owner, flagsOf(project));
    await live(page).waitFor();

    const said = await listenTo(page);
    const hears = (text: string) => eventually(async () => expect(await said()).toContain(text));
    await house.services['flags-admin']!.kill();
    await page.getByRole('status').filter({ hasText: 'Reconnecting' }).waitFor();
    await switchOf(page, flag).click();
    await page.getByText(`${flag.key} may not have been switched in Development`).waitFor();
    await eventually(async () => expect(await switchOf(page, flag).isChecked()).toBe(false));
    await hears('Reconnecting');
    await hears(`${flag.key} may not have been switched in Development`);

    await house.services['flags-admin']!.start();
    await project.owner.visitor.patch(`/api/flags/${other.id}/environments/${project.development.id}/toggle`, {
      is_enabled: true,
    });
    await live(page).waitFor({ timeout: 20_000 });
    await hears('Live');
    await eventually(async () => expect(await switchOf(page, other).isChecked()).toBe(true));
    await switchOf(page, flag).click();
    await page.getByText(`${flag.key} is on in Development`).waitFor();
  }, 90_000);

  it('what was not loaded yet says so instead of taking the page away, and opens when it is tried again', async () => {
    const project = await aProject(house.url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, flagsOf(project));
    await live(page).waitFor();
    await house.services['api-gateway']!.kill();
    await page.keyboard.press('Control+k');
    await page.getByRole('alert').filter({ hasText: 'This could not be opened' }).waitFor();
    expect(await switchOf(page, flag).isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('This page could not be loaded').waitFor();
    expect(await page.getByText('Burgee did not answer').count()).toBe(2);

    await house.services['api-gateway']!.start();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Flag, page or project').waitFor();
  }, 90_000);
});
