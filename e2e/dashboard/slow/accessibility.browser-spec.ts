import { anInstanceOwner, sharedCluster } from '@burgee/testing';
import { describe, it } from '@jest/globals';
import { aBrowser, expectAccessible, expectToFit, follow } from '../browser.js';
import { createScreens } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();

describe('every screen', () => {
  it('passes axe without a serious finding, in light and in dark, and fits a phone and a page at 200 %', async () => {
    const { project, ready } = await createScreens();
    const [first = '/'] = Object.keys(ready);
    const page = await browser.open(project.owner, first);
    for (const [path, text] of Object.entries(ready)) {
      await follow(page, path);
      await page.getByRole('main').getByText(text).first().waitFor();
      await expectAccessible(page);
      await expectToFit(page);
    }
    const operator = await browser.open(await anInstanceOwner(url), '/operations');
    await operator.getByText('Postgres is up').first().waitFor();
    await expectAccessible(operator);
    await expectToFit(operator);
    const outside = await browser.open(undefined, '/sign-in');
    for (const path of ['/sign-in', '/register']) {
      await follow(outside, path);
      await outside.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(outside);
      await expectToFit(outside);
    }
  }, 240_000);

  it('passes axe with dialogs and notifications', async () => {
    const { project, flag, inside } = await createScreens();
    const page = await browser.open(project.owner, `${inside}/flags`);
    await page.getByRole('button', { name: 'New flag' }).click();
    await page.getByRole('dialog').getByText('More', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Owner' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: `${flag.key} in Development` }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search flags, pages, projects and commands').waitFor();
    await expectAccessible(page);
    await page.goto(`${url}${inside}/flags/${flag.id}`);
    await page.getByRole('switch', { name: 'Switch in Development' }).click();
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
  }, 240_000);
});
