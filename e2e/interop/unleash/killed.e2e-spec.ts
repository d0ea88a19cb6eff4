import {
  aFlag,
  aProject,
  eventually,
  type Flag,
  type Project,
  type RunningEdge,
  startEdge,
  startTestCluster,
  type TestCluster,
} from '@burgee/testing';
import { type Sdk, SDKS } from '@burgee/unleash-api';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toggle } from '../../interface/flag-calls.js';
import { SdkProcess } from './sdk-process.js';

/** With nothing here yet, all are downloaded and compiled. */
const DOWNLOADED_WITHIN_MS = 600_000;
/** They wait longer after each try that failed. */
const BACK_WITHIN_MS = 120_000;
const STREAMING = new Set<Sdk>(['Node', 'Python', 'Java']);

describe('all of Burgee is killed, and comes back: SDKs of Unleash', () => {
  let cluster: TestCluster;
  let edge: RunningEdge;
  let project: Project;
  let flag: Flag;
  const applications: [string, SdkProcess][] = [];

  beforeAll(async () => {
    cluster = await startTestCluster({ links: false });
    project = await aProject(cluster.url);
    flag = await aFlag(project);
    const { sdk_key } = project.development;
    const gateway = cluster.services['sdk-gateway-1']!.url;
    edge = await startEdge({ UPSTREAM_URLS: gateway, SDK_KEYS: sdk_key });
    for (const [server, base] of Object.entries({ gateway, edge: edge.url }))
      for (const sdk of SDKS)
        for (const isStreaming of STREAMING.has(sdk) ? [false, true] : [false])
          applications.push([
            `${sdk}, ${isStreaming ? 'streaming' : 'polling'}, at the ${server}`,
            await SdkProcess.start(sdk, base, sdk_key, isStreaming),
          ]);
  }, DOWNLOADED_WITHIN_MS);
  afterAll(async () => {
    await Promise.all(applications.map(([, one]) => one.close()));
    await edge?.stop();
    await cluster?.stop();
  });

  const flip = async (isOn: boolean) =>
    expect((await toggle(project.owner, flag, project.development, isOn)).status).toBe(200);
  const decided = () => Promise.all(applications.map(async ([name, one]) => [name, await one.isOn(flag.key)]));
  const all = (isOn: boolean) => applications.map(([name]) => [name, isOn]);
  const until = (isOn: boolean) => eventually(async () => expect(await decided()).toEqual(all(isOn)), BACK_WITHIN_MS);

  it('decisions go on as they were, and follow again', async () => {
    await flip(true);
    await until(true);
    const services = Object.values(cluster.services);
    await Promise.all(
      [...services, edge.process, cluster.postgres, cluster.redis, cluster.nats].map((one) => one.kill()),
    );
    for (let round = 0; round < 10; round++) expect(await decided()).toEqual(all(true));
    await Promise.all([cluster.postgres, cluster.redis, cluster.nats].map((one) => one.start()));
    await Promise.all([...services, edge.process].map((one) => one.start()));
    await eventually(() => flip(false));
    await until(false);
  });
});
