import { aFlag, aMember, aProject, eventually, type Project, TestClient, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser, copyWith, expectAccessible, expectNoMarkup, expectNoSidewaysScroll, MARKUP } from './browser.js';

const { url } = sharedCluster();
const browser = aBrowser();

const pathOf = (project: Project) => `/projects/${project.id}/environments`;
const statusOf = async (key: string) => (await new TestClient(url).get('/api/v1/flags', { 'x-sdk-key': key })).status;
const environmentsOf = async ({ owner, id }: Project) =>
  (await owner.client.get(`/api/projects/${id}/environments`)).body as {
    name: string;
    url: string | null;
    protected: boolean;
  }[];

describe('environments and keys', () => {
  it('an environment is created, edited, protected, and deleted by typing its name', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, pathOf(project));

    await page.getByRole('button', { name: 'New environment' }).click();
    await page.getByLabel('Name').fill(MARKUP);
    await page.getByLabel('Page origin').fill('shop.example.com');
    await page.getByRole('button', { name: 'Create environment' }).click();
    await page.getByText('Start with https:// or http://.').waitFor();
    await page.getByLabel('Page origin').fill('https://Shop.example.com/basket');
    await page.getByRole('button', { name: 'Create environment' }).click();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: MARKUP }) });
    await card.getByText('https://shop.example.com', { exact: true }).waitFor();
    await expectNoMarkup(page);

    await page.getByRole('button', { name: 'Change Production' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('Live');
    await page.getByRole('switch', { name: 'Protected' }).check();
    await page.getByRole('combobox', { name: 'Color' }).selectOption('Violet');
    // What another admin does meanwhile is not undone by an edit of something else.
    await project.owner.client.patch(`/api/projects/${project.id}/environments/${project.production.id}`, {
      url: 'https://live.example.com',
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save changes of Production' }).click();
    const live = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Live' }) });
    await live.getByText('Protected').waitFor();
    expect(await environmentsOf(project)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Live', protected: true, color: 'violet', url: 'https://live.example.com' }),
      ]),
    );

    await page.getByRole('button', { name: 'Change Live' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Page origin').fill('https://new.example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Web pages of https://live.example.com can no longer connect.').waitFor();
    expect(await environmentsOf(project)).toContainEqual(expect.objectContaining({ url: 'https://live.example.com' }));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save changes of Live' }).click();
    await live.getByText('https://new.example.com').waitFor();

    await page.getByRole('button', { name: `Change ${MARKUP}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const remove = page.getByRole('button', { name: 'Delete environment' });
    await page.getByLabel(/^Type/).fill('something else');
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel(/^Type/).fill(MARKUP);
    await remove.click();
    await card.waitFor({ state: 'detached' });
    await page.getByText(`${MARKUP} was deleted`).waitFor();
    expect((await environmentsOf(project)).map(({ name }) => name)).toEqual(['Development', 'Live']);

    for (const { id } of [project.development, project.production])
      await project.owner.client.delete(`/api/projects/${project.id}/environments/${id}`);
    await page.getByRole('link', { name: 'Connect an app' }).click();
    await page.getByRole('link', { name: 'Go to environments' }).click();
    await page.getByRole('button', { name: 'New environment' }).waitFor();
    const flag = await aFlag(project);
    await page.goto(`${url}/projects/${project.id}/flags/${flag.id}`);
    await page.getByText('No environments', { exact: true }).waitFor();
  });

  it('a name that is taken shows an error at the field, and keeps what was typed', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, pathOf(project));
    await page.getByRole('button', { name: 'New environment' }).click();
    await page.getByLabel('Name').fill('production');
    await page.getByRole('button', { name: 'Create environment' }).click();
    await page.getByText('This project already has an environment with this name.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('production');
  });

  it('the address of a page is reduced to its origin, explained when refused, and registered', async () => {
    const project = await aProject(url, { environments: [{ name: 'Web', url: 'https://shop.example.com' }] });
    const page = await browser.open(project.owner, pathOf(project));
    const address = page.getByLabel('Address of the page');
    await address.fill('https://shop.example.com/basket');
    await page.getByText('Allowed', { exact: true }).waitFor();
    await address.fill('http://shop.example.com/basket?a=1');
    await page.getByText('http:// and https:// are different origins').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Register http://shop.example.com' }).click();
    await page.getByText('Allowed', { exact: true }).waitFor();
    expect(await environmentsOf(project)).toMatchObject([{ url: 'http://shop.example.com' }]);
  });

  it('a key is shown, copied, and rotated with a grace in which both work', async () => {
    const project = await aProject(url);
    const { sdk_key: old } = project.production;
    const page = await browser.open(project.owner, pathOf(project));
    const key = page.getByLabel('SDK key of Production', { exact: true });
    expect(await key.textContent()).not.toContain(old.slice(8, -4));
    await page.getByRole('button', { name: 'Show SDK key of Production' }).click();
    await eventually(async () => expect(await key.textContent()).toBe(old));
    expect(await copyWith(page.getByRole('button', { name: 'Copy SDK key of Production' }), old)).toBe(old);

    await page.getByRole('button', { name: 'Rotate SDK key of Production' }).click();
    await page.getByLabel('One more hour').check();
    await page.getByRole('button', { name: 'Rotate the key of Production' }).click();
    await page.getByText('Production has a new SDK key').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/The previous key still works and expires in (1 hour|\d+ minutes)/).waitFor();
    const fresh = (await key.textContent()) ?? '';
    expect(fresh).toMatch(/^bge_sdk_\w{36}$/);
    expect(fresh).not.toBe(old);
    await eventually(async () => expect(await Promise.all([old, fresh].map(statusOf))).toEqual([200, 200]));

    await page.getByRole('button', { name: 'Rotate SDK key of Production' }).click();
    await page.getByLabel('End it now').check();
    await page.getByRole('button', { name: 'End the current key of Production' }).click();
    await page.getByText('The previous key no longer works').waitFor();
    expect(await Promise.all([old, fresh].map(statusOf))).toEqual([401, 401]);
  });

  it('a client key is shown beside it with where it goes, copied, and rotated without the SDK key', async () => {
    const project = await aProject(url);
    const { client_key: old, sdk_key: sdkKey } = project.production;
    const page = await browser.open(project.owner, pathOf(project));
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Production' }) });
    await card.getByText('For servers. It gives access to all flags').waitFor();
    await card.getByText('For web pages and mobile apps.').waitFor();
    await card.getByText('can test who gets a flag').waitFor();
    const key = page.getByLabel('client key of Production', { exact: true });
    expect(await key.textContent()).not.toContain(old.slice(8, -4));
    await page.getByRole('button', { name: 'Copy client key of Production' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(old);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Show client key of Production' }).click();
    expect(await key.textContent()).toBe(old);
    await page.getByRole('button', { name: 'Rotate client key of Production' }).click();
    await page.getByRole('dialog', { name: 'Rotate client key' }).waitFor();
    await page.getByLabel('One more hour').check();
    await page.getByRole('button', { name: 'Rotate the key of Production' }).click();
    await page.getByText('Production has a new client key').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await card.getByText(/The previous key still works and expires in 1 hour/).waitFor();
    const fresh = (await key.textContent()) ?? '';
    expect(fresh).toMatch(/^bge_pub_\w{36}$/);
    expect(fresh).not.toBe(old);
    await page.getByRole('button', { name: 'Show SDK key of Production' }).click();
    expect(await page.getByLabel('SDK key of Production', { exact: true }).textContent()).toBe(sdkKey);

    await page.getByRole('button', { name: 'Rotate client key of Production' }).click();
    await page.getByLabel('End it now').check();
    await page.getByRole('button', { name: 'End the current key of Production' }).click();
    await page.getByText('The previous key no longer works').waitFor();
    expect(await Promise.all([sdkKey, fresh].map(statusOf))).toEqual([200, 401]);
  });

  it('shows the number of open streams by replica, and how many have the newest revision', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, pathOf(project));
    const development = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Development' }) });
    await development.getByText('No open streams.').waitFor();
    const headers = { 'x-sdk-key': project.development.sdk_key };
    const streams = await Promise.all([1, 2].map(() => new TestClient(url).stream('/api/v1/stream', headers)));
    await development.getByText('2 open streams, all with the latest revision 0.').waitFor();
    await development.getByRole('button', { name: 'Details of Development' }).click();
    await eventually(async () => {
      const open = await development.locator('tbody td:nth-child(2)').allTextContents();
      expect(open.reduce((sum, count) => sum + Number(count), 0)).toBe(2);
    });
    for (const stream of streams) stream.close();
    await development.getByText('No open streams.').waitFor();
  });

  it('a viewer reads, without keys and without buttons that would be refused', async () => {
    const project = await aProject(url, { environments: [{ name: MARKUP, icon: '<b>' }] });
    const viewer = await aMember(url, project, 'viewer');
    const page = await browser.open(viewer, pathOf(project), { phone: true });
    await page.getByText('Only editors, admins and owners can see keys.').first().waitFor();
    for (const name of ['New environment', `Change ${MARKUP}`, /Rotate/])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await expectNoMarkup(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const flag = await aFlag(project);
    await page.goto(`${url}/projects/${project.id}/flags/${flag.id}`);
    await page.getByText('Your role is viewer').waitFor();
    await page.getByRole('button', { name: /^Details/ }).click();
    await page.getByRole('definition').getByText('100%').waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
  });
});
