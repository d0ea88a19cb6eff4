import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AnswerBudgets } from './answer-budgets.js';
import { approximateBytes } from './approximate-bytes.js';

describe('the size of an answer', () => {
  it.each([
    ['of texts', [{ key: 'x'.repeat(5_000), name: 'y'.repeat(5_000) }]],
    [
      'of many small values',
      Array.from({ length: 1_000 }, (_, index) => ({ enabled: true, index, key: `flag-${index}` })),
    ],
    ['of texts that JSON writes longer', { key: '\u0001'.repeat(1_000), name: '"'.repeat(1_000) }],
    ['of nothing', []],
  ])('%s is about that of its JSON', (_what, answer) => {
    const { length } = JSON.stringify(answer);
    expect(approximateBytes(answer)).toBeGreaterThan(0.8 * length);
    expect(approximateBytes(answer)).toBeLessThan(2.5 * length + 100);
  });
});

describe('large reads', () => {
  // Budgets fill with time.
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  /** What an account pays for in 6 s, and an organization in 4 s. */
  const [ofAccount, ofSite] = ['x'.repeat(4_000_000), 'x'.repeat(40_000_000)].map((text) => [text]);
  const [LOOP, PERSON] = ['192.0.2.1', '192.0.2.2'];

  it("an account's loop waits behind itself, while another account is answered", async () => {
    const budgets = new AnswerBudgets();
    const order: string[] = [];
    await budgets.large('loop', LOOP, async () => ofAccount);
    void budgets.large('loop', LOOP, async () => order.push('loop'));
    await budgets.large('person', PERSON, async () => order.push('person'));
    expect(order).toEqual(['person']);
  });

  it('accounts of one organization wait together when they have read what ten may', async () => {
    const budgets = new AnswerBudgets();
    const order: string[] = [];
    await budgets.large('loop', '2001:db8:1::1', async () => ofSite);
    void budgets.large('one more', '2001:db8:1:ffff::1', async () => order.push('one more'));
    await budgets.large('person', '2001:db8:2::1', async () => order.push('person'));
    expect(order).toEqual(['person']);
  });

  it('an account that lets too many wait gets 429', async () => {
    const budgets = new AnswerBudgets();
    await budgets.large('loop', LOOP, async () => ofAccount);
    for (let i = 0; i < 20; i++) void budgets.large('loop', LOOP, async () => []);
    await expect(budgets.large('loop', LOOP, async () => [])).rejects.toMatchObject({
      code: 'too_many_requests',
      options: { retryAfterSeconds: 1 },
    });
    expect(await budgets.large('person', PERSON, async () => 'answer')).toBe('answer');
  });

  it.each(['large', 'change'] as const)(
    'S61 a %s request that its caller would not live to see is refused',
    async (kind) => {
      const budgets = new AnswerBudgets();
      await budgets[kind]('loop', LOOP, async () => ofSite);
      await expect(budgets[kind]('loop', LOOP, async () => [])).rejects.toMatchObject({
        code: 'too_many_requests',
        options: { retryAfterSeconds: 79 },
      });
      expect(await budgets[kind]('person', PERSON, async () => 'answer')).toBe('answer');
    },
  );

  it('S61 pay what changes answer as well, and changes never wait for reads', async () => {
    const budgets = new AnswerBudgets();
    const order: string[] = [];
    await budgets.large('reader', LOOP, async () => ofAccount);
    await budgets.change('reader', LOOP, async () => order.push('change'));
    await budgets.change('changer', PERSON, async () => ofAccount);
    void budgets.large('changer', PERSON, async () => order.push('read'));
    void budgets.change('changer', PERSON, async () => order.push('next change'));
    await budgets.large('person', '192.0.2.3', async () => order.push('person'));
    expect(order).toEqual(['change', 'person']);
  });

  it('S61 changes from one organization wait together when they have answered what ten may', async () => {
    const budgets = new AnswerBudgets();
    const order: string[] = [];
    await budgets.change('loop', '2001:db8:1::1', async () => ofSite);
    void budgets.change('one more', '2001:db8:1:ffff::1', async () => order.push('one more'));
    await budgets.change('person', '2001:db8:2::1', async () => order.push('person'));
    expect(order).toEqual(['person']);
  });
});
