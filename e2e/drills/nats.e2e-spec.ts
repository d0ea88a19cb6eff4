import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxScene } from './outbox-scene.js';
import { expectAsGoodAsWithout, expectDoorbells, openStreams } from './without-nats.js';

let scene: OutboxScene;

beforeAll(async () => {
  scene = await OutboxScene.start({ sdkGateways: 2, flagsAdmins: 2 });
}, 60_000);
afterAll(() => scene?.stop());

describe('without NATS', () => {
  it('F6: down for more than ten attempts to reconnect: reads are fresh, writes 200, streams within 2 s; then at once again', async () => {
    const streams = await openStreams(scene);
    await expectDoorbells(scene, streams);
    await scene.house.nats.kill();
    expect(await expectAsGoodAsWithout(scene, streams, 7_000)).toBeGreaterThan(3);
    await scene.house.nats.start();
    await expectDoorbells(scene, streams);
    for (const stream of streams) stream.close();
    await scene.expectAuditComplete();
  });
});
