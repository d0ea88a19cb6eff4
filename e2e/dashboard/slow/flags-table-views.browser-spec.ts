import { randomUUID } from 'node:crypto';
import { aFlag, aProject, eventually, type Flag, queryDatabase, sharedCluster, TestClient } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser, expectAccessible } from '../browser.js';
import { flagsOf, keysOf, switchOf } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();

describe('what the flags table shows', () => {
  it('includes stale flags and their usage, so that users can archive them', async () => {
    const project = await aProject(url);
    const [gone, kept] = [await aFlag(project, { key: 'gone' }), await aFlag(project, { key: 'kept' })];
    const page = await browser.open(project.owner, `${flagsOf(project)}?stage=stale`);
    await page.getByText('No stale flags').waitFor();
    await queryDatabase(`
      with aged as (update flags.flags set created_at = now() - interval '40 days' where id = '${gone.id}' returning id)
      update flags.flag_values v set updated_at = now() - interval '40 days' from aged where v.flag_id = aged.id`);
    const report = { app: 'checkout', sdk: 's', sdk_version: '1', flags: { [gone.key]: { off: 1 } } };
    await new TestClient(url).post(
      '/api/v1/usage',
      { window: randomUUID(), reports: [report] },
      { 'x-sdk-key': project.development.sdk_key },
    );
    await eventually(async () => {
      const { body } = await project.owner.client.get(`/api/projects/${project.id}/usage`);
      expect(body).toContainEqual(expect.objectContaining({ flag_id: gone.id, apps: ['checkout'] }));
    });
    await page.reload();
    await eventually(async () => expect(await keysOf(page)).toEqual(['gone']));
    await page.getByRole('img', { name: '1 evaluation in the last 24 hours' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all flags shown' }).click();
    await page.getByRole('button', { name: 'Archive…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('off in all environments; evaluated by checkout').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Archive 1 flag' }).click();
    await page.getByText('No stale flags').waitFor();
    const { body } = await project.owner.client.get(`/api/projects/${project.id}/flags`);
    expect(body.map(({ key }: Flag) => key)).toEqual([kept.key]);
  });

  it('is saved under a name with the favorites, and appears in another browser', async () => {
    const project = await aProject(url);
    const [one] = [await aFlag(project, { key: 'one', tags: ['web'] }), await aFlag(project, { key: 'two' })];
    const page = await browser.open(project.owner, flagsOf(project));
    await page.getByRole('row').filter({ hasText: 'one' }).hover();
    await page.getByRole('button', { name: 'Favorite one' }).click();
    await page.getByRole('button', { name: 'Favorites', exact: true }).click();
    await eventually(async () => expect(await keysOf(page)).toEqual([one.key]));
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Save this view as').fill('Mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Mine', exact: true }).waitFor();
    await expectAccessible(page);

    const elsewhere = await browser.open(project.owner, flagsOf(project));
    await eventually(async () => expect(await keysOf(elsewhere)).toEqual(['one', 'two']));
    await elsewhere.getByRole('button', { name: 'Views' }).click();
    await elsewhere.getByRole('button', { name: 'Mine', exact: true }).click();
    await eventually(async () => expect(await keysOf(elsewhere)).toEqual([one.key]));
    expect(new URL(elsewhere.url()).search).toBe('?favorites=true');
  });

  it('depends on the chosen columns, in the address and on the next visit', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const page = await browser.open(project.owner, flagsOf(project));
    await switchOf(page, flag).waitFor();
    const columns = page.getByRole('columnheader');
    const names = async () => (await columns.allInnerTexts()).slice(1, -1);
    expect(await names()).toEqual(['Development', 'Production']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Move Production to the left' }).click();
    await eventually(async () => expect(await names()).toEqual(['Production', 'Development']));
    await page.getByRole('checkbox', { name: 'Development' }).uncheck();
    await eventually(async () => expect(await names()).toEqual(['Production']));
    await page.goto(url + flagsOf(project));
    await eventually(() => expect(new URL(page.url()).searchParams.get('columns')).toBe('production'));
    await eventually(async () => expect(await names()).toEqual(['Production']));
  });
});
