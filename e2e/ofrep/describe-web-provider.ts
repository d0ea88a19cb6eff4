import { mintKey } from '@burgee/contracts/wire';
import { CHROMIUM_WITHIN_MS, eventually, FaultProxy, launchChromium } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { toggle } from '../interface/flag-calls.js';
import { bundlePage } from '../sdk/bundle-page.js';
import { PageServer } from '../sdk/page-server.js';
import {
  aDecidedProject,
  type DecidedProject,
  expectAccepted,
  expectChanges,
  expectDecisions,
  expectRefused,
  rotateKey,
  soon,
} from './expect-decisions.js';
import { startPrefixProxy } from './prefix-proxy.js';
import type { Question } from './provider.js';
import type { Server, SERVERS } from './servers.js';
import { WebProvider } from './web-provider.js';

type Browser = Awaited<ReturnType<typeof launchChromium>>;

const ON: Question = { flag: 'on', type: 'boolean', default: false, context: { targetingKey: 'user-1' } };

/** The tests of the provider for pages, in Chromium. */
export function describeWebProvider(servers: typeof SERVERS): void {
  let browser: Browser;
  let pages: PageServer;
  let provider: WebProvider;

  beforeAll(async () => {
    pages = await PageServer.start();
    pages.pages.set('/page.js', await bundlePage('e2e/ofrep/page.js'));
    pages.pages.set(
      '/page',
      '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
    );
    browser = await launchChromium();
  }, CHROMIUM_WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await pages?.stop();
  });
  afterEach(() => provider?.close());

  describe.each(servers)("OpenFeature's provider for pages in Chromium, at %s", (_, startServer) => {
    let server: Server;
    let decided: DecidedProject;
    beforeAll(async () => {
      decided = await aDecidedProject({ environments: [{ name: 'Development', url: pages.origin }] });
      server = await startServer(decided.project);
    });
    afterAll(() => server?.stop());

    const open = async (options: object = {}, key = decided.project.development.client_key, origin = pages.origin) => {
      provider = await WebProvider.open(browser, origin);
      await provider.start({ baseUrl: server.url, headers: [['x-api-key', key]], cacheMode: 'disabled', ...options });
    };

    it('decides values of every kind, rules and percentages with a client key, and the page has nothing to complain about', async () => {
      await open();
      await expectDecisions(provider);
      expect(provider.complaints).toEqual([]);
    });

    it('follows the event stream', async () => {
      await open();
      await expectChanges(decided, provider, { isStrict: false });
      expect(await provider.told()).toContainEqual(['PROVIDER_CONFIGURATION_CHANGED', 'on']);
    });

    it('follows the event stream behind a path too', async () => {
      const proxy = await startPrefixProxy(server.url, '/burgee');
      try {
        await open({ baseUrl: proxy.url });
        await expectChanges(decided, provider, { isStrict: false });
        expect(provider.complaints).toEqual([]);
      } finally {
        proxy.stop();
      }
    });

    it('polls: 304 until a flag changes, and then the change', async () => {
      await open({ changeDetection: 'polling', pollInterval: 100 });
      await eventually(() => expect(provider.statuses.filter((status) => status === 304).length).toBeGreaterThan(2));
      expect(new Set(provider.statuses)).toEqual(new Set([200, 304]));
      await expectChanges(decided, provider, { isStrict: false });
    });

    it('has defaults with a key that is refused, and from an origin that is not registered', async () => {
      await open({}, mintKey('client'));
      expect(await provider.status()).toBe('FATAL');
      await expectRefused(provider, 'FLAG_NOT_FOUND', server);
      await provider.close();
      await open({}, undefined, pages.otherOrigin);
      expect(await provider.status()).toBe('ERROR');
      await expectRefused(provider, 'FLAG_NOT_FOUND', server);
    });

    it('a rotated key that is revoked is refused, and leaves the values that were decided', async () => {
      const first = decided.project.development.client_key;
      await open();
      await provider.ask(ON);
      decided.project.development.client_key = await rotateKey(decided, 'client', 0);
      await expectAccepted(provider, server);
      await soon(async () => {
        await provider.close();
        await open({}, first);
        expect(await provider.status()).toBe('FATAL');
      }, server);
      await provider.close();
      await open();
      await expectAccepted(provider, server);
    });

    it('has the values of the last visit while the server is away, and decides again when it is back', async () => {
      const { owner, development } = decided.project;
      const flip = (on: boolean) => toggle(owner, decided.flags.get('on')!, development, on);
      const way = await FaultProxy.to(Number(new URL(server.url).port));
      const options = { baseUrl: `http://127.0.0.1:${way.port}`, cacheMode: 'local-cache-first' };
      const visitAgain = async () => {
        await provider.visitAgain();
        await provider.start({ headers: [['x-api-key', development.client_key]], ...options });
      };
      try {
        await open(options);
        expect(await provider.ask(ON)).toMatchObject({ value: true, reason: 'STATIC' });
        await way.refuse();
        await flip(false);
        await visitAgain();
        expect(await provider.ask(ON)).toMatchObject({ value: true, reason: 'CACHED' });
        await way.pass();
        await visitAgain();
        await eventually(async () =>
          expect(await provider.ask(ON)).toMatchObject({ value: false, reason: 'DISABLED' }),
        );
      } finally {
        await way.close();
        await flip(true);
      }
    });
  });
}
