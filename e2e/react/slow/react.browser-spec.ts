import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EvaluationContext } from '@burgee/sdk';
import { aRow, CHROMIUM_WITHIN_MS, codeBlocks, eventually, launchChromium } from '@burgee/testing';
import { bundlePage } from '../../sdk/bundle-page.js';

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

/** The globals that the page sets for the tests. */
declare global {
  var rendered: string[];
  var asked: number;
  var answer: (rows: object[]) => void;
  var setMap: (map: object) => void;
  var setContext: (context: EvaluationContext | ((current: EvaluationContext) => EvaluationContext)) => void;
  var show: (name: string) => void;
  var hydrate: (rows: object[], stored?: object[]) => void;
  var streams: Set<unknown>;
  var visit: (mode: 'strict' | 'left') => void;
}

let browser: Browser;
let script: string;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  script = await bundlePage('e2e/react/page.js');
  browser = await launchChromium();
}, CHROMIUM_WITHIN_MS);
afterAll(() => browser?.close());

beforeEach(async () => {
  page = await browser.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.clock.install();
  await page.setContent('<!doctype html><div id="root"></div>');
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction(() => 'show' in globalThis);
});
afterEach(async () => {
  await page.close();
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

const show = (name: string) => page.evaluate((name) => globalThis.show(name), name);
const answer = (...rows: object[]) => page.evaluate((rows) => globalThis.answer(rows), rows);
const expectText = (id: string, text: string) =>
  eventually(async () => expect(await page.textContent(`#${id}`)).toBe(text));
const rendered = () => page.evaluate(() => globalThis.rendered.splice(0));

describe('useSuspenseFlag', () => {
  const wait = async () => {
    await show('suspense');
    await expectText('waiting', '…');
  };

  it('shows the fallback until flags arrive, and never renders a default before', async () => {
    await wait();
    expect([await page.locator('#suspense').count(), await rendered()]).toEqual([0, []]);
    await answer(aRow('new-checkout'));
    await expectText('suspense', 'true STATIC');
    expect(await rendered()).toEqual(['suspense true']);
    await eventually(async () => expect(await page.locator('#waiting').count()).toBe(0));
  });

  it('renders the default after five seconds without flags', async () => {
    // The test controls the clock, so the machine's speed does not matter.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await wait();
    await page.clock.runFor(4_500);
    expect([await page.locator('#waiting').count(), await rendered()]).toEqual([1, []]);
    await page.clock.runFor(600);
    await page.clock.resume();
    await expectText('suspense', 'false ERROR');
    await answer(aRow('new-checkout'));
    await expectText('suspense', 'true STATIC');
  });
});

describe('StrictMode', () => {
  it('mounts twice and leaves one live client that receives changes, without a warning', async () => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await show('strict');
    await page.waitForFunction(() => asked === 1);
    await answer(aRow('new-checkout'), aRow('theme', { type: 'string' }));
    await expectText('checkout', 'true');
    const forFinns = { targeting_attribute: 'country', targeting_value: 'FI', targeting_return_value: 'sauna' };
    // The next poll.
    await eventually(async () => {
      await page.clock.runFor(5_000);
      expect(await page.evaluate(() => asked)).toBe(2);
    });
    await answer(aRow('new-checkout', { is_enabled: false }), aRow('theme', { type: 'string', ...forFinns }));
    await expectText('checkout', 'false');
    await page.evaluate(() => setContext({ country: 'FI' }));
    await expectText('theme', 'sauna TARGETING_MATCH');
    expect([said, await page.evaluate(() => asked)]).toEqual([[], 2]);
  });
});

describe('a bootstrap of the provider alone', () => {
  const forFinns = { type: 'string' as const, targeting_attribute: 'country', targeting_value: 'FI' };
  const rows = [aRow('new-checkout'), aRow('theme', { ...forFinns, targeting_return_value: 'sauna' })];
  const off = aRow('new-checkout', { is_enabled: false });
  const asRendered = [
    'checkout true',
    'theme sauna',
    'all {"new-checkout":true,"theme":"sauna"}',
    'status ready',
    'suspense true',
  ];

  it.each([
    ['no flags', undefined],
    ['the flags of the last visit', [off]],
  ])('stays after hydration while the client has %s, until the service answers', async (_, stored) => {
    await page.evaluate(([rows, stored]) => globalThis.hydrate(rows, stored), [rows, stored] as const);
    await page.waitForFunction(() => asked === 1);
    await expectText('checkout', 'true');
    await eventually(async () => expect(new Set(await rendered())).toEqual(new Set(asRendered)));
    await answer(off);
    await expectText('checkout', 'false');
    await expectText('all', '{"new-checkout":false}');
    await expectText('theme', 'light ERROR');
    expect(new Set(await rendered())).toEqual(
      new Set(['checkout false', 'theme light', 'all {"new-checkout":false}', 'suspense false']),
    );
  });
});

describe("the page's component for Next.js", () => {
  let folder: string;
  let script: string;
  beforeAll(async () => {
    // Inside of the workspace, so that it finds the packages.
    folder = mkdtempSync(join(process.cwd(), 'e2e', 'react', 'fixtures-'));
    const recipe = codeBlocks('react').find((code) => code.startsWith('// app/provider.js'));
    writeFileSync(join(folder, 'provider.jsx'), recipe ?? '');
    writeFileSync(
      join(folder, 'page.jsx'),
      `import { StrictMode } from 'react';
       import { createRoot } from 'react-dom/client';
       import { Flags } from './provider.jsx';
       globalThis.streams = new Set();
       globalThis.fetch = (url, { signal }) => {
         const isStream = url.endsWith('/stream');
         if (isStream) streams.add(signal);
         signal.addEventListener('abort', () => streams.delete(signal));
         return isStream ? new Promise(() => undefined) : Promise.resolve(Response.json([], { headers: { etag: '"e-1"' } }));
       };
       const settings = { baseUrl: 'http://burgee.test', sdkKey: 'bge_sdk_x', bootstrap: { flags: [], context: {} } };
       const root = createRoot(document.getElementById('root'));
       globalThis.visit = (mode) => root.render(mode === 'strict' && <StrictMode><Flags {...settings}>flags</Flags></StrictMode>);`,
    );
    script = await bundlePage(relative(process.cwd(), join(folder, 'page.jsx')));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has one stream, in StrictMode too, and none after a navigation', async () => {
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction(() => 'visit' in globalThis);
    for (const _ of [1, 2, 3]) {
      await page.evaluate(() => globalThis.visit('strict'));
      await page.waitForFunction(() => document.body.textContent === 'flags' && streams.size > 0);

      expect(await page.evaluate(() => streams.size)).toBe(1);
      await page.evaluate(() => globalThis.visit('left'));
      await page.waitForFunction(() => document.body.textContent === '' && streams.size === 0);
    }
  });
});

describe('useContextMutator', () => {
  const forFinns = { type: 'string' as const, targeting_attribute: 'country', targeting_value: 'FI' };
  beforeEach(async () => {
    await show('context');
    await page.waitForFunction(() => asked === 1);
    await answer(aRow('new-checkout'), aRow('theme', { ...forFinns, targeting_return_value: 'sauna' }));
    await expectText('theme', 'light STATIC');
    await expectText('checkout', 'true');
    await rendered();
  });

  it('renders only components whose flags differ in the new context, without a request', async () => {
    await page.evaluate(() => setContext({ country: 'FI' }));
    await expectText('theme', 'sauna TARGETING_MATCH');
    expect([await rendered(), await page.evaluate(() => asked)]).toEqual([['theme sauna'], 1]);
  });

  it('derives the next context from the current one', async () => {
    await page.evaluate(() => setContext({ country: 'F' }));
    await page.evaluate(() => setContext(({ country }) => ({ country: `${String(country)}I` })));
    await expectText('theme', 'sauna TARGETING_MATCH');
  });
});

describe('useFlags', () => {
  it('renders again when any value changes, and only then', async () => {
    const forFinns = { type: 'string' as const, targeting_attribute: 'country', targeting_value: 'FI' };
    await show('all');
    await page.waitForFunction(() => asked === 1);
    await answer(aRow('new-checkout'), aRow('theme', { ...forFinns, targeting_return_value: 'sauna' }));
    await expectText('all', '{"new-checkout":true}');
    await rendered();
    await page.evaluate(() => setContext({ country: 'SE' }));
    await page.evaluate(() => setContext({ country: 'FI' }));
    await expectText('all', '{"new-checkout":true,"theme":"sauna"}');
    expect(await rendered()).toEqual(['all {"new-checkout":true,"theme":"sauna"}']);
  });
});

describe('BurgeeTestProvider', () => {
  const setMap = (map: object) => page.evaluate((map) => globalThis.setMap(map), map);

  it('renders only components whose flags differ in the next map', async () => {
    await show('tests');
    await expectText('theme', 'dark STATIC');
    expect(await rendered()).toEqual(['checkout false', 'theme dark']);
    await setMap({ 'new-checkout': true, theme: 'dark' });
    await expectText('checkout', 'true');
    expect(await rendered()).toEqual(['checkout true']);
  });

  it('has the default for a flag that is missing from the next map', async () => {
    await show('tests');
    await expectText('theme', 'dark STATIC');
    await setMap({ 'new-checkout': false });
    await expectText('theme', 'light ERROR');
  });
});
