import { describe, expect, it, jest } from '@jest/globals';
import { runHistory } from './history/run-history.js';

describe('a short history under faults', () => {
  it('2 gateways × 2 flags-admins × 4 environments × 8 s: every promise holds (repeat one with --seed)', async () => {
    const seed = jest.getSeed();
    const options = { seed, seconds: 8, sdkGateways: 2, flagsAdmins: 2, environments: 4 };
    const { violations, summary } = await runHistory(options);
    expect([summary, ...violations]).toEqual([summary]);
  });
});
