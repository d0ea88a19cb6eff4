import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BurgeeClient } from '@burgee/sdk';
import {
  aFlag,
  aProject,
  CHROMIUM_WITHIN_MS,
  eventually,
  FaultProxy,
  launchChromium,
  type Project,
  sharedCluster,
} from '@burgee/testing';
import { PageServer } from './page-server.js';

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type Context = Awaited<ReturnType<Browser['newContext']>>;

/** The globals that the page below sets for the tests. */
declare global {
  var flags: BurgeeClient;
  var said: string[];
}

/** Runs in the page; returns the vectors with other results, and the number of vectors. */
const RUN_VECTORS = `(async () => {
  const { bucketOf, evaluate, murmur3 } = await import('/packages/sdk/esm/evaluation.js');
  const read = async (name) => (await fetch('/libs/evaluation/vectors/' + name)).json();
  const { hashes, buckets, ill_formed_utf16 } = await read('bucketing-v1.json');
  const { base, cases } = await read('evaluation-v3.json');
  const wrong = [];
  let seen = 0;
  const check = (what, is) => { seen++; if (!is) wrong.push(what); };
  for (const { text, hash } of hashes) check(text, murmur3(text) === hash);
  for (const { utf16, hash } of ill_formed_utf16) check(utf16, murmur3(String.fromCharCode(...utf16)) === hash);
  for (const row of buckets) check(row, bucketOf(row.flag, row.key) === row.bucket);
  const told = ({ value, reason, variant, errorCode }) => JSON.stringify([value, reason, variant, errorCode]);
  for (const { name, flags, without = [], key, type, default: fallback, context, numbers = {}, expect } of cases) {
    const rows = flags.map((fields) => ({ ...base, ...fields }));
    for (const row of rows) for (const field of without) delete row[field];
    for (const [attribute, text] of Object.entries(numbers)) context[attribute] = Number(text);
    check(name, told(evaluate(rows, key, fallback, context, type)) === told(expect));
  }
  return { wrong, seen };
})()`;

let browser: Browser;
let context: Context;
let server: PageServer;
let wire: FaultProxy;
let project: Project;
let flag: { id: string; key: string };

beforeAll(async () => {
  server = await PageServer.start();
  wire = await FaultProxy.to(Number(new URL(sharedCluster().url).port));
  browser = await launchChromium();
}, CHROMIUM_WITHIN_MS);
afterAll(async () => {
  await browser?.close();
  await wire?.close();
  await server?.stop();
});

beforeEach(async () => {
  await wire.pass();
  project = await aProject(sharedCluster().url, { environments: [{ name: 'Development', url: server.origin }] });
  flag = await aFlag(project);
  context = await browser.newContext();
  const options = { baseUrl: `http://127.0.0.1:${wire.port}`, sdkKey: project.development.sdk_key };
  server.pages.set(
    '/page',
    `<!doctype html><h1></h1><script type="module">
      import { createClient } from '/packages/sdk/esm/index.js';
      globalThis.said = [];
      const logger = { warn: (message) => said.push(message) };
      const flags = (globalThis.flags = createClient({ ...${JSON.stringify(options)}, logger }));
      const show = () => (document.querySelector('h1').textContent = flags.bool('${flag.key}', false) ? 'New' : 'Old');
      flags.on('change:${flag.key}', show);
      show();
    </script>`,
  );
});
afterEach(() => context.close());

async function toggle(is_enabled: boolean): Promise<void> {
  const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
  expect((await project.owner.client.patch(path, { is_enabled })).status).toBe(200);
}

async function open(origin = server.origin, prepare?: (page: Page) => Promise<void>): Promise<Page> {
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(`${origin}/page`);
  return page;
}

const expectTitle = (page: Page, title: string) =>
  eventually(async () => expect(await page.textContent('h1')).toBe(title));
const until = (page: Page, status: string) =>
  eventually(async () => expect(await page.evaluate(() => flags.status)).toBe(status));

describe('in Chromium', () => {
  it('evaluates all vectors like Node', async () => {
    const page = await open();
    const failed = (await page.evaluate(RUN_VECTORS)) as { wrong: unknown[]; seen: number };
    const text = readFileSync('libs/evaluation/vectors/evaluation-v3.json', 'utf8');
    const { cases } = JSON.parse(text) as { cases: unknown[] };
    expect(failed.wrong).toEqual([]);
    expect(failed.seen).toBeGreaterThan(cases.length + 200);
  });

  it('never serves the flags of one key for another from the HTTP cache', async () => {
    const other = await aProject(sharedCluster().url, { environments: [{ name: 'Development', url: server.origin }] });
    const flags = [flag.key, (await aFlag(other)).key];
    const keys = [project, other].map(({ development }) => development.sdk_key);
    const page = await open();
    const read = (sdkKey: string | undefined) =>
      page.evaluate(
        async ([address, key]) => {
          const response = await fetch(`${address}/api/v1/flags`, { headers: { 'x-sdk-key': key as string } });
          return ((await response.json()) as { key: string }[]).map((one) => one.key);
        },
        [`http://127.0.0.1:${wire.port}`, sdkKey],
      );
    for (const turn of [0, 1, 0, 1]) expect(await read(keys[turn])).toEqual([flags[turn]]);
  });

  it('updates a page live, and two tabs', async () => {
    const pages = [await open(), await open()];
    for (const page of pages) await until(page, 'ready');
    await toggle(true);
    for (const page of pages) await expectTitle(page, 'New');
    await toggle(false);
    for (const page of pages) await expectTitle(page, 'Old');
  });

  it("runs the README's page unchanged, apart from the key", async () => {
    const block = /```html\n([\s\S]*?)```/.exec(readFileSync('libs/sdk/README.md', 'utf8'))?.[1] ?? '';
    expect(block).toContain('bge_sdk_…');
    flag = await aFlag(project, { key: 'new-checkout' });
    const own = block
      .replaceAll('http://localhost:8080', sharedCluster().url)
      .replace('bge_sdk_…', project.development.sdk_key);
    server.pages.set('/readme', own);
    const page = await context.newPage();
    await page.goto(`${server.origin}/readme`);
    await expectTitle(page, 'Old');
    await toggle(true);
    await expectTitle(page, 'New');
  });

  it('works from one script tag', async () => {
    const page = await open();
    await page.addScriptTag({ url: '/packages/sdk/script.js' });
    expect(
      await page.evaluate(
        () => typeof (globalThis as unknown as { Burgee: typeof import('@burgee/sdk') }).Burgee.createClient,
      ),
    ).toBe('function');
  });

  it('disconnects a hidden tab after two minutes, and updates it once visible', async () => {
    const page = await open(server.origin, (page) => page.clock.install());
    await until(page, 'ready');
    const look = (visibility: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${visibility}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));`);
    await look('hidden');
    await toggle(true);
    await expectTitle(page, 'New');
    await page.clock.runFor(121_000);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await toggle(false);
    for (let minutes = 0; minutes < 5; minutes++) await page.clock.runFor(60_000);
    // It sleeps: no stream is open, and it does not poll.
    expect(asked).toEqual([]);
    await eventually(async () => expect(await page.textContent('h1')).toBe('New'));
    await look('visible');
    await expectTitle(page, 'Old');
    await toggle(true);
    await expectTitle(page, 'New');
  });

  it('recovers after being offline', async () => {
    const page = await open();
    await until(page, 'ready');
    await context.setOffline(true);
    await wire.refuse();
    await toggle(true);
    await eventually(async () => expect(await page.textContent('h1')).toBe('Old'));
    await wire.pass();
    await context.setOffline(false);
    await expectTitle(page, 'New');
    await toggle(false);
    await expectTitle(page, 'Old');
    expect(await page.evaluate(() => said)).toEqual([]);
  });

  it('serves defaults to an unregistered origin, and says once what to register', async () => {
    const broken: Error[] = [];
    const page = await open(
      server.otherOrigin,
      async (page) => void page.on('pageerror', (error) => broken.push(error)),
    );
    await eventually(async () => expect(await page.evaluate(() => said)).toHaveLength(1));
    const [message] = await page.evaluate(() => said);
    expect(message).toContain(': register it');
    expect(message).toContain(server.otherOrigin);
    await eventually(async () => expect(await page.textContent('h1')).toBe('Old'));
    expect(broken).toEqual([]);
  });

  it('begins with the flags of the last visit, marked as cached', async () => {
    await toggle(true);
    const first = await open();
    await expectTitle(first, 'New');
    // The client stores flags half a second after the last change.
    await eventually(async () => expect(await first.evaluate('JSON.stringify(localStorage)')).toContain(flag.key));
    const stored = await first.evaluate('JSON.stringify(localStorage)');
    expect(stored).not.toContain(project.development.sdk_key);
    await first.close();
    await wire.refuse();
    const second = await open();
    await eventually(async () => expect(await second.textContent('h1')).toBe('New'));
    const details = await second.evaluate((key) => flags.details(key, false), flag.key);
    expect(details).toEqual({ value: true, reason: 'CACHED', variant: 'on' });
    await wire.pass();
    await until(second, 'ready');
    expect(await second.evaluate((key) => flags.details(key, false).reason, flag.key)).toBe('STATIC');
  });

  it('works with forbidden or full storage', async () => {
    const page = await open(server.origin, async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(globalThis, 'localStorage', {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      });
    });
    await toggle(true);
    await expectTitle(page, 'New');
  });
});
