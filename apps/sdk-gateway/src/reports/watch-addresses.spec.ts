import type { StreamLimits } from '@burgee/flag-serving';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { sharesOneAddress, WatchAddresses } from './watch-addresses.js';

describe('streams share one address', () => {
  it.each([
    [100, 51, true],
    [100, 50, false],
    [99, 99, false],
    [5_000, 5_000, true],
    [0, 0, false],
  ])('of %d, %d of the busiest: %p', (all, ofBusiestAddress, shares) =>
    expect(sharesOneAddress({ all, ofBusiestAddress })).toBe(shares),
  );
});

describe('the watch on addresses', () => {
  let watch: WatchAddresses | undefined;
  afterEach(() => watch?.onApplicationShutdown());

  function watching(counts: { all: number; ofBusiestAddress: number }, secret?: string) {
    const lines: string[] = [];
    const logger = pino({ messageKey: 'message' }, { write: (line) => lines.push(JSON.parse(line).message) });
    const config = { TRUSTED_PROXIES: 'none', FORWARDING_SECRET: secret };
    watch = new WatchAddresses({ counts } as StreamLimits, config as never, logger);
    return { watch, lines };
  }

  it('warns once when most streams share one address, and again when it comes back', () => {
    const counts = { all: 200, ofBusiestAddress: 200 };
    const { watch, lines } = watching(counts);
    watch.look();
    watch.look();
    expect(lines).toEqual([expect.stringMatching(/^most streams share one address: .*TRUSTED_PROXIES.*STREAMS_PER/)]);
    counts.ofBusiestAddress = 10;
    watch.look();
    counts.ofBusiestAddress = 150;
    watch.look();
    expect(lines).toHaveLength(2);
  });

  it('warns at the start when no proxy is trusted', () => {
    const alone = watching({ all: 0, ofBusiestAddress: 0 });
    alone.watch.onApplicationBootstrap();
    expect(alone.lines).toEqual([expect.stringContaining('count as one address')]);
    alone.watch.onApplicationShutdown();
    const behind = watching({ all: 0, ofBusiestAddress: 0 }, 'a secret');
    behind.watch.onApplicationBootstrap();
    expect(behind.lines).toEqual([]);
  });
});
