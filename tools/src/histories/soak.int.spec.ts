import { silently } from '@burgee/launcher';
import { expect, it } from '@jest/globals';
import { soak } from '../soak/soak.js';

const OPTIONS = { streams: 5_000, minutes: 10, changesPerSecond: 5 };

it('5,000 streams get each change of ten minutes once and in order, and none is opened twice', async () => {
  const { changes, clients, deliveries } = await soak(silently, OPTIONS);
  expect(changes).toBeGreaterThan(0);
  expect(deliveries.delivered).toBe(changes * OPTIONS.streams);
  expect(clients.flatMap(({ violations }) => violations)).toEqual([]);
  expect(clients.filter(({ opened }) => opened > 1)).toHaveLength(0);
}, 1_200_000);
