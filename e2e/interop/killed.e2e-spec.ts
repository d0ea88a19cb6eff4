import {
  aFlag,
  aProject,
  CHROMIUM_WITHIN_MS,
  eventually,
  type Flag,
  launchChromium,
  type Project,
  startTestCluster,
  type TestCluster,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toggle } from '../interface/flag-calls.js';
import type { Provider, StartProvider } from '../ofrep/provider.js';
import { startServerProvider } from '../ofrep/start-server-provider.js';
import { WebProvider } from '../ofrep/web-provider.js';
import { bundlePage } from '../sdk/bundle-page.js';
import { PageServer } from '../sdk/page-server.js';
import { startProviderIn } from './provider-process.js';

const SERVER_PROVIDERS: [string, StartProvider][] = [
  ['JavaScript', startServerProvider],
  ['Go', startProviderIn('go')],
  ['Python', startProviderIn('python')],
  ['Java', startProviderIn('java')],
];

describe('the service is killed, and comes back: OpenFeature’s providers', () => {
  let cluster: TestCluster;
  let browser: Awaited<ReturnType<typeof launchChromium>>;
  let pages: PageServer;
  let project: Project;
  let flag: Flag;
  const providers: [string, Provider][] = [];
  let web: WebProvider;

  beforeAll(async () => {
    cluster = await startTestCluster({ links: false });
    pages = await PageServer.start();
    pages.pages.set('/page.js', await bundlePage('e2e/ofrep/page.js'));
    pages.pages.set('/page', '<!doctype html><script type="module" src="/page.js"></script>');
    project = await aProject(cluster.url, { environments: [{ name: 'Web', url: pages.origin }] });
    flag = await aFlag(project);
    browser = await launchChromium();
    const { sdk_key, client_key } = project.development;
    for (const [name, start] of SERVER_PROVIDERS) providers.push([name, await start(cluster.url, sdk_key)]);
    web = await WebProvider.open(browser, pages.origin);
    await web.start({ baseUrl: cluster.url, headers: [['x-api-key', client_key]] });
  }, CHROMIUM_WITHIN_MS);
  afterAll(async () => {
    await Promise.all(providers.map(([, provider]) => provider.close()));
    await browser?.close();
    await pages?.stop();
    await cluster?.stop();
  });

  const flip = async (on: boolean) =>
    expect((await toggle(project.owner, flag, project.development, on)).status).toBe(200);
  const ask = (provider: Provider) =>
    provider.ask({ flag: flag.key, type: 'boolean', default: false, context: { targetingKey: 'user-1' } });
  const askAll = () => Promise.all(providers.map(async ([name, provider]) => [name, await ask(provider)]));
  const all = (said: object) => providers.map(([name]) => [name, expect.objectContaining(said)]);
  const onInPage = async () => expect(await ask(web)).toMatchObject({ value: true });

  it('during the outage servers use defaults and the page its last values; then all recover', async () => {
    await flip(true);
    expect(await askAll()).toEqual(all({ value: true, errorCode: '' }));
    await eventually(onInPage);

    const gateway = cluster.services['sdk-gateway-1']!;
    await gateway.kill();
    expect(await askAll()).toEqual(all({ value: false, errorCode: 'GENERAL' }));
    await onInPage();
    await eventually(async () => expect(await web.told()).toContainEqual(['PROVIDER_STALE']));

    await gateway.start();
    await eventually(async () => expect(await askAll()).toEqual(all({ value: true, errorCode: '' })));
    await flip(false);
    expect(await askAll()).toEqual(all({ value: false, reason: 'DISABLED' }));
    // A browser waits before it opens a stream again, and longer each time.
    await eventually(async () => expect(await ask(web)).toMatchObject({ value: false, reason: 'DISABLED' }), 90_000);
    await flip(true);
    await eventually(onInPage);
  });
});
