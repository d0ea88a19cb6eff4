import { aFlag, aProject, type Project, type StreamReader, Visitor, world } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { type Nginx, startNginx } from './nginx.js';

/** nginx gives up an upstream that is silent for a minute. */
const LONGER_THAN_A_MINUTE = 66_000;

const { url, services } = world();
const UPSTREAMS = [url.replace('localhost', '127.0.0.1'), services['sdk-gateway-1']!.url];

describe('F29: an nginx as it comes, before the public address and before an sdk-gateway', () => {
  let proxies: Nginx[];
  let project: Project;
  let streams: StreamReader[] = [];
  beforeAll(async () => {
    proxies = await Promise.all(UPSTREAMS.map(startNginx));
    project = await aProject(url);
  }, 120_000);
  afterAll(async () => {
    for (const stream of streams) stream.close();
    await Promise.all(proxies.map((nginx) => nginx.stop()));
  });

  it('a stream that nothing happens on lives for longer than a minute, and events are not held back', async () => {
    const key = { 'x-sdk-key': project.development.sdk_key };
    const startedAt = performance.now();
    streams = await Promise.all(proxies.map((nginx) => new Visitor(nginx.url).stream('/api/v1/stream', key)));
    for (const stream of streams) await stream.until(({ event }) => event === 'ready', 1_000);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    const flag = await aFlag(project);
    for (const stream of streams) await stream.until(({ data }) => data.flag_id === flag.id, 1_000);

    await delay(LONGER_THAN_A_MINUTE);
    expect(streams.map(({ ended }) => ended)).toEqual([false, false]);
    for (const { comments } of streams) expect(comments.length).toBeGreaterThanOrEqual(3);
    const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
    await project.owner.visitor.patch(path, { is_enabled: true });
    for (const stream of streams) await stream.until(({ data }) => data.is_enabled === true, 1_000);
  }, 90_000);
});
