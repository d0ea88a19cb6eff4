import { aProject, eventually, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser, copyWith, expectAccessible, expectNoSidewaysScroll } from './browser.js';

const browser = aBrowser();

describe('the guide', () => {
  it('is a link away from a screen, without a session, as accessible as the dashboard', async () => {
    const project = await aProject(sharedCluster().url);
    const screen = await browser.open(project.owner, `/projects/${project.id}/schedules`);
    await screen.locator('a[href="/guide/guides/schedules"]').waitFor();
    const page = await browser.open(undefined, '/guide/guides/schedules');
    await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
    await expectAccessible(page);
    await page.goto(new URL('/guide/reference/configuration', page.url()).href);
    await expectAccessible(page);
  });

  it('finds a section by keyboard', async () => {
    const page = await browser.open(undefined, '/guide/');
    const search = page.getByRole('combobox', { name: 'Search the guide' });
    await search.waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('rotate sdk');
    await page.getByRole('option').first().waitFor();
    await expectAccessible(page);
    await search.press('ArrowDown');
    const [, second] = await page.getByRole('option').all();
    expect(await second?.getAttribute('aria-selected')).toBe('true');
    const address = await second?.getAttribute('href');
    await search.press('Enter');
    await page.waitForURL((url) => `${url.pathname}${url.hash}` === address);
    await search.fill('zzzzzz');
    await page.getByText('Nothing found for “zzzzzz”.').waitFor();
    await search.press('Escape');
    await page.getByText('Nothing found').waitFor({ state: 'hidden' });
  });

  it('copies a block of code', async () => {
    const page = await browser.open(undefined, '/guide/guides/first-steps');
    const block = page.locator('figure').first();
    await block.hover();
    const copied = await copyWith(block.getByRole('button', { name: /^Cop/ }), /^BURGEE=/);
    await eventually(async () => expect(await block.locator('code').textContent()).toBe(copied));
  });

  it('opens its contents over the page on a phone', async () => {
    const page = await browser.open(undefined, '/guide/guides/connect', { phone: true });
    await page.getByRole('heading', { level: 1, name: 'Connect an application' }).waitFor();
    await eventually(() => expectNoSidewaysScroll(page));
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  });
});
