import { gzipSync } from 'node:zlib';
import { aFlag, NO_SHARED_WORKERS, sharedCluster } from '@burgee/testing';
import { beforeAll, expect, it } from '@jest/globals';
import type { Response } from 'playwright-core';
import { aBrowser } from './browser.js';
import { UNUSED } from './count-bytes.js';
import { createScreens } from './screens.js';

const AT_MOST_BYTES = 250_000;
/** Loaded once: browsers cache the files for a year. */
const FONTS_AT_MOST_BYTES = 50_000;

/** Checks the bytes that these addresses load; they may contain `:project` and `:flag`. */
export function itLoadsLight(screens: readonly string[]): void {
  const { url } = sharedCluster();
  const browser = aBrowser();
  let made: Awaited<ReturnType<typeof createScreens>>;
  beforeAll(async () => {
    made = await createScreens();
    await aFlag(made.project);
  });

  it.each(screens)('of %s is at most 250 kB compressed, and 50 kB of fonts, without a click', async (screen) => {
    const { project, inside, flag } = made;
    const path = screen.replace(':project', inside).replace(':flag', flag.id);
    const isOutside = screen === '/sign-in' || screen === '/register';
    const window = (await browser.open(isOutside ? undefined : project.owner, '/icon.svg', { fresh: true })).context();
    const page = await window.newPage();
    await page.addInitScript(NO_SHARED_WORKERS);
    await page.addInitScript(UNUSED);
    const files: Response[] = [];
    const fonts: Response[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/api/')) (pathname.endsWith('.woff2') ? fonts : files).push(response);
    });
    await page.goto(url + path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(files.length).toBeGreaterThan(3);
    expect(await compressedSizeOf(files)).toBeLessThanOrEqual(AT_MOST_BYTES);
    expect(fonts.length).toBeGreaterThan(0);
    expect(await compressedSizeOf(fonts)).toBeLessThanOrEqual(FONTS_AT_MOST_BYTES);
  });
}

async function compressedSizeOf(responses: readonly Response[]): Promise<number> {
  const sizes = await Promise.all(
    responses.map(async (response) => gzipSync(await response.body(), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
