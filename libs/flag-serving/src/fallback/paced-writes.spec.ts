import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FlagSet } from '@burgee/contracts/wire';
import { eventually } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import { FallbackFiles } from './fallback-files.js';
import { PacedWrites, pauseOfAll, pauseOfOne } from './paced-writes.js';

describe('writing flag sets to disk', () => {
  it('happens less often for larger ones', () => {
    expect([pauseOfOne(0), pauseOfOne(100_000), pauseOfOne(4_000_000)]).toEqual([250, 250, 1_000]);
    expect([pauseOfAll(0), pauseOfAll(2_000_000)]).toEqual([0, 200]);
  });

  it('does not happen for each new key; the final state is written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'burgee-fallback-'));
    let writes = 0;
    const limit = <T>(work: () => Promise<T>) => {
      writes++;
      return work();
    };
    const files = new FallbackFiles(folder, { warn: () => undefined }, { limit });
    const body = Buffer.from(JSON.stringify(['x'.repeat(8_000_000)]));
    const set: FlagSet = { environmentId: 'e', epoch: 'x', revision: 1, body };
    for (let key = 0; key < 30; key++) {
      files.store({ set, keyHashes: [`key-${key}`], checkedAt: 1_000 });
      await delay(20);
    }
    expect(writes).toBe(1);
    await files.flush();
    expect([writes, files.labels()[0]?.keyHashes]).toEqual([2, ['key-29']]);
    rmSync(folder, { recursive: true });
  });

  it('has a rate that all environments share, two at a time', async () => {
    const pace = new PacedWrites();
    const begun: number[] = [];
    const write = (bytes: number) => async () => {
      begun.push(performance.now());
      return bytes;
    };
    // Longer than a test may take.
    void pace.run(write(600_000_000));
    void pace.run(write(1_000_000));
    void pace.run(write(1_000_000));
    const last = pace.run(write(600_000_000));
    await eventually(() => expect(begun).toHaveLength(4));
    const [, first = 0, second = 0, third = 0] = begun;
    expect(Math.min(second - first, third - second)).toBeGreaterThan(95);
    pace.hurry();
    await last;
  });
});
