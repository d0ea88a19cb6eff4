import type { KeyKind } from '@burgee/contracts/wire';
import { UsageBuffer } from '@burgee/flag-serving';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { LARGE_FLAG_SETS, ProjectQueue } from './project-queue.js';
import { Tenants } from './tenants.js';
import { UsageBudgets } from './usage-budgets.js';

const OF = { app: 'a', sdk: 's', sdk_version: '1' };
const flags = Object.fromEntries(Array.from({ length: 989 }, (_, n) => [`f-${n}`, { on: 1 }]));
const large = { window: 'w', reports: [{ ...OF, flags, unknown: {} }] };
const small = { window: 'w', reports: [{ ...OF, flags: {}, unknown: { thema: 1 } }] };

describe('reports of usage', () => {
  let now: number;
  let buffer: UsageBuffer;
  beforeEach(() => {
    now = 0;
    // As at a gateway that has read nothing of these environments yet.
    const tenants = new Tenants(async (id) => ({
      project_id: id,
      account_id: id.split('-')[0] ?? '',
      environment_id: id,
    }));
    const budgets = new UsageBudgets(new ProjectQueue(tenants, LARGE_FLAG_SETS), () => now);
    buffer = new UsageBuffer(
      () => undefined,
      1_000_000,
      (id, size, keyKind) => budgets.admits(id, size, keyKind),
    );
  });

  async function taken(account: string, count: number, window = large, keyKind: KeyKind = 'sdk'): Promise<number> {
    let admitted = 0;
    for (let n = 0; n < count; n++) if (await buffer.add(`${account}-${n}`, window, keyKind)) admitted++;
    return admitted;
  }

  it('S79 of an account that reports more than its share are dropped, of all its environments; those of others are not', async () => {
    expect([await taken('loop', 100), await taken('person', 3)]).toEqual([20, 3]);
    now = 1_000;
    expect([await taken('loop', 100), await taken('person', 3)]).toEqual([2, 3]);
  });

  it('S128 with client keys, which anybody has, silence none with SDK keys of their account, and are fewer', async () => {
    expect([await taken('a', 100, large, 'client'), await taken('a', 5)]).toEqual([10, 5]);
    now = 1_000;
    expect([await taken('a', 100, large, 'client'), await taken('a', 100)]).toEqual([1, 17]);
    expect(await taken('other', 3, large, 'client')).toBe(3);
  });

  it('S79 count for themselves too, however little they say: each is remembered', async () => {
    expect(await taken('loop', 3_000, small)).toBeLessThan(2_000);
  });
});
