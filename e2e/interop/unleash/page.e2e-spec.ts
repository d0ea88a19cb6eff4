import { mintKey } from '@burgee/contracts/wire';
import { aFlag, aProject, CHROMIUM_WITHIN_MS, eventually, launchChromium, sharedCluster } from '@burgee/testing';
import type { Flag, Project } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { edit, toggle } from '../../interface/flag-calls.js';
import { SERVERS, type Server } from '../../ofrep/servers.js';
import { bundlePage } from '../../sdk/bundle-page.js';
import { PageServer } from '../../sdk/page-server.js';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.js';
import type { SdkAnswer, UnleashContext } from './sdk-process.js';

/** What `page.js` leaves for the tests. */
declare global {
  var unleashInPage: {
    start: (settings: object) => Promise<void>;
    ask: (flag: string, context: UnleashContext) => Promise<SdkAnswer>;
    isOn: (flag: string) => boolean;
  };
}

const FRONTEND = '/unleash/api/frontend';
const pro = { plan: 'pro' };
/** Bucket 31 of new-checkout is that of user-1. */
const VALUES: Record<string, [type: string, value: object]> = {
  'new-checkout': ['boolean', { rollout_percentage: 32 }],
  rule: [
    'boolean',
    { rollout_percentage: 0, targeting_attribute: 'plan', targeting_value: 'pro', targeting_return_value: 'true' },
  ],
  text: ['string', { targeting_return_value: 'é "x"' }],
  limits: ['json', { targeting_return_value: '{"uploads":10}' }],
};

describe("Unleash's SDK for pages, unmodified, in Chromium", () => {
  let browser: Awaited<ReturnType<typeof launchChromium>>;
  let pages: PageServer;
  let project: Project;
  let flags: Map<string, Flag>;
  beforeAll(async () => {
    pages = await PageServer.start();
    pages.pages.set('/page.js', await bundlePage('e2e/interop/unleash/page.js'));
    pages.pages.set(
      '/page',
      '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
    );
    project = await aProject(sharedCluster().url, { environments: [{ name: 'Web', url: pages.origin }] });
    flags = new Map();
    for (const [key, [type, value]] of Object.entries(VALUES)) {
      const flag = await aFlag(project, { key, type });
      flags.set(key, flag);
      await edit(project.owner, flag, project.development, { is_enabled: true, ...value });
    }
    browser = await launchChromium();
  }, CHROMIUM_WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await pages?.stop();
  });

  describe.each(SERVERS.slice(1))('at %s', (_, startServer) => {
    let server: Server;
    let proxy: RecordingProxy;
    let page: Awaited<ReturnType<typeof browser.newPage>>;
    const complaints: string[] = [];
    beforeAll(async () => {
      server = await startServer(project);
      proxy = await startRecordingProxy(server.url);
    }, 60_000);
    afterAll(async () => {
      proxy?.stop();
      await server?.stop();
    });
    afterEach(async () => {
      await page.context().close();
      proxy.seen.length = 0;
      complaints.length = 0;
    });

    const visit = async (settings: object = {}, origin = pages.origin) => {
      await page.goto(`${origin}/page`);
      await page.waitForFunction(() => 'unleashInPage' in globalThis);
      const clientKey = project.development.client_key;
      await page.evaluate((given) => globalThis.unleashInPage.start(given), {
        url: proxy.url + FRONTEND,
        clientKey,
        ...settings,
      });
    };
    const open = async (settings: object = {}, origin = pages.origin) => {
      page = await browser.newPage();
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      await visit(settings, origin);
    };
    const ask = (flag: string, properties: Record<string, string> = {}, userId = 'user-1') =>
      page.evaluate((asked) => globalThis.unleashInPage.ask(...asked), [flag, { userId, properties }] as [
        string,
        UnleashContext,
      ]);
    const isOn = (flag: string) => page.evaluate((key) => globalThis.unleashInPage.isOn(key), flag);
    const set = async (is_enabled: boolean) =>
      expect((await toggle(project.owner, flags.get('text')!, project.development, is_enabled)).status).toBe(200);
    const statuses = (method: string) =>
      new Set(proxy.seen.filter((line) => line.startsWith(`${method} ${FRONTEND}`)).map((line) => line.slice(-3)));

    it.each(['GET', 'POST'])(
      'decides by %s what Burgee decides, and the page has nothing to complain about',
      async (method) => {
        await open({ usePOSTrequests: method === 'POST' });
        expect(await ask('new-checkout')).toEqual({ isEnabled: true, value: null });
        expect(await ask('new-checkout', {}, 'user-2')).toEqual({ isEnabled: false, value: null });
        expect(await ask('rule')).toEqual({ isEnabled: false, value: null });
        expect(await ask('rule', pro)).toEqual({ isEnabled: true, value: null });
        expect(await ask('text')).toEqual({ isEnabled: true, value: 'é "x"' });
        expect(await ask('limits')).toEqual({ isEnabled: true, value: '{"uploads":10}' });
        expect(statuses(method)).toContain('200');
        expect(complaints).toEqual([]);
      },
    );

    it('polls, 304 until a flag changes, sees the change, and reports what it was asked', async () => {
      await open();
      await eventually(() => expect(statuses('GET')).toEqual(new Set(['200', '304'])));
      await set(false);
      await eventually(async () => expect(await isOn('text')).toBe(false));
      await set(true);
      await eventually(async () => expect(await isOn('text')).toBe(true));
      await eventually(() => expect(proxy.seen).toContain(`POST ${FRONTEND}/client/metrics 202`));
      expect(complaints).toEqual([]);
    });

    it('has the decisions of the last visit while the server is away', async () => {
      await open();
      expect(await isOn('text')).toBe(true);
      await page.route(`${proxy.url}/**`, (route) => route.abort());
      await visit();
      expect(await isOn('text')).toBe(true);
    });

    it('is refused with a key that opens nothing', async () => {
      await open({ clientKey: mintKey('client') });
      expect(await isOn('text')).toBe(false);
      expect(statuses('GET')).toEqual(new Set(['401']));
    });

    it('is refused at an origin that is not registered', async () => {
      await open({}, pages.otherOrigin);
      expect(await isOn('text')).toBe(false);
      // The page before may still have sent its metrics.
      expect(statuses('OPTIONS')).toContain('403');
      expect(statuses('GET')).toEqual(new Set());
    });
  });
});
