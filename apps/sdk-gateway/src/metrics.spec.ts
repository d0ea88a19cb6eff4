import { expect, it } from '@jest/globals';
import { countRead, sdkReads } from './metrics.js';

const counted = async () =>
  Object.fromEntries((await sdkReads.get()).values.map(({ labels, value }) => [labels.result, value]));

it('counts every read once, however often the metrics are collected', async () => {
  countRead('fresh', 200, 0.001);
  countRead('fresh', 200, 0.001);
  countRead('stale', 200, 0.001);
  expect(await counted()).toEqual({ fresh: 2, stale: 1, unavailable: 0 });
  expect(await counted()).toEqual({ fresh: 2, stale: 1, unavailable: 0 });
  countRead('fresh', 200, 0.001);
  expect(await counted()).toEqual({ fresh: 3, stale: 1, unavailable: 0 });
});
