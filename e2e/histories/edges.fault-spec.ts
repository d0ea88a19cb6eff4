import { describe, expect, it, jest } from '@jest/globals';
import { runEdgeHistory } from './edge/run-edge-history.js';

describe('a history of edges under faults', () => {
  it('3 edges of 2 gateways, one behind the others × 4 environments × 90 s: every promise holds (repeat one with --seed)', async () => {
    const { violations, summary } = await runEdgeHistory(jest.getSeed(), 90, 4);
    process.stderr.write(`${summary}\n`);
    expect([summary, ...violations]).toEqual([summary]);
  });
});
