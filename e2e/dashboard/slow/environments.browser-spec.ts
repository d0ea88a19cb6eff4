import {
  aFlag,
  aMember,
  aProject,
  eventually,
  type Flag,
  type Project,
  TestClient,
  sharedCluster,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import {
  aBrowser,
  copyWith,
  expectAccessible,
  expectNoMarkup,
  expectNoSidewaysScroll,
  follow,
  MARKUP,
} from '../browser.js';
import { stored, valuePath } from '../screens.js';

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
  it('creates, edits and protects an environment, and deletes it after its name is typed', async () => {
    const project = await aProject(url);
    const { client } = project.owner;
    const flag = await aFlag(project);
    await client.patch(`/api/flags/${flag.id}/environments/${project.production.id}`, { is_enabled: true });
    const page = await browser.open(project.owner, pathOf(project));

    await page.getByRole('button', { name: 'New environment' }).click();
    await page.getByLabel('Name').fill(MARKUP);
    await page.getByLabel('Copy values from').selectOption('Production');
    await page.getByLabel('Page origin').fill('shop.example.com');
    await page.getByRole('button', { name: 'Create environment' }).click();
    await page.getByText('Start with a scheme, such as https://.').waitFor();
    await page.getByLabel('Page origin').fill('https://Shop.example.com/basket');
    await page.getByText('capacitor://localhost is the origin of every Capacitor app').waitFor();
    await page.getByLabel('More origins').fill('http://localhost:3000\nnull://');
    await page.getByRole('button', { name: 'Create environment' }).click();
    await page.getByText('Start with a scheme, such as https://.').waitFor();
    await page.getByLabel('More origins').fill('http://localhost:3000\ncapacitor://*');
    await page.getByRole('button', { name: 'Create environment' }).click();
    await page.getByText('without a wildcard').waitFor();
    await page.getByLabel('More origins').fill('http://localhost:3000/\ncapacitor://localhost');
    await page.getByRole('button', { name: 'Create environment' }).click();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: MARKUP }) });
    for (const origin of ['https://shop.example.com', 'http://localhost:3000', 'capacitor://localhost'])
      await card.getByText(origin, { exact: true }).waitFor();
    await expectNoMarkup(page);
    const { body: values } = await client.get(`/api/flags/${flag.id}/environments`);
    expect(values.map((value: { is_enabled: boolean }) => value.is_enabled)).toEqual([false, true, true]);

    // The order is the same for all users, and on every page.
    await page.getByRole('button', { name: 'Change order' }).click();
    const first = page.getByRole('button', { name: `Move ${MARKUP} up` });
    for (const press of ['Enter', 'Enter', 'Enter']) await first.press(press);
    await page.getByText(`${MARKUP} is 1 of 3`).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save order' }).click();
    await page.getByText('Everyone now sees the environments in this order').waitFor();
    const names = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 });
    await eventually(async () => expect(await names.allInnerTexts()).toEqual([MARKUP, 'Development', 'Production']));

    await page.getByRole('button', { name: 'Change Production' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('Live');
    await page.getByRole('switch', { name: 'Protected' }).check();
    await page.getByRole('combobox', { name: 'Color' }).selectOption('Violet');
    // An edit of other fields does not undo the change of another admin.
    await project.owner.client.patch(`/api/projects/${project.id}/environments/${project.production.id}`, {
      url: 'https://live.example.com',
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save changes to Production' }).click();
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
    await dialog.getByText('Web pages from https://live.example.com can no longer connect.').waitFor();
    expect(await environmentsOf(project)).toContainEqual(expect.objectContaining({ url: 'https://live.example.com' }));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save changes to Live' }).click();
    await live.getByText('https://new.example.com').waitFor();

    await page.getByRole('button', { name: `Change ${MARKUP}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const remove = page.getByRole('button', { name: 'Delete environment' });
    await page.getByLabel(/^Type/).fill('something else');
    await eventually(async () => expect(await remove.isDisabled()).toBe(true));
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
    await follow(page, `/projects/${project.id}/flags/${flag.id}`);
    await page.getByText('No environments', { exact: true }).waitFor();
  });

  it('shows an error at the field for a missing or taken name, focuses it, and keeps the input', async () => {
    const project = await aProject(url);
    const page = await browser.open(project.owner, pathOf(project));
    await page.getByRole('button', { name: 'New environment' }).click();
    const create = page.getByRole('button', { name: 'Create environment' });
    const isFocused = () => page.getByLabel('Name').evaluate((field) => field === field.ownerDocument.activeElement);
    await page.getByLabel('Page origin').fill('https://shop.example.com');
    await create.click();
    await eventually(async () => expect(await isFocused()).toBe(true));
    await page.getByLabel('Name').fill('production');
    await create.click();
    await page.getByText('This project already has an environment with this name.').waitFor();
    await eventually(async () => expect(await page.getByLabel('Name').inputValue()).toBe('production'));
    await eventually(async () => expect(await isFocused()).toBe(true));
  });

  it('reduces the address of a page to its origin, explains a refusal, and registers it', async () => {
    const project = await aProject(url, { environments: [{ name: 'Web', url: 'https://shop.example.com' }] });
    const page = await browser.open(project.owner, pathOf(project));
    const address = page.getByLabel('Page address');
    await address.fill('https://shop.example.com/basket');
    await page.getByText('Allowed', { exact: true }).waitFor();
    await address.fill('http://shop.example.com/basket?a=1');
    await page.getByText('http:// and https:// are different origins').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Register http://shop.example.com' }).click();
    await page.getByText('Allowed', { exact: true }).waitFor();
    const registered = { url: 'https://shop.example.com', more_origins: ['http://shop.example.com'] };
    expect(await environmentsOf(project)).toMatchObject([registered]);
  });

  it('shows and copies a key, and rotates it with a grace period for the old one', async () => {
    const project = await aProject(url);
    const { sdk_key: old } = project.production;
    const page = await browser.open(project.owner, pathOf(project));
    const key = page.getByLabel('SDK key of Production', { exact: true });
    await eventually(async () => expect(await key.textContent()).not.toContain(old.slice(8, -4)));
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

  it('shows the client key with its use, copies it, and rotates it without the SDK key', async () => {
    const project = await aProject(url);
    const { client_key: old, sdk_key: sdkKey } = project.production;
    const page = await browser.open(project.owner, pathOf(project));
    const uses = page.getByText('SDK keys are for servers and secret: they expose all flags and their rules.');
    await uses.filter({ hasText: 'Public: anyone who has one can query flags.' }).waitFor();
    const key = page.getByLabel('client key of Production', { exact: true });
    await eventually(async () => expect(await key.textContent()).not.toContain(old.slice(8, -4)));
    await page.getByRole('button', { name: 'Copy client key of Production' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(old);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Show client key of Production' }).click();
    await eventually(async () => expect(await key.textContent()).toBe(old));
    await page.getByRole('button', { name: 'Rotate client key of Production' }).click();
    await page.getByRole('dialog', { name: 'Rotate client key' }).waitFor();
    await page.getByLabel('One more hour').check();
    await page.getByRole('button', { name: 'Rotate the key of Production' }).click();
    await page.getByText('Production has a new client key').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/The previous key still works and expires in 1 hour/).waitFor();
    const fresh = (await key.textContent()) ?? '';
    expect(fresh).toMatch(/^bge_pub_\w{36}$/);
    expect(fresh).not.toBe(old);
    await page.getByRole('button', { name: 'Show SDK key of Production' }).click();
    await eventually(async () =>
      expect(await page.getByLabel('SDK key of Production', { exact: true }).textContent()).toBe(sdkKey),
    );

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
    await development.getByText('No connected apps.').waitFor();
    const headers = { 'x-sdk-key': project.development.sdk_key };
    const streams = await Promise.all([1, 2].map(() => new TestClient(url).stream('/api/v1/stream', headers)));
    await development.getByText('2 open streams, all on the latest revision, 0.').waitFor();
    await development.getByRole('button', { name: 'Details of Development' }).click();
    await eventually(async () => {
      const open = await development.locator('tbody td:nth-child(2)').allTextContents();
      expect(open.reduce((sum, count) => sum + Number(count), 0)).toBe(2);
    });
    for (const stream of streams) stream.close();
    await development.getByText('No connected apps.').waitFor();
    await development.getByText('Apps that poll do not').waitFor();
  });

  it('shows a viewer neither keys nor buttons', async () => {
    const project = await aProject(url, { environments: [{ name: MARKUP, icon: '<b>' }] });
    const viewer = await aMember(url, project, 'viewer');
    const page = await browser.open(viewer, pathOf(project), { phone: true });
    await page.getByText('Only editors, admins and owners can see keys.').first().waitFor();
    for (const name of ['New environment', `Change ${MARKUP}`, /Rotate/])
      await eventually(async () => expect(await page.getByRole('button', { name }).count()).toBe(0));
    await expectNoMarkup(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const flag = await aFlag(project);
    await follow(page, `/projects/${project.id}/flags/${flag.id}`);
    await page.getByText('Your role is viewer').waitFor();
    await page.getByRole('button', { name: /^Details/ }).click();
    await page.getByRole('definition').getByText('100%').waitFor();
    await eventually(async () => expect(await page.getByRole('slider').count()).toBe(0));
  });
});

describe('comparing two environments', () => {
  it('shows differences, promotes the chosen ones after one question, and reports a concurrent change', async () => {
    const protect = [{ name: 'Development' }, { name: 'Production', protected: true }];
    const project = await aProject(url, { environments: protect });
    const [switched, ruled, same] = [await aFlag(project), await aFlag(project), await aFlag(project)];
    const inProduction = ({ id }: Flag) => `/api/flags/${id}/environments/${project.production.id}`;
    const rule = { targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: 'true' };
    await project.owner.client.patch(valuePath(project, switched), { is_enabled: true });
    await project.owner.client.patch(valuePath(project, ruled), { rollout_percentage: 20, ...rule });

    const page = await browser.open(project.owner, pathOf(project));
    await page.getByRole('link', { name: 'Compare' }).click();
    // The page does not choose a protected environment by itself.
    await page.getByText('Choose two environments to compare.').waitFor();
    await page.getByRole('combobox', { name: 'To' }).selectOption('Production (protected)');
    const table = page.getByRole('table', { name: 'Differences between Development and Production' });
    await table
      .getByRole('row')
      .filter({ hasText: ruled.key })
      .getByText('users whose country is “NO” get true')
      .waitFor();
    await eventually(async () => expect(await table.getByText(same.key).count()).toBe(0));
    expect(new URL(page.url()).search).toBe('?from=development&to=production');

    await table.getByRole('checkbox', { name: 'Promote: Rollout' }).uncheck();
    await table.getByRole('checkbox', { name: 'Select all flags' }).check();
    await page.getByRole('button', { name: 'Promote to Production…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Promote from Development to Production?' });
    await dialog.getByText('This environment is protected').waitFor();
    const line = (flag: Flag) => dialog.getByRole('listitem').filter({ hasText: flag.key });
    await eventually(async () => expect(await line(switched).getByRole('deletion').allInnerTexts()).toEqual(['off']));
    await expectAccessible(page);

    const colleague = await aMember(url, project, 'editor');
    await colleague.client.patch(inProduction(switched), { is_enabled: true });
    await dialog.getByRole('button', { name: 'Promote 2 flags to Production' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Someone changed a value' }).waitFor();
    await line(switched).getByText('Already equal.').waitFor();
    await eventually(async () => expect(await line(switched).getByRole('deletion').allInnerTexts()).toEqual(['off']));
    expect(await stored(project, ruled, 'Production')).toMatchObject({ targeting_attribute: null });

    await dialog.getByRole('button', { name: 'Promote 1 flag to Production' }).click();
    await page.getByText('1 flag in Production has the values of Development').waitFor();
    expect(await stored(project, ruled, 'Production')).toMatchObject({ rollout_percentage: 100, ...rule });
    // The parts that were not promoted still differ.
    await table.getByRole('row').filter({ hasText: ruled.key }).getByText('20%').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    const question = page.getByRole('dialog', { name: 'Undo in Production?' });
    await question.getByText('Undo: 1 flag in Production has the values of Development.').waitFor();
    await question.getByRole('button', { name: 'Undo in Production' }).click();
    await page.getByText('Undone: 1 flag in Production has its previous values').waitFor();
    expect(await stored(project, ruled, 'Production')).toMatchObject({ targeting_attribute: null });
    await colleague.client.patch(inProduction(ruled), { rollout_percentage: 20, ...rule });
    await page.getByText('These environments are identical').waitFor();
  });
});
