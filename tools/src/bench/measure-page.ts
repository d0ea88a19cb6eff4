import { randomBytes } from 'node:crypto';
import { launchChromium, NO_SHARED_WORKERS, TestClient } from '@burgee/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LargeProject } from '../seed/large-project.js';
import type { BenchCluster } from './bench-cluster.js';
import { type Measurement, median } from './measurement.js';

/** A team's flags after some years. Fewer people and changes than in the seed, because the page shows neither. */
const SIZE = { flags: 300, environments: 6, members: 3, changes: 900 };
const ROUNDS = 5;
/** A slow phone network, as browsers emulate it. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SCROLLED_PIXELS = 7_200;
const USABLE_WITHIN_SECONDS = 4;
const API_KILOBYTES_AT_MOST = 120;
const REQUESTS_AT_MOST = 12;

const NOTE_LONG_TASKS = `
  window.longTasks = 0;
  new PerformanceObserver((list) => { window.longTasks += list.getEntries().length; }).observe({ type: 'longtask' });`;

/** Scrolls the table, some pixels in each frame, and counts tasks of more than 50 ms. */
const SCROLL = `(async () => {
  const table = document.querySelector('[role=grid]').parentElement;
  const frame = () => new Promise(requestAnimationFrame);
  window.longTasks = 0;
  for (let scrolled = 0; scrolled < ${SCROLLED_PIXELS}; scrolled += 60) {
    table.scrollBy(0, 60);
    await frame();
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  return window.longTasks;
})()`;

interface Load {
  seconds: number;
  apiKilobytes: number;
  allKilobytes: number;
  requests: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Opens the table of flags in a browser that has nothing of the page yet. */
async function load(page: Page, address: string): Promise<Load> {
  const sizes: { isApi: boolean; bytes: Promise<number> }[] = [];
  page.on('requestfinished', (request) => {
    const isApi = new URL(request.url()).pathname.startsWith('/api/');
    sizes.push({ isApi, bytes: request.sizes().then((size) => size.responseBodySize) });
  });
  const startedAt = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('[role=grid] [role=switch]').nth(SIZE.environments).click({ trial: true });
  const seconds = (performance.now() - startedAt) / 1_000;
  await page.waitForLoadState('networkidle');
  const bytes = await Promise.all(sizes.map(async (one) => ({ ...one, bytes: await one.bytes })));
  const api = bytes.filter(({ isApi }) => isApi);
  const kilobytes = (some: typeof bytes) => sum(some.map((one) => one.bytes)) / 1_000;
  return { seconds, apiKilobytes: kilobytes(api), allKilobytes: kilobytes(bytes), requests: api.length };
}

async function inWindow<T>(
  browser: Browser,
  cookies: Cookies,
  run: (page: Page, window: BrowserContext) => Promise<T>,
) {
  const window = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await window.addCookies(cookies);
  const page = await window.newPage();
  await page.addInitScript(NO_SHARED_WORKERS);
  try {
    return await run(page, window);
  } finally {
    await window.close();
  }
}

type Cookies = Parameters<BrowserContext['addCookies']>[0];

async function measureOn(browser: Browser, address: string, cookies: Cookies) {
  const loads: Load[] = [];
  const longTasks: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    loads.push(
      await inWindow(browser, cookies, async (page, window) => {
        await (await window.newCDPSession(page)).send('Network.emulateNetworkConditions', SLOW);
        return load(page, address);
      }),
    );
    longTasks.push(
      await inWindow(browser, cookies, async (page) => {
        await page.addInitScript(NOTE_LONG_TASKS);
        await load(page, address);
        return page.evaluate<number>(SCROLL);
      }),
    );
  }
  const of = (field: keyof Load) => median(loads.map((one) => one[field]));
  return {
    seconds: of('seconds'),
    apiKilobytes: of('apiKilobytes'),
    allKilobytes: of('allKilobytes'),
    requests: of('requests'),
    longTasks: median(longTasks),
  };
}

/** What the page of 300 flags in 6 environments loads, when it can be used on a slow network, and how it scrolls. */
export async function measurePage(cluster: BenchCluster): Promise<Measurement[]> {
  const project = new LargeProject(cluster.gatewayUrl, randomBytes(12).toString('base64url'), SIZE, () => undefined);
  const id = await project.create();
  const url = cluster.gatewayUrl;
  const client = new TestClient(url);
  await client.post('/api/auth/login', { email: project.email, password: project.password });
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url }));
  const browser = await launchChromium();
  try {
    const made = await measureOn(browser, `${url}/projects/${id}/flags`, cookies);
    const row = (name: string, ours: number, limit: number, unit: string): Measurement => ({
      name,
      ours,
      yardstick: limit,
      ratio: ours / limit,
      unit,
    });
    return [
      row(
        `API over the wire for ${SIZE.flags} flags in ${SIZE.environments} environments, vs. the limit`,
        made.apiKilobytes,
        API_KILOBYTES_AT_MOST,
        'kB',
      ),
      row('requests of the API, vs. the limit', made.requests, REQUESTS_AT_MOST, 'requests'),
      { name: 'everything over the wire', ours: made.allKilobytes, unit: 'kB' },
      row('a table to use at 1.6 Mbit/s and 150 ms, vs. the limit', made.seconds, USABLE_WITHIN_SECONDS, 's'),
      { name: `long tasks in ${SCROLLED_PIXELS.toLocaleString('en')} px`, ours: made.longTasks, unit: 'tasks' },
    ];
  } finally {
    await browser.close();
  }
}
