import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CHROMIUM_WITHIN_MS, eventually, launchChromium } from '@burgee/testing';
import { Example } from './example.js';

type Browser = Awaited<ReturnType<typeof launchChromium>>;

let browser: Browser;
let example: Example;
beforeAll(async () => {
  browser = await launchChromium();
}, CHROMIUM_WITHIN_MS);
afterAll(() => browser?.close());
afterEach(async () => {
  await example.stop();
});

describe('node examples/browser/start.mjs', () => {
  it('serves a page that changes before your eyes', async () => {
    example = new Example('examples/browser/start.mjs');
    const [, url = ''] = await example.says(/look at (\S+)/);
    const page = await browser.newPage();
    await page.goto(url);
    await eventually(async () => expect(await page.textContent('#why')).toBe('DISABLED'));
    expect(await page.textContent('h1')).toBe('The old checkout');
    await example.flip(true);
    await eventually(async () => expect(await page.textContent('h1')).toBe('The new checkout'));
  });
});
