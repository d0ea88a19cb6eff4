import { aFlag, aProject, type TestCluster, eventually, startTestCluster } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, listenTo } from '../browser.js';
import { flagsOf, live, stored, switchOf } from '../screens.js';

const browser = aBrowser();

describe('when the service is gone and comes back', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startTestCluster({ links: false });
  }, 120_000);
  afterEach(() => {
    for (const name of ['auth', 'flags-admin']) cluster.services[name]?.resume();
  });
  afterAll(() => cluster?.stop());

  it('says so, also to screen readers, resets switches, and catches up by itself', async () => {
    const project = await aProject(cluster.url);
    const [flag, other] = [await aFlag(project), await aFlag(project)];
    const page = await browser.open(project.owner, flagsOf(project));
    await live(page).waitFor();

    const said = await listenTo(page);
    const hears = (text: string) => eventually(async () => expect(await said()).toContain(text));
    await cluster.services['flags-admin']!.kill();
    await page.getByRole('status').filter({ hasText: 'Reconnecting' }).waitFor();
    await switchOf(page, flag).click();
    await page.getByText(`${flag.key} may not have been switched in Development`).waitFor();
    await eventually(async () => expect(await switchOf(page, flag).isChecked()).toBe(false));
    await hears('Reconnecting');
    await hears(`${flag.key} may not have been switched in Development`);

    await cluster.services['flags-admin']!.start();
    const path = `/api/flags/${other.id}/environments/${project.development.id}/toggle`;
    await eventually(async () =>
      expect((await project.owner.client.patch(path, { is_enabled: true })).status).toBe(200),
    );
    await live(page).waitFor({ timeout: 60_000 });
    await hears('Live');
    await eventually(async () => expect(await switchOf(page, other).isChecked()).toBe(true));
    await switchOf(page, flag).click();
    await page.getByText(`${flag.key} is on in Development`).waitFor();
  }, 120_000);

  it('shows an error in place of a missing part, and loads it by itself', async () => {
    const project = await aProject(cluster.url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, flagsOf(project));
    await live(page).waitFor();
    await cluster.services['api-gateway']!.kill();
    await page.keyboard.press('Control+k');
    await page.getByRole('alert').filter({ hasText: 'This could not be opened' }).waitFor();
    await eventually(async () => expect(await switchOf(page, flag).isVisible()).toBe(true));
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('This page could not be loaded').waitFor();
    await eventually(async () => expect(await page.getByText('Burgee did not answer').count()).toBe(2));

    await cluster.services['api-gateway']!.start();
    // The page comes back by itself.
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search flags, pages, projects and commands').waitFor();
  }, 120_000);

  /** What the page says over its shell. */
  const notice = (page: Page, part: string) => page.getByRole('status').filter({ hasText: `No answer from ${part}.` });

  it('names what hangs, keeps its words and its button while it retries, and finds out what became of a change', async () => {
    const { 'flags-admin': service } = cluster.services;
    const project = await aProject(cluster.url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, flagsOf(project));
    await live(page).waitFor();
    service!.pause();
    await switchOf(page, flag).click();
    const toast = page.getByRole('alert').filter({ hasText: `${flag.key} may not have been switched in Development` });
    await toast.getByText('Not known whether it was saved. Reading again to find out.').waitFor();
    await notice(page, 'flags and projects').waitFor();
    await page.getByRole('status').filter({ hasText: 'Not answering' }).waitFor();
    await live(page).waitFor({ state: 'detached' });
    service!.resume();
    await page.getByText(/^It was (not )?saved: /).waitFor({ timeout: 30_000 });
    const said = await page.getByText(/^It was (not )?saved: /).textContent();
    const { is_enabled } = await stored(project, flag);
    expect(said).toBe(`It was ${is_enabled ? '' : 'not '}saved: ${flag.key} in Development`);
    await live(page).waitFor({ timeout: 30_000 });
    await notice(page, 'flags and projects').waitFor({ state: 'detached' });

    service!.pause();
    await page.reload();
    await notice(page, 'flags and projects').waitFor();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor({ timeout: 30_000 });
    const before = await again.boundingBox();
    await again.click();
    // Its retry runs now, and takes the 2 s of a read.
    expect(await again.boundingBox()).toEqual(before);
    await notice(page, 'flags and projects').waitFor();
    service!.resume();
    await live(page).waitFor({ timeout: 30_000 });
  }, 120_000);

  it.each(['kill', 'pause'] as const)(
    'goes on for a user who is signed in after a %s of auth, also after a reload',
    async (how) => {
      const { auth } = cluster.services;
      const project = await aProject(cluster.url);
      const flag = await aFlag(project);
      await auth![how]();
      const page = await browser.open(project.owner, flagsOf(project));
      await notice(page, 'accounts and sign-in').waitFor({ timeout: 30_000 });
      await switchOf(page, flag).click();
      await page.getByText(`${flag.key} is on in Development`).waitFor();
      await page.reload();
      await eventually(async () => expect(await switchOf(page, flag).isChecked()).toBe(true));
      if (how === 'kill') await auth!.start();
      else auth!.resume();
      await page.getByText(project.owner.email).waitFor({ timeout: 30_000 });
      await notice(page, 'accounts and sign-in').waitFor({ state: 'detached' });
    },
    120_000,
  );
});
