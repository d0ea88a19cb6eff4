import { anInstanceOwner, sharedCluster } from '@burgee/testing';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, follow } from '../browser.js';
import { createScreens } from '../screens.js';

const browser = aBrowser();

async function expectHelp(page: Page, guide: Page): Promise<void> {
  const help = page.getByRole('link', { name: 'Guide to this screen' });
  const path = (await help.getAttribute('href')) ?? '';
  // Another heading of the page that is open would load nothing.
  await guide.goto('about:blank');
  const response = await guide.goto(new URL(path, sharedCluster().url).href);
  expect([path, response?.status()]).toEqual([path, 200]);
  const { hash } = new URL(guide.url());
  if (hash) await guide.locator(hash).waitFor();
}

it('every screen links to a page of the guide', async () => {
  const { project, ready } = await createScreens();
  const guide = await browser.open(undefined, '/guide/', { fresh: true });
  const page = await browser.open(project.owner, '/');
  for (const [path, text] of Object.entries(ready)) {
    await follow(page, path);
    await page.getByRole('main').getByText(text).first().waitFor();
    await expectHelp(page, guide);
  }
  const operator = await browser.open(await anInstanceOwner(sharedCluster().url), '/operations', { fresh: true });
  await operator.getByText('Postgres is up').first().waitFor();
  await expectHelp(operator, guide);
}, 240_000);
