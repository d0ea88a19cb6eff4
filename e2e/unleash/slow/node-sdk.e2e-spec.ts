import { mintSdkKey } from '@burgee/contracts/wire';
import { aFlag, aProject, eventually, type Flag, type Project, sharedCluster } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { InMemStorageProvider, Unleash, type UnleashConfig } from 'unleash-client';
import { toggle } from '../../interface/flag-calls.js';
import { SERVERS, type Server } from '../../ofrep/servers.js';

const { url } = sharedCluster();
const POLLS_EVERY_MILLISECONDS = 50;

const open: Unleash[] = [];
afterEach(() => open.splice(0).forEach((sdk) => sdk.destroy()));

/** Unleash's unchanged SDK, with an address and a key. */
function sdkFor(base: string, key: string, more: Partial<UnleashConfig> = {}): Unleash {
  const sdk = new Unleash({
    url: `${base}/unleash/api/`,
    appName: 'shop',
    customHeaders: { Authorization: key },
    storageProvider: new InMemStorageProvider(),
    skipInstanceCountWarning: true,
    ...more,
  });
  open.push(sdk);
  return sdk;
}

const synchronized = (sdk: Unleash) =>
  new Promise<Unleash>((resolve, reject) => {
    sdk.once('synchronized', () => resolve(sdk));
    sdk.once('error', reject);
  });

describe.each(SERVERS)("Unleash's SDK for Node, at %s", (_, startServer) => {
  let project: Project;
  let flag: Flag;
  let server: Server;

  beforeAll(async () => {
    project = await aProject(url);
    flag = await aFlag(project, { key: 'new-checkout' });
    await aFlag(project, { key: 'theme', type: 'string' });
    server = await startServer(project);
  }, 60_000);
  afterAll(() => server?.stop());

  const set = (is_enabled: boolean) => toggle(project.owner, flag, project.development, is_enabled);
  const until = (sdk: Unleash, isOn: boolean) =>
    eventually(async () => expect(sdk.isEnabled('new-checkout')).toBe(isOn));

  it('gets a change with its next poll, and 304 in between', async () => {
    await set(false);
    const sdk = await synchronized(
      sdkFor(server.url, project.development.sdk_key, { refreshInterval: POLLS_EVERY_MILLISECONDS }),
    );
    await until(sdk, false);
    await new Promise((resolve) => sdk.once('unchanged', () => resolve(undefined)));
    await set(true);
    await until(sdk, true);
    expect(sdk.isEnabled('new-checkout')).toBe(true);
  });

  it('gets a change on its stream', async () => {
    await set(false);
    const sdk = await synchronized(
      sdkFor(server.url, project.development.sdk_key, { experimentalMode: { type: 'streaming' } }),
    );
    await until(sdk, false);
    await set(true);
    await until(sdk, true);
    const { client } = project.owner;
    const gone = await aFlag(project, { key: 'gone' });
    await eventually(async () => expect(sdk.getFeatureToggleDefinition('gone')).toBeDefined());
    await client.delete(`/api/flags/${gone.id}`);
    await eventually(async () => expect(sdk.getFeatureToggleDefinition('gone')).toBeUndefined());
  });

  it('registers, and reports its decisions', async () => {
    const sdk = sdkFor(server.url, project.development.sdk_key, { metricsInterval: POLLS_EVERY_MILLISECONDS });
    const warnings: unknown[] = [];
    sdk.on('warn', (warning) => warnings.push(warning));
    const registered = new Promise((resolve) => sdk.once('registered', resolve));
    const sent = new Promise((resolve) => sdk.once('sent', resolve));
    await synchronized(sdk);
    sdk.isEnabled('new-checkout');
    await Promise.all([registered, sent]);
    expect(warnings).toEqual([]);
  });

  it('reports a rejected key', async () => {
    const refused = sdkFor(server.url, mintSdkKey(), { disableMetrics: true });
    await expect(synchronized(refused)).rejects.toThrow(/401/);
    expect(refused.isEnabled('new-checkout')).toBe(false);
  });
});
