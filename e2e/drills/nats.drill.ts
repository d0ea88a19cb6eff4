import { eventually } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxScene } from './outbox-scene.js';
import { expectAsGoodAsWithout, expectDoorbells, natsAccordingTo, openStreams } from './without-nats.js';

let scene: OutboxScene;

beforeAll(async () => {
  scene = await OutboxScene.start({ sdkGateways: 3, flagsAdmins: 2 });
}, 60_000);
afterAll(() => scene?.stop());

describe('without NATS for long', () => {
  it('F6: down for 60 s: reads are fresh, writes 200, streams within 2 s; then at once again, and audit is complete', async () => {
    const streams = await openStreams(scene);
    await scene.house.nats.kill();
    expect(await expectAsGoodAsWithout(scene, streams, 60_000)).toBeGreaterThan(25);
    await scene.house.nats.start();
    await expectDoorbells(scene, streams);
    for (const stream of streams) stream.close();
    await scene.expectAuditComplete();
  });

  it('F7: paused: as when it is down, every service notices within 10 s, and it goes on where it stopped', async () => {
    const streams = await openStreams(scene);
    scene.house.nats.pause();
    const pausedAt = performance.now();
    await expectAsGoodAsWithout(scene, streams, 3_000);
    await eventually(async () => expect(await natsAccordingTo(scene)).not.toContain('up'), 12_000, 100);
    expect(performance.now() - pausedAt).toBeLessThan(11_000);
    await expectAsGoodAsWithout(scene, streams, 5_000);
    scene.house.nats.resume();
    await eventually(async () => expect(new Set(await natsAccordingTo(scene))).toEqual(new Set(['up'])));
    await expectDoorbells(scene, streams);
    for (const stream of streams) stream.close();
    await scene.expectAuditComplete();
  });
});
