import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { approximateBytes } from './approximate-bytes.js';
import { LargeReads } from './large-reads.js';

describe('the size of an answer', () => {
  it.each([
    ['of texts', [{ key: 'x'.repeat(5_000), name: 'y'.repeat(5_000) }]],
    [
      'of many small values',
      Array.from({ length: 1_000 }, (_, index) => ({ enabled: true, index, key: `flag-${index}` })),
    ],
    ['of nothing', []],
  ])('%s is about that of its JSON', (_what, answer) => {
    const { length } = JSON.stringify(answer);
    expect(approximateBytes(answer)).toBeGreaterThan(0.8 * length);
    expect(approximateBytes(answer)).toBeLessThan(2.5 * length + 100);
  });
});

describe('large reads', () => {
  // Budgets fill with time.
  beforeEach(() => void jest.spyOn(performance, 'now').mockReturnValue(0));
  afterEach(() => void jest.restoreAllMocks());

  const large = ['x'.repeat(20_000_000)];
  const [LOOP, PERSON] = ['192.0.2.1', '192.0.2.2'];

  it("an account's loop waits behind itself, while another account is answered", async () => {
    const reads = new LargeReads();
    const order: string[] = [];
    await reads.read('loop', LOOP, async () => large);
    void reads.read('loop', LOOP, async () => order.push('loop'));
    await reads.read('person', PERSON, async () => order.push('person'));
    expect(order).toEqual(['person']);
  });

  it('accounts of one organization wait together when they have read what ten may', async () => {
    const reads = new LargeReads();
    const order: string[] = [];
    await reads.read('loop', '2001:db8:1::1', async () => large);
    void reads.read('one more', '2001:db8:1:ffff::1', async () => order.push('one more'));
    await reads.read('person', '2001:db8:2::1', async () => order.push('person'));
    expect(order).toEqual(['person']);
  });

  it('an account that lets too many wait gets 429', async () => {
    const reads = new LargeReads();
    await reads.read('loop', LOOP, async () => large);
    for (let i = 0; i < 20; i++) void reads.read('loop', LOOP, async () => []);
    await expect(reads.read('loop', LOOP, async () => [])).rejects.toMatchObject({
      code: 'too_many_requests',
      options: { retryAfterSeconds: 1 },
    });
    expect(await reads.read('person', PERSON, async () => 'answer')).toBe('answer');
  });
});
