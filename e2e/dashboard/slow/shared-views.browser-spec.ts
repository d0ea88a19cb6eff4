import {
  addMember,
  aFlag,
  aMember,
  aProject,
  aUser,
  eventually,
  type Project,
  sharedCluster,
  type User,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, expectAccessible, expectNoSidewaysScroll } from '../browser.js';
import { flagsOf, keysOf, live } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();

async function aShop() {
  const project = await aProject(url, { name: 'Shop' });
  await aFlag(project, { key: 'billing', tags: ['web'] });
  await aFlag(project, { key: 'search' });
  return project;
}

const share = (user: User, { id }: Project, name: string, search = 'tag=web') =>
  user.client.post(`/api/projects/${id}/views`, { name, search });
const namesIn = async ({ id, owner }: Project) => {
  const { body } = await owner.client.get(`/api/projects/${id}/views`);
  return (body as { name: string; search: string }[]).map(({ name, search }) => `${name}: ${search}`);
};

/** Opens the menu of views. */
async function openViews(page: Page) {
  await page.getByRole('button', { name: 'Views' }).click();
  const panel = page.getByRole('dialog', { name: 'Views' });
  await panel.getByLabel('Save this view as').waitFor();
  return panel;
}

describe('a shared view', () => {
  it.each([390, 1440])(
    'is saved, changed, deleted and brought back by keyboard, at %s px',
    async (width) => {
      const project = await aShop();
      const page = await browser.open(project.owner, `${flagsOf(project)}?tag=web`, { width });
      const panel = await openViews(page);
      await panel.getByText('No shared views yet.').waitFor();
      await expectAccessible(page);
      await panel.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await panel.getByText('Enter a name.').waitFor();
      await panel.getByRole('radio', { name: 'Everyone in Shop' }).press('Space');
      const name = panel.getByLabel('Save this view as');
      await name.fill('Web');
      await name.press('Enter');
      await panel.getByText(`by ${project.owner.name}`).waitFor();
      await eventually(async () => expect(await name.inputValue()).toBe(''));

      await panel.getByRole('radio', { name: 'Everyone in Shop' }).press('Space');
      await name.fill('wEB');
      await name.press('Enter');
      await panel.getByText('A shared view has this name.').waitFor();
      await eventually(async () => expect(await name.inputValue()).toBe('wEB'));
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);

      await page.getByRole('button', { name: 'Edit view Web' }).press('Enter');
      const form = panel.getByRole('form', { name: 'Edit view Web' });
      await form.getByLabel('Name', { exact: true }).fill('Pages');
      await form.getByLabel('Name', { exact: true }).press('Enter');
      const pencil = page.getByRole('button', { name: 'Edit view Pages' });
      await pencil.and(page.locator(':focus')).waitFor();
      expect(await namesIn(project)).toEqual(['Pages: tag=web']);
      await page.getByRole('button', { name: 'Delete view Pages' }).press('Enter');
      await page.getByText('The view Pages was deleted for everyone').waitFor();
      expect(await namesIn(project)).toEqual([]);
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await page.getByText('The view Pages is back').waitFor();
      await panel.getByRole('button', { name: 'Pages', exact: true }).waitFor();
      expect(await namesIn(project)).toEqual(['Pages: tag=web']);
    },
    120_000,
  );

  it('takes over the filters of the page', async () => {
    const project = await aShop();
    await share(project.owner, project, 'Web');
    const page = await browser.open(project.owner, `${flagsOf(project)}?stage=new`);
    const panel = await openViews(page);
    await panel.getByRole('button', { name: 'Edit view Web' }).click();
    await panel.getByLabel('Replace its filters with the current ones').check();
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await panel.locator('[aria-current]').getByText('Web').waitFor();
    expect(await namesIn(project)).toEqual(['Web: stage=new']);
  });

  it('appears for other members at once, who open it by its name and its link', async () => {
    const [project, viewer] = [await aShop(), await aUser(url)];
    await addMember(project, viewer, 'viewer');
    const page = await browser.open(viewer, flagsOf(project));
    await live(page).waitFor();
    const panel = await openViews(page);
    await panel.getByText('Views that editors save for everyone appear here.').waitFor();
    await eventually(async () => expect(await panel.getByRole('radio', { name: 'Everyone in Shop' }).count()).toBe(0));
    await share(project.owner, project, 'Web');
    await panel.getByText(`by ${project.owner.name}`).waitFor();
    await eventually(async () =>
      expect(await panel.getByRole('button', { name: /^(Edit|Delete) view/ }).count()).toBe(0),
    );
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Copy link to Web' }).click();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    await panel.getByRole('button', { name: 'Web', exact: true }).click();
    await eventually(async () => expect(await keysOf(page)).toEqual(['billing']));

    await page.goto(link);
    await eventually(async () => expect(await keysOf(page)).toEqual(['billing']));
    expect(new URL(page.url()).search).toBe('?tag=web');
    await (await openViews(page)).locator('[aria-current]').getByText('Web').waitFor();
    const { body } = await viewer.client.get(`/api/projects/${project.id}/views`);
    await project.owner.client.delete(`/api/projects/${project.id}/views/${body[0].id}`);
    await page.goto(link);
    await page.getByText('This shared view was deleted').waitFor();
    await eventually(async () => expect(await keysOf(page)).toEqual(['billing', 'search']));
  });

  it('stays when its author leaves, and is in the history', async () => {
    const project = await aShop();
    const editor = await aMember(url, project, 'editor');
    await share(editor, project, 'Web');
    await editor.client.delete(`/api/projects/${project.id}/members/me`);
    const page = await browser.open(project.owner, flagsOf(project));
    await (await openViews(page)).getByText(`by ${editor.name}`).waitFor();
    await page.goto(`${url}/projects/${project.id}/history`);
    await page.getByText('saved the shared view').waitFor();
    expect(await namesIn(project)).toEqual(['Web: tag=web']);
  });

  it('says that the list could not be loaded, and loads it again', async () => {
    const project = await aShop();
    await share(project.owner, project, 'Web');
    const page = await browser.open(project.owner, flagsOf(project));
    // The page repeats a read without an answer by itself.
    await page.route('**/api/projects/*/views', (route) => route.fulfill({ status: 500, body: '' }));
    const panel = await openViews(page);
    await panel.getByText('The shared views could not be loaded').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/projects/*/views');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.getByRole('button', { name: 'Web', exact: true }).waitFor();
  });
});
