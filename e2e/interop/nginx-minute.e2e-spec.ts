import { aFlag, aProject, type TestCluster, startTestCluster, type StreamReader, TestClient } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { type Nginx, startNginx } from './nginx.js';

/** nginx gives up an upstream that is silent for a minute. */
const LONGER_THAN_A_MINUTE = 66_000;

describe('F29: an nginx as it comes, before the public address and before an sdk-gateway', () => {
  let cluster: TestCluster;
  let proxies: Nginx[] = [];
  let streams: StreamReader[] = [];
  beforeAll(async () => {
    cluster = await startTestCluster({ links: false });
    const upstreams = [cluster.url.replace('localhost', '127.0.0.1'), cluster.services['sdk-gateway-1']!.url];
    proxies = await Promise.all(upstreams.map(startNginx));
  }, 120_000);
  afterAll(async () => {
    for (const stream of streams) stream.close();
    await Promise.all(proxies.map((nginx) => nginx.stop()));
    await cluster?.stop();
  });

  it('a stream that nothing happens on lives for longer than a minute', async () => {
    const project = await aProject(cluster.url);
    const key = { 'x-sdk-key': project.development.sdk_key };
    const flag = await aFlag(project);
    streams = await Promise.all(proxies.map((nginx) => new TestClient(nginx.url).stream('/api/v1/stream', key)));
    for (const stream of streams) await stream.until(({ event }) => event === 'ready');
    await delay(LONGER_THAN_A_MINUTE);
    expect(streams.map(({ ended }) => ended)).toEqual([false, false]);
    for (const { comments } of streams) expect(comments.length).toBeGreaterThanOrEqual(3);
    const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
    await project.owner.client.patch(path, { is_enabled: true });
    for (const stream of streams) await stream.until(({ data }) => data.is_enabled === true);
  });
});
