import { eventually, NO_SHARED_WORKERS, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { aTeamsProject } from '../interface/teams-project.js';
import { aBrowser } from './browser.js';
import { countBytes, sumOf, UNUSED } from './count-bytes.js';
import { itLoadsLight } from './first-load.js';
import { createScreens, flagsOf } from './screens.js';

const SUM_SHIFTS = `
  window.shift = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value; }).observe({ type: 'layout-shift' });`;

// The pages that users see first, and the heaviest. The slow lane covers the others.
describe('the first load', () => {
  itLoadsLight(['/sign-in', ':project/flags', ':project/flags/:flag', ':project/who']);
});

describe('a page of a project', () => {
  const browser = aBrowser();

  it('requests its flags and its code before its first code runs', async () => {
    const { project, inside } = await createScreens();
    const page = await browser.open(project.owner, '/icon.svg', { fresh: true });
    await page.route('**/assets/index-*.js', (route) => route.abort());
    const asked = ['/api/auth/me', `/api${inside}/flags?`, '/assets/flags-screen-'].map((part) =>
      page.waitForRequest((request) => request.url().includes(part)),
    );
    await page.goto(`${sharedCluster().url}${inside}/flags`);
    expect((await Promise.all(asked)).map((request) => request.method())).toEqual(['GET', 'GET', 'GET']);
  });

  it('loads 300 flags in 6 environments with 20 requests and 250 kB, nothing twice, and moves nothing', async () => {
    const project = await aTeamsProject();
    const window = (await browser.open(project.owner, '/icon.svg', { fresh: true })).context();
    const page = await window.newPage();
    await page.addInitScript(NO_SHARED_WORKERS);
    await page.addInitScript(UNUSED);
    await page.addInitScript(SUM_SHIFTS);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const countedBytes = countBytes(page);
    await page.goto(sharedCluster().url + flagsOf(project), { waitUntil: 'networkidle' });
    await page.getByRole('switch').first().waitFor();
    expect(requested.filter((url) => url.includes('/flags?'))).toHaveLength(1);
    expect(requested.filter((url, index) => requested.indexOf(url) !== index)).toEqual([]);
    expect(requested.length).toBeLessThanOrEqual(20);
    // With fonts; the headers are another 14 kB.
    expect(sumOf(await countedBytes())).toBeLessThanOrEqual(250_000);
    expect(await page.evaluate<number>('window.shift')).toBeLessThanOrEqual(0.02);
  });

  it('shows its outline before its first code runs, and a page without a session shows none', async () => {
    const { project, inside } = await createScreens();
    const page = await browser.open(project.owner, '/icon.svg', { fresh: true });
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await page.goto(`${sharedCluster().url}${inside}/flags`);
    await eventually(async () => expect(await page.locator('#outline').isVisible()).toBe(true));
    await page.goto(`${sharedCluster().url}/sign-in`);
    await eventually(async () => expect(await page.locator('#outline').isVisible()).toBe(false));
  });
});
