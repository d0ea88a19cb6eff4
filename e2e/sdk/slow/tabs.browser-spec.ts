import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BurgeeClient } from '@burgee/sdk';
import {
  aFlag,
  aProject,
  CHROMIUM_WITHIN_MS,
  eventually,
  launchChromium,
  type Project,
  sharedCluster,
} from '@burgee/testing';
import { PageServer } from '../page-server.js';

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Context = Awaited<ReturnType<Browser['newContext']>>;
type Page = Awaited<ReturnType<Context['newPage']>>;
/** A tab, and its open streams. */
interface Tab {
  page: Page;
  streams: Set<object>;
}

declare const flags: BurgeeClient;
declare const said: string[];

let browser: Browser;
let context: Context;
let server: PageServer;
let project: Project;
let flag: { id: string; key: string };

beforeAll(async () => {
  server = await PageServer.start();
  browser = await launchChromium();
}, CHROMIUM_WITHIN_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

beforeEach(async () => {
  project = await aProject(sharedCluster().url, { environments: [{ name: 'Development', url: server.origin }] });
  flag = await aFlag(project);
  context = await browser.newContext();
  const options = { baseUrl: sharedCluster().url, sdkKey: project.development.sdk_key };
  server.pages.set(
    '/page',
    `<!doctype html><script type="module">
      import { createClient } from '/packages/sdk/esm/index.js';
      import { anonymousKey, forgetAnonymousKey } from '/packages/sdk/esm/anonymous/index.js';
      import { sharedStream } from '/packages/sdk/esm/tabs/index.js';
      const logger = { warn: (message) => said.push(message) };
      Object.assign(globalThis, { said: [], anonymousKey, forgetAnonymousKey });
      globalThis.flags = createClient({ ...${JSON.stringify(options)}, logger, fetch: sharedStream(), pollInterval: 0 });
    </script>`,
  );
});
afterEach(() => context.close());

async function toggle(is_enabled: boolean): Promise<void> {
  const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
  expect((await project.owner.client.patch(path, { is_enabled })).status).toBe(200);
}

async function openTab(): Promise<Tab> {
  const page = await context.newPage();
  const streams = new Set<object>();
  page.on('request', (request) => {
    if (request.url().endsWith('/stream')) streams.add(request);
  });
  page.on('requestfailed', (request) => void streams.delete(request));
  page.on('requestfinished', (request) => void streams.delete(request));
  await page.goto(`${server.origin}/page`);
  await eventually(async () => expect(await page.evaluate(() => flags.status)).toBe('ready'));
  return { page, streams };
}
const expectAll = (tabs: Tab[], value: boolean) =>
  eventually(async () => {
    for (const { page } of tabs) expect(await page.evaluate((key) => flags.bool(key, false), flag.key)).toBe(value);
  });
const expectStreams = (tabs: Tab[], count: number) =>
  eventually(() => expect(tabs.reduce((sum, { streams }) => sum + streams.size, 0)).toBe(count));
/** Checks that a change arrives, which proves an open stream: nothing polls. */
async function expectToFollow(tabs: Tab[]): Promise<void> {
  for (const value of [true, false]) {
    await toggle(value);
    await expectAll(tabs, value);
  }
}

describe('one stream for all tabs', () => {
  it('brings each change to all tabs, without an error in any', async () => {
    const tabs = [await openTab(), await openTab(), await openTab()];
    await expectToFollow(tabs);
    await expectStreams(tabs, 1);
    for (const { page } of tabs) expect(await page.evaluate(() => said)).toEqual([]);
  });

  it('moves to another tab when its tab closes', async () => {
    const tabs = [await openTab(), await openTab(), await openTab()];
    await expectToFollow(tabs);
    const [first, ...others] = tabs as [Tab, Tab, Tab];
    await first.page.close();
    await toggle(true);
    await expectAll(others, true);
    await expectStreams(others, 1);
    for (const { page } of others) expect(await page.evaluate(() => flags.status)).toBe('ready');
  });

  it('moves to another tab when the client in its tab is closed', async () => {
    const tabs = [await openTab(), await openTab()];
    await tabs[0]?.page.evaluate(() => flags.close());
    await toggle(true);
    await expectAll(tabs.slice(1), true);
    await expectStreams(tabs.slice(1), 1);
  });

  it('is one for each environment', async () => {
    const other = await aProject(sharedCluster().url, { environments: [{ name: 'Development', url: server.origin }] });
    const tabs = [await openTab()];
    const text = server.pages.get('/page') as string;
    server.pages.set('/page', text.replace(project.development.sdk_key, other.development.sdk_key));
    const stranger = await openTab();
    await expectToFollow(tabs);
    for (const tab of [...tabs, stranger]) await expectStreams([tab], 1);
    expect(await stranger.page.evaluate((key) => flags.flag(key), flag.key)).toBeUndefined();
  });

  it('is separate in each tab where there are no locks', async () => {
    await context.addInitScript("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })");
    const tabs = [await openTab(), await openTab()];
    await expectToFollow(tabs);
    await expectStreams(tabs, 2);
  });

  it('tells each tab when the service refuses the key', async () => {
    server.pages.set('/page', (server.pages.get('/page') as string).replace(/bge_sdk_\w+/, 'bge_sdk_wrong'));
    const pages = [await context.newPage(), await context.newPage()];
    for (const page of pages) await page.goto(`${server.origin}/page`);
    for (const page of pages)
      await eventually(async () => expect(await page.evaluate(() => flags.status)).toBe('fatal'));
  });
});

describe('an anonymous key', () => {
  const keyOf = (page: Page) => page.evaluate('anonymousKey()') as Promise<string>;

  it('is the same in each tab and after a reload, until it is forgotten', async () => {
    const [{ page }, other] = [await openTab(), await openTab()];
    const key = await keyOf(page);
    expect(key).toMatch(/^anonymous-[\da-f]{32}$/);
    await page.reload();
    await eventually(async () => expect(await keyOf(page)).toBe(key));
    // Tabs are separate processes: stored data reaches the others a moment later.
    await eventually(async () => expect(await keyOf(other.page)).toBe(key));
    await page.evaluate('forgetAnonymousKey()');
    expect(await keyOf(page)).not.toBe(key);
    await eventually(async () => {
      const now = await keyOf(other.page);
      expect([now === key, now]).toEqual([false, await keyOf(page)]);
    });
  });

  it('lasts as long as the page where storage is forbidden', async () => {
    await context.addInitScript(() =>
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      }),
    );
    const [{ page }, other] = [await openTab(), await openTab()];
    expect(await keyOf(page)).toBe(await keyOf(page));
    expect(await keyOf(other.page)).not.toBe(await keyOf(page));
  });

  it('differs in another browser', async () => {
    const { page } = await openTab();
    const key = await keyOf(page);
    await context.close();
    context = await browser.newContext();
    expect(await keyOf((await openTab()).page)).not.toBe(key);
  });
});
