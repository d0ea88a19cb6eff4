import { aFlag, aMember, aProject, eventually, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { aBrowser, expectAccessible } from '../browser.js';
import { flagsOf } from '../screens.js';

const { url } = sharedCluster();
const browser = aBrowser();
const NARROW = { width: 1024 };
const ENVIRONMENTS = ['Development', 'Preview', 'Integration', 'Staging', 'Load test', 'Production'];
const TAGS = ['checkout', 'mobile', 'payments', 'team-web'];

/** Elements whose text is cut off without a title. */
const CUT = `[...document.querySelectorAll('main *')]
  .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => getComputedStyle(one).overflowX !== 'visible' && !one.closest('[title]'))
  .map((one) => one.outerHTML.slice(0, 200))`;

const expectNothingCut = (page: Page) => eventually(async () => expect(await page.evaluate<string[]>(CUT)).toEqual([]));

/** The number of columns that are only partly visible. */
const PARTLY_SEEN = `{
  const table = document.querySelector('[role=grid]').parentElement;
  const [keys, ...columns] = [...document.querySelectorAll('[role=columnheader]')].map((one) => one.getBoundingClientRect());
  const [left, right] = [keys.right, table.getBoundingClientRect().left + table.clientLeft + table.clientWidth];
  columns.filter((one) => one.left < right - 2 && one.right > left + 2 && (one.left < left - 2 || one.right > right + 2)).length;
}`;

describe('a desk of 1,024 pixels', () => {
  it('shows whole columns of the flags, protected ones first, counts the hidden ones, and scrolls to them', async () => {
    const environments = ENVIRONMENTS.map((name) => ({ name, protected: name === 'Production' }));
    const project = await aProject(url, { environments });
    await aFlag(project, { key: 'tagged', tags: TAGS });
    const page = await browser.open(project.owner, flagsOf(project), NARROW);
    await page.getByRole('link', { name: 'tagged' }).waitFor();
    // The last change is a column, too.
    const sign = page.getByText('3 more columns');
    await page.getByTitle('Not in view: Staging, Load test, and Last change').waitFor();
    const partlySeen = () => page.evaluate<number>(PARTLY_SEEN);
    await eventually(async () => expect(await partlySeen()).toBe(0));
    const further = sign.locator('xpath=following-sibling::button');
    await further.click();
    await page.getByTitle('Not in view: Production, Development, and Preview').waitFor();
    await eventually(async () => expect(await partlySeen()).toBe(0));
    await expectAccessible(page);
  });

  it('counts the tags of a flag that do not fit, and names them in a tooltip', async () => {
    const project = await aProject(url, { environments: ENVIRONMENTS.map((name) => ({ name })) });
    await aFlag(project, { key: 'tagged', tags: TAGS });
    const page = await browser.open(project.owner, flagsOf(project), NARROW);
    const names = 'More tags: mobile, payments, and team-web';
    await page.getByTitle(names).getByText('+3').waitFor();
    await page.getByRole('img', { name: names }).waitFor();
    await page.setViewportSize({ width: 1920, height: 900 });
    // A wider table has room for more of them.
    await page.getByTitle('More tags: payments and team-web').getByText('+2').waitFor();
    await eventually(async () => expect(await page.getByTitle(names).count()).toBe(0));
  });

  it('cuts nothing off on the pages History, People and Connect', async () => {
    const project = await aProject(url, { environments: ENVIRONMENTS.map((name) => ({ name })) });
    const flag = await aFlag(project, { key: 'a-flag-with-a-key-that-is-as-long-as-some-keys-are' });
    const { email } = await aMember(url, project, 'editor');
    const comment = 'Payments of the second provider fail in some countries, so all go to the first one for now.';
    const patch = { is_enabled: true, rollout_percentage: 25, comment };
    await project.owner.client.patch(`/api/flags/${flag.id}/environments/${project.development.id}`, patch);

    const page = await browser.open(project.owner, `/projects/${project.id}/history`, NARROW);
    await page.getByText(comment).waitFor();
    await expectNothingCut(page);
    const short = page.locator('ol > li').filter({ hasText: 'created the project' });
    expect((await short.boundingBox())?.height).toBeLessThanOrEqual(45);
    const day = page.getByRole('combobox', { name: 'Day' });
    await day.click();
    const names = await page.getByRole('option').allInnerTexts();
    const longest = names.toSorted((a, b) => b.length - a.length)[0] ?? '';
    await page.getByRole('option', { name: longest }).click();
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    await expectNothingCut(page);

    await page.getByRole('link', { name: 'People' }).click();
    await page.getByText(email).first().waitFor();
    await expectNothingCut(page);

    await page.getByRole('link', { name: 'Connect an app' }).click();
    await page.getByText('Waiting for your app').waitFor();
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNothingCut(page);
    }
  });
});

describe('a desk of 1,440 pixels', () => {
  it('moves neither filters nor content when a filter is set', async () => {
    const project = await aProject(url);
    await aFlag(project, { key: 'alpha' });
    await aFlag(project, { key: 'beta' });
    const page = await browser.open(project.owner, flagsOf(project), { width: 1440 });
    const boxes = (...all: Locator[]) => Promise.all(all.map((one) => one.boundingBox()));
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const ofFlags = () =>
      boxes(page.getByRole('grid'), page.getByRole('searchbox'), button(/^Filters/), button('Columns'));
    await page.getByText('2 flags', { exact: true }).waitFor();
    const before = await ofFlags();
    await page.getByRole('searchbox').fill('alpha');
    await button('Clear filters').waitFor();
    await page.getByText('1 of 2 flags', { exact: true }).waitFor();
    await eventually(async () => expect((await ofFlags()).slice(1)).toEqual(before.slice(1)));
    expect((await ofFlags())[0]?.y).toBe(before[0]?.y);

    await page.getByRole('link', { name: 'History' }).click();
    const choice = (name: string) => page.getByRole('combobox', { name });
    const ofHistory = () => boxes(choice('Flag'), choice('Person'), choice('Environment'), choice('Action'));
    await page.getByText('created the project').waitFor();
    const places = await ofHistory();
    await choice('Action').click();
    await page.getByRole('option', { name: 'Flag created' }).click();
    await button('Clear filters').waitFor();
    expect(await ofHistory()).toEqual(places);
  });
});
