import { aFlag, aProject, type StreamReader, Visitor, world } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Nginx, startNginx } from './nginx.js';

const { url, services } = world();
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
    const startedAt = performance.now();
    streams = await Promise.all(proxies.map((nginx) => new Visitor(nginx.url).stream('/api/v1/stream', key)));
    for (const stream of streams) await stream.until(({ event }) => event === 'ready', 1_000);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    const flag = await aFlag(project);
    for (const stream of streams) await stream.until(({ data }) => data.flag_id === flag.id, 1_000);
  });
});
