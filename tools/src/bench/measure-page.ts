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
/** And a phone's processor. */
const SLOWER = { rate: 4 };
const AT_MOST = { paintSeconds: 1, seconds: 2.5, requests: 20, kilobytes: 250, longestTask: 200, shift: 0.02 };
const API_KILOBYTES_AT_MOST = 120;

const NOTE_LONG_TASKS = `
  window.longTasks = [];
  new PerformanceObserver((list) => { window.longTasks.push(...list.getEntries().map(({ duration }) => duration)); }).observe({ type: 'longtask' });
  window.shift = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value; }).observe({ type: 'layout-shift' });`;

/** Scrolls the table, some pixels in each frame, and counts tasks of more than 50 ms. */
const SCROLL = `(async () => {
  const table = document.querySelector('[role=grid]').parentElement;
  const frame = () => new Promise(requestAnimationFrame);
  window.longTasks = [];
  for (let scrolled = 0; scrolled < ${SCROLLED_PIXELS}; scrolled += 60) {
    table.scrollBy(0, 60);
    await frame();
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  return window.longTasks.length;
})()`;

const READ_LOAD = `({
  paintSeconds: performance.getEntriesByName('first-contentful-paint')[0].startTime / 1_000,
  longestTask: Math.max(0, ...window.longTasks),
  shift: window.shift,
})`;

interface Load {
  paintSeconds: number;
  /** Until the table can be used. */
  seconds: number;
  apiKilobytes: number;
  kilobytes: number;
  requests: number;
  /** Milliseconds. */
  longestTask: number;
  /** Cumulative layout shift. */
  shift: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Opens the table of flags in a browser that has nothing of the page yet. */
async function load(page: Page, address: string): Promise<Load> {
  const sizes: { isApi: boolean; bytes: Promise<number> }[] = [];
  page.on('requestfinished', (request) => {
    const isApi = new URL(request.url()).pathname.startsWith('/api/');
    const bytes = request.sizes().then((size) => size.responseHeadersSize + size.responseBodySize);
    sizes.push({ isApi, bytes });
  });
  let requests = 0;
  page.on('request', () => requests++);
  await page.addInitScript(NOTE_LONG_TASKS);
  const startedAt = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  // Without a click, which would load the code of toasts.
  await page.locator('[role=grid] [role=switch]').nth(SIZE.environments).waitFor();
  const seconds = (performance.now() - startedAt) / 1_000;
  await page.waitForLoadState('networkidle');
  const bytes = await Promise.all(sizes.map(async (one) => ({ ...one, bytes: await one.bytes })));
  const kilobytes = (some: typeof bytes) => sum(some.map((one) => one.bytes)) / 1_000;
  const seen = await page.evaluate<Pick<Load, 'paintSeconds' | 'longestTask' | 'shift'>>(READ_LOAD);
  const apiKilobytes = kilobytes(bytes.filter(({ isApi }) => isApi));
  return { ...seen, seconds, apiKilobytes, kilobytes: kilobytes(bytes), requests };
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
        const session = await window.newCDPSession(page);
        await session.send('Network.emulateNetworkConditions', SLOW);
        await session.send('Emulation.setCPUThrottlingRate', SLOWER);
        return load(page, address);
      }),
    );
    longTasks.push(
      await inWindow(browser, cookies, async (page) => {
        await load(page, address);
        return page.evaluate<number>(SCROLL);
      }),
    );
  }
  const of = (field: keyof Load) => median(loads.map((one) => one[field]));
  return { of, longTasks: median(longTasks) };
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
    const row = (name: string, field: keyof Load, limit: number, unit: string): Measurement => {
      const ours = made.of(field);
      return { name: `${name}, vs. the limit`, ours, yardstick: limit, ratio: ours / limit, unit };
    };
    const flags = `${SIZE.flags} flags in ${SIZE.environments} environments`;
    return [
      row(`API over the wire for ${flags}`, 'apiKilobytes', API_KILOBYTES_AT_MOST, 'kB'),
      row('everything over the wire', 'kilobytes', AT_MOST.kilobytes, 'kB'),
      row('requests', 'requests', AT_MOST.requests, 'requests'),
      row(
        'first content at 1.6 Mbit/s, 150 ms and a quarter of the processor',
        'paintSeconds',
        AT_MOST.paintSeconds,
        's',
      ),
      row('a table to use there', 'seconds', AT_MOST.seconds, 's'),
      row('longest task there', 'longestTask', AT_MOST.longestTask, 'ms'),
      row('layout shift there', 'shift', AT_MOST.shift, 'CLS'),
      { name: `long tasks in ${SCROLLED_PIXELS.toLocaleString('en')} px`, ours: made.longTasks, unit: 'tasks' },
    ];
  } finally {
    await browser.close();
  }
}
