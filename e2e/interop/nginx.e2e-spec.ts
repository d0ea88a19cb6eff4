import { aFlag, aProject, type StreamReader, TestClient, sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Nginx, startNginx } from './nginx.js';

const { url, services } = sharedCluster();
const UPSTREAMS = [url.replace('localhost', '127.0.0.1'), services['sdk-gateway-1']!.url];

describe('F29: an nginx as it comes, before the public address and before an sdk-gateway', () => {
  let proxies: Nginx[];
  let streams: StreamReader[] = [];
  beforeAll(async () => {
    proxies = await Promise.all(UPSTREAMS.map(startNginx));
  }, 120_000);
  afterAll(async () => {
    for (const stream of streams) stream.close();
    await Promise.all(proxies.map((nginx) => nginx.stop()));
  });

  it('a stream opens at once, and events are not held back', async () => {
    const project = await aProject(url);
    const key = { 'x-sdk-key': project.development.sdk_key };
    streams = await Promise.all(proxies.map((nginx) => new TestClient(nginx.url).stream('/api/v1/stream', key)));
    for (const stream of streams) await stream.until(({ event }) => event === 'ready');
    const flag = await aFlag(project);
    for (const stream of streams) {
      const { event } = await stream.until(({ data }) => data.flag_id === flag.id);
      expect(event).toBe('flag_updated');
    }
  });
});
