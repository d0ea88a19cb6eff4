import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { percentile, ReadScene } from './read-scene.js';

let scene: ReadScene;

beforeAll(async () => {
  scene = await ReadScene.start({ sdkGateways: 3 });
}, 90_000);
afterAll(() => scene?.stop());

describe('F2: Redis is paused for 30 s', () => {
  it('every read is fresh and as quick as with everything up, every write is taken', async () => {
    const usual = await scene.traffic(() => delay(5_000));
    const traffic = await scene.traffic(async () => {
      scene.house.redis.pause();
      await delay(30_000);
      scene.house.redis.resume();
      await scene.until('redis', 'up', 10_000);
    });
    scene.expectFlawless(traffic);
    expect(percentile(traffic, 0.99)).toBeLessThan(Math.max(50, 3 * percentile(usual, 0.99)));
  });
});
