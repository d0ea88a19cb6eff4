import { gzipSync } from 'node:zlib';
import { aFlag, sharedCluster } from '@burgee/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { aBrowser } from './browser.js';
import { createScreens } from './screens.js';

const AT_MOST_BYTES = 250_000;
/** Once: the files are kept for a year. */
const FONTS_AT_MOST_BYTES = 50_000;

/** What these addresses load is light; in them stand `:project` and `:flag`. */
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
    const window = (await browser.open(isOutside ? undefined : project.owner, '/icon.svg')).context();
    const page = await window.newPage();
    const sizes: Promise<number>[] = [];
    const fonts: Promise<number>[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/api/'))
        (pathname.endsWith('.woff2') ? fonts : sizes).push(
          response.body().then((body) => gzipSync(body, { level: 9 }).length),
        );
    });
    await page.goto(url + path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const sumOf = async (some: Promise<number>[]) => (await Promise.all(some)).reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(3);
    expect(await sumOf(sizes)).toBeLessThanOrEqual(AT_MOST_BYTES);
    expect(fonts.length).toBeGreaterThan(0);
    expect(await sumOf(fonts)).toBeLessThanOrEqual(FONTS_AT_MOST_BYTES);
  });
}
