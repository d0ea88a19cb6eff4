import { aFlag, aProject, type TestCluster, eventually, startTestCluster } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBrowser, listenTo } from '../browser.js';
import { flagsOf, live, switchOf } from '../screens.js';

const browser = aBrowser();

describe('when the service is gone and comes back', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startTestCluster({ links: false });
  }, 120_000);
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
});
