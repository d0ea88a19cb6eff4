import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  aFlag,
  aProject,
  CHROMIUM_WITHIN_MS,
  eventually,
  FaultProxy,
  type Flag,
  launchChromium,
  type Project,
  sharedCluster,
} from '@burgee/testing';
import { bundlePage } from '../../sdk/bundle-page.js';
import { PageServer } from '../../sdk/page-server.js';

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

/** The globals that the page sets for the tests. */
declare global {
  var told: [event: string, what: string[] | string | undefined][];
  var providerStatus: () => string;
}

let browser: Browser;
let server: PageServer;
let proxy: FaultProxy;
let project: Project;
let flag: Flag;
let other: Flag;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  server = await PageServer.start();
  server.pages.set('/page.js', await bundlePage('e2e/openfeature/page.js'));
  proxy = await FaultProxy.to(Number(new URL(sharedCluster().url).port));
  browser = await launchChromium();
}, CHROMIUM_WITHIN_MS);
afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  await server?.stop();
});

beforeEach(async () => {
  await proxy.pass();
  project = await aProject(sharedCluster().url, { environments: [{ name: 'Development', url: server.origin }] });
  flag = await aFlag(project);
  other = await aFlag(project);
  page = await browser.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterEach(async () => {
  await page.close();
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

async function open(more: object = {}, origin = server.origin): Promise<void> {
  const baseUrl = `http://127.0.0.1:${proxy.port}`;
  const settings = { baseUrl, sdkKey: project.development.sdk_key, flagKey: flag.key, otherKey: other.key, ...more };
  server.pages.set(
    '/page',
    `<!doctype html><h1></h1><div id="root"></div>
    <script>globalThis.settings = ${JSON.stringify(settings)}</script><script type="module" src="/page.js"></script>`,
  );
  await page.goto(`${origin}/page`);
  await page.waitForFunction(() => 'setContext' in globalThis);
}

async function set(flag: Flag, fields: object): Promise<void> {
  const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
  expect((await project.owner.client.patch(path, fields)).status).toBe(200);
}

const expectText = (selector: string, text: string) =>
  eventually(async () => expect(await page.textContent(selector)).toBe(text));
const expectStatus = (status: string) =>
  eventually(async () => expect(await page.evaluate(() => globalThis.providerStatus())).toBe(status));
/** The events since the last call. */
const told = () => page.evaluate(() => globalThis.told.splice(0));
const rendered = () => page.evaluate(() => globalThis.rendered.splice(0));

describe('@burgee/openfeature-web in Chromium', () => {
  it('updates a page by itself, with the key of the changed flag', async () => {
    await open();
    await expectText('h1', 'false DISABLED');
    await told();
    await set(flag, { is_enabled: true });
    await expectText('h1', 'true STATIC');
    expect(await told()).toEqual([['PROVIDER_CONFIGURATION_CHANGED', [flag.key]]]);
  });

  it('serves defaults to an unregistered origin, and says what to register', async () => {
    await set(flag, { is_enabled: true });
    await open({ timeoutMs: 5_000 }, server.otherOrigin);
    await expectStatus('ERROR');
    await eventually(async () => expect(await page.textContent('h1')).toBe('false ERROR'));
    const said = await told();
    expect(said).toEqual([['PROVIDER_ERROR', expect.stringContaining(`refuses ${server.otherOrigin}: register it`)]]);
  });

  describe('a hidden page', () => {
    const look = (visibility: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${visibility}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));`);
    const hide = async (more: object, before = async () => undefined as void) => {
      await page.clock.install();
      await open(more);
      await expectText('h1', 'false DISABLED');
      await before();
      await look('hidden');
    };

    it('sleeps after inactivityDelaySec, and is up to date again once visible', async () => {
      await hide({ inactivityDelaySec: 5 }, async () => {
        // The test controls the clock, so the machine's speed does not matter.
        const now = await page.evaluate(() => Date.now());
        await page.clock.pauseAt(now + 10_000);
      });
      await page.clock.runFor(4_000);
      await set(flag, { is_enabled: true });
      await expectText('h1', 'true STATIC');
      await page.clock.runFor(2_000);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await set(flag, { is_enabled: false });
      for (let minute = 0; minute < 5; minute++) await page.clock.runFor(60_000);
      expect([asked, await page.textContent('h1')]).toEqual([[], 'true STATIC']);
      await page.clock.resume();
      await look('visible');
      await expectText('h1', 'false DISABLED');
    });

    it('stays connected with disableVisibilityRefresh, and requests nothing when visible', async () => {
      await hide({ disableVisibilityRefresh: true });
      await page.clock.runFor(30_000);
      // Longer than the client tolerates a silent stream: heartbeats use the real clock.
      for (let step = 0; step < 5; step++) {
        await page.clock.runFor(30_000);
        await set(other, { rollout_percentage: step });
        await eventually(async () =>
          expect(await told()).toContainEqual(['PROVIDER_CONFIGURATION_CHANGED', [other.key]]),
        );
      }
      await set(flag, { is_enabled: true });
      await expectText('h1', 'true STATIC');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await look('visible');
      await set(flag, { is_enabled: false });
      await expectText('h1', 'false DISABLED');
      expect(asked).toEqual([]);
    });
  });
});

describe('under @openfeature/react-sdk', () => {
  it('renders a component when its flag changes, and for no other flag', async () => {
    await open();
    await expectText('#flag', 'false DISABLED');
    await expectText('#other', 'false DISABLED');
    // The suspended component comes last: from then on only changes render.
    await expectText('#suspense', 'false');
    await rendered();
    await set(other, { is_enabled: true });
    await expectText('#other', 'true STATIC');
    expect(new Set(await rendered())).toEqual(new Set(['other']));
  });

  it('applies another context at once, without a request or a reconciling state', async () => {
    const rule = { targeting_attribute: 'country', targeting_value: 'FI', targeting_return_value: 'true' };
    await set(flag, { is_enabled: true, rollout_percentage: 0, ...rule });
    await open();
    await expectText('#flag', 'false DEFAULT');
    await told();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.evaluate(() => globalThis.setContext({ country: 'FI' }));
    await expectText('#flag', 'true TARGETING_MATCH');
    expect([asked, await told()]).toEqual([[], [['PROVIDER_CONTEXT_CHANGED', undefined]]]);
  });

  it('shows the fallback of Suspense until flags arrive, and no default before', async () => {
    await set(flag, { is_enabled: true });
    proxy.blackhole();
    await open();
    await expectText('#waiting', '…');
    await proxy.pass();
    await expectText('#suspense', 'true');
    expect((await rendered()).filter((one) => one.startsWith('waiting'))).toEqual(['waiting true']);
  });
});
