import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, PASSWORD, unique, world } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aBrowser } from '../dashboard/browser.js';

const { url } = world();
const browser = aBrowser();

/** The page that newcomers save, as it stands in the README of the library. */
function pageOfReadme(): string {
  const block = /```html\n([\s\S]*?)```/.exec(readFileSync('libs/sdk/README.md', 'utf8'))?.[1];
  if (!block?.includes('bge_sdk_…')) throw new Error('libs/sdk/README.md has no page with a key to fill in');
  return block;
}

/** What `npx serve` does, in a folder that holds nothing but that page. */
async function serve(read: () => string) {
  const server = createServer((_request, response) => void response.setHeader('content-type', 'text/html').end(read()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

describe('"In a page of your own" of libs/sdk/README.md', () => {
  it('leads from registering to a live flag in a page, with nothing but what it says', async () => {
    let html = '';
    const { server, origin } = await serve(() => html);
    try {
      const page = await browser.open(undefined, '/');
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email').fill(`${unique('ada')}@example.com`);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Password again').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('main').getByRole('link', { name: 'New project' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Shop');
      await page.getByRole('button', { name: 'Create project' }).click();
      await page.getByRole('button', { name: 'Create flag' }).click();
      await page.getByRole('button', { name: 'Copy SDK key of Development' }).click();
      const key = await page.evaluate<string>('navigator.clipboard.readText()');

      await page.getByRole('link', { name: 'Environments' }).click();
      await page.getByRole('button', { name: 'Change Development' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByLabel('URL of its pages').fill(origin);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(origin, { exact: true }).waitFor();

      html = pageOfReadme().replaceAll('http://localhost:8080', url).replace('bge_sdk_…', key);
      const shop = await page.context().newPage();
      await shop.goto(origin);
      const expectTitle = (title: string) => eventually(async () => expect(await shop.textContent('h1')).toBe(title));
      await expectTitle('Old');
      await page.getByRole('link', { name: 'Flags' }).click();
      const flip = page.getByRole('switch', { name: 'new-checkout in Development' });
      await flip.click();
      await expectTitle('New');
      await flip.click();
      await expectTitle('Old');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }, 60_000);
});
