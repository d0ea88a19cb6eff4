import { anInstanceOwner, sharedCluster } from '@burgee/testing';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser, follow } from '../browser.js';
import { createScreens } from '../screens.js';

const browser = aBrowser();
const helpOf = (page: Page) => page.getByRole('link', { name: 'Guide to this screen' }).getAttribute('href');

it('every screen links to a page of the guide, with the heading that the link names', async () => {
  const { project, ready } = await createScreens();
  const links = new Set<string | null>();
  const page = await browser.open(project.owner, '/');
  for (const [path, text] of Object.entries(ready)) {
    await follow(page, path);
    await page.getByRole('main').getByText(text).first().waitFor();
    links.add(await helpOf(page));
  }
  const operator = await browser.open(await anInstanceOwner(sharedCluster().url), '/operations', { fresh: true });
  await operator.getByText('Postgres is up').first().waitFor();
  links.add(await helpOf(operator));
  expect(links.size).toBeGreaterThan(12);
  for (const link of links) {
    // Another heading of the page that is open would load nothing.
    await operator.goto('about:blank');
    const response = await operator.goto(new URL(link ?? '', sharedCluster().url).href);
    expect([link, response?.status(), new URL(operator.url()).pathname]).toEqual([link, 200, link?.replace(/#.*/, '')]);
    await operator.locator(new URL(operator.url()).hash || 'h1').waitFor();
  }
}, 240_000);
