import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  AWAITED_MILLISECONDS,
  CHROMIUM_WITHIN_MS,
  eventually,
  launchChromium,
  PLAIN_HOST,
  type User,
  sharedCluster,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** The axe rules that a color scheme can break. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];
/** Colors change with a transition, which begins with the next frame. */
const DRAWN_TWICE = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))';
const MOVING = 'document.getAnimations().map(({ effect }) => effect.target?.outerHTML.slice(0, 200))';
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

/** A name that would be a script if a page rendered it as markup. */
export const MARKUP = '<img src=x onerror="document.title=1">';

interface Screen {
  /** Whether the browser has no file of the page in its cache. */
  fresh?: boolean;
  phone?: boolean;
  /** CSS pixels; half of a desk equals a page at 200 %. */
  width?: number;
  /** Uses http at a name that is not localhost. */
  plain?: boolean;
  /** The reader's zone, as in "Asia/Kathmandu". */
  timezoneId?: string;
}

/**
 * One browser for a file of tests, and its windows. A page that throws, or that the content security policy has to stop,
 * fails the test.
 */
export function aBrowser() {
  let browser: Browser;
  const windows: BrowserContext[] = [];
  const faults: string[] = [];
  /** The window of the first user of each test. It reuses the page's files, which load and compile once. */
  let first: Awaited<ReturnType<typeof firstWindow>> | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  }, CHROMIUM_WITHIN_MS);
  afterAll(() => browser?.close());
  afterEach(async () => {
    await Promise.all(windows.splice(0).map((window) => window.close()));
    await first?.empty();
    expect(faults.splice(0)).toEqual([]);
  });

  function watch(page: Page): void {
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (line) => {
      if (/Content Security Policy/.test(line.text())) faults.push(line.text());
    });
  }

  async function windowFor(
    origin: string,
    { fresh, phone, width, plain, timezoneId }: Screen,
  ): Promise<BrowserContext> {
    if (!fresh && !phone && !width && !plain && !timezoneId) {
      first ??= await firstWindow(origin);
      if (first.origin === origin && !first.isTaken) {
        first.isTaken = true;
        return first.window;
      }
    }
    const viewport = phone ? PHONE : { ...DESK, width: width ?? DESK.width };
    const window = await browser.newContext({ viewport, reducedMotion: 'reduce', timezoneId });
    windows.push(window);
    if (!plain) await window.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    return window;
  }

  async function firstWindow(origin: string) {
    const window = await browser.newContext({ viewport: DESK, reducedMotion: 'reduce' });
    await window.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const blank = await window.newPage();
    const session = await window.newCDPSession(blank);
    const made = { window, origin, empty, isTaken: false };
    async function empty() {
      await Promise.all(window.pages().map((page) => page !== blank && page.close()));
      await window.setOffline(false);
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage,indexeddb' });
      made.isTaken = false;
    }
    return made;
  }

  return {
    /** A window, with the cookie of `user` if there is one, at `path` of their Burgee. */
    open: async (user: User | undefined, path: string, screen: Screen = {}): Promise<Page> => {
      const base = new URL(user?.client.base ?? sharedCluster().url);
      if (screen.plain) base.hostname = PLAIN_HOST;
      const url = base.origin;
      const window = await windowFor(url, screen);
      await window.addCookies([...(user?.client.cookies ?? [])].map(([name, value]) => ({ name, value, url })));
      const page = await window.newPage();
      page.setDefaultTimeout(AWAITED_MILLISECONDS);
      watch(page);
      await page.goto(url + path);
      return page;
    },
  };
}

/** Opens another path like a link: neither the page nor axe reloads, which would take longer than the test. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
}

/** Checks that axe finds no violation in light mode, and none of the color rules in dark mode. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(await readFile(AXE, 'utf8'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await page.waitForFunction(DRAWN_TWICE);
    await eventually(async () => expect(await page.evaluate(MOVING)).toEqual([]));
    const rules = colorScheme === 'dark' ? { runOnly: OF_COLORS } : {};
    const found = await page.evaluate<
      string[]
    >(`axe.run(${JSON.stringify({ resultTypes: ['violations'], ...rules })}).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html, any }) => html.slice(0, 200) + ' ' + any.map((one) => one.message)).join('\\n')))`);
    expect({ colorScheme, found }).toEqual({ colorScheme, found: [] });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * Records what screen readers announce from now on: new alerts, and changes in live regions.
 * @returns the announcements so far
 */
export async function listenTo(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(`{
    const said = (window.said = []);
    const LIVE = '[role=alert], [role=status], [aria-live=polite], [aria-live=assertive]';
    const alertsIn = (node) => [node, ...(node.querySelectorAll?.('[role=alert]') ?? [])].filter((one) => one.matches?.('[role=alert]'));
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const region = (target.closest ? target : target.parentElement)?.closest(LIVE);
        // Screen readers read a status only when it changes, and an alert also when it appears.
        for (const one of region ? [region] : [...addedNodes].flatMap(alertsIn)) said.push(one.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }`);
  return () => page.evaluate<string>('window.said.join("\\n")');
}

/**
 * Copies with a button until the clipboard holds `expected`: the windows of all test files share one clipboard, and another
 * may copy in between.
 * @returns the text
 */
export function copyWith(button: Locator, expected: string | RegExp): Promise<string> {
  const matches =
    typeof expected === 'string' ? (text: string) => text === expected : (text: string) => expected.test(text);
  return eventually(async () => {
    await button.click();
    const text = await button.page().evaluate<string>('navigator.clipboard.readText()');
    if (!matches(text)) throw new Error(`The clipboard holds ${text}, and not ${expected}.`);
    return text;
  });
}

/** Checks that MARKUP appears as text and ran no script. */
export async function expectNoMarkup(page: Page): Promise<void> {
  await page.getByText(MARKUP).filter({ visible: true }).first().waitFor();
  await eventually(async () => expect(await page.locator('img[src="x"]').count()).toBe(0));
  expect(await page.title()).not.toBe('1');
}

/** Checks that nothing is cut off at the side. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const found = await page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isOut = (one) => one.getBoundingClientRect().right > clientWidth;
    return [...document.querySelectorAll('body *')].filter(isOut).map((one) => one.outerHTML.slice(0, 100));
  })()`);
  expect({ address: page.url(), found }).toEqual({ address: page.url(), found: [] });
}

/** The same on a phone and on a desk at 200 %; resizes the page for the time of the check. */
export async function expectToFit(page: Page): Promise<void> {
  for (const size of [PHONE, { ...DESK, width: DESK.width / 2 }]) {
    await page.setViewportSize(size);
    // The first frame after a resize may still have the old styles.
    await eventually(() => expectNoSidewaysScroll(page));
  }
  await page.setViewportSize(DESK);
}
