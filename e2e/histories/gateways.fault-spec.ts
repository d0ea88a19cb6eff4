import { describe, expect, it, jest } from '@jest/globals';
import { runHistory } from '../faults/history/run-history.js';

describe('a history under faults', () => {
  it('3 gateways × 2 flags-admins × 10 environments × 60 s: every promise holds (repeat one with --seed)', async () => {
    const seed = jest.getSeed();
    const options = { seed, seconds: 60, sdkGateways: 3, flagsAdmins: 2, environments: 10 };
    const { violations, summary } = await runHistory(options);
    process.stderr.write(`${summary}\n`);
    expect([summary, ...violations]).toEqual([summary]);
  });
});
