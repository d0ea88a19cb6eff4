import { describe, expect, it } from '@jest/globals';
import { budgetAt, waitOf } from './budget.js';
import { FairQueue } from './fair-queue.js';

const LIMITS = { perSecond: 100, burst: 50 };

describe('a budget', () => {
  it('fills up to the burst', () => {
    expect(budgetAt({ left: 0, at: 0 }, 100, LIMITS)).toEqual({ left: 10, at: 100 });
    expect(budgetAt({ left: 0, at: 0 }, 9_000, LIMITS)).toEqual({ left: 50, at: 9_000 });
  });

  it('that is overdrawn waits until it is above 0', () => {
    expect(waitOf({ left: 1, at: 0 }, LIMITS)).toBe(0);
    const wait = waitOf({ left: -20, at: 0 }, LIMITS);
    expect(budgetAt({ left: -20, at: 0 }, wait, LIMITS).left).toBeGreaterThan(0);
    expect(wait).toBeLessThan(250);
  });
});

describe('the fair queue', () => {
  const UNLIMITED = { perSecond: 1, burst: Infinity, atOnceOfOne: 1 };

  it('lets tenants take turns, whoever has queued more', async () => {
    const queue = new FairQueue({ ...UNLIMITED, atOnce: 1 });
    const order: string[] = [];
    const jobs = ['a', 'a', 'a', 'b', 'c', 'c'].map((tenant) => queue.run(tenant, () => order.push(tenant)));
    expect(queue.waitingOf('a')).toBe(2);
    await Promise.all(jobs);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'c', 'a']);
  });

  it('runs as many jobs of one tenant, and of all, as it may', async () => {
    const queue = new FairQueue({ ...UNLIMITED, atOnce: 2 });
    const running = new Map<string, number>();
    let [most, mostOfOne] = [0, 0];
    const job = (tenant: string) => async () => {
      running.set(tenant, (running.get(tenant) ?? 0) + 1);
      mostOfOne = Math.max(mostOfOne, ...running.values());
      most = Math.max(
        most,
        [...running.values()].reduce((sum, one) => sum + one),
      );
      await Promise.resolve();
      running.set(tenant, (running.get(tenant) ?? 0) - 1);
    };
    await Promise.all(['a', 'a', 'a', 'b', 'b', 'c'].map((tenant) => queue.run(tenant, job(tenant))));
    expect([most, mostOfOne]).toEqual([2, 1]);
  });

  it('lets the shares of one tenant take its turns, a newcomer before who has just had one', async () => {
    const queue = new FairQueue({ ...UNLIMITED, atOnce: 1 });
    const order: string[] = [];
    const run = (share: string) => queue.run('a', () => order.push(share), [share]);
    const loop = queue.run(
      'a',
      () => {
        const jobs = ['loop', 'loop', 'person', 'other'].map(run);
        return Promise.resolve({ jobs });
      },
      ['loop'],
    );
    await Promise.all((await loop).jobs);
    expect(order).toEqual(['person', 'other', 'loop', 'loop']);
  });

  it('makes a tenant that has spent its budget wait, and nobody else', async () => {
    let now = 0;
    const queue = new FairQueue({ ...LIMITS, atOnce: 1, atOnceOfOne: 1 }, () => now);
    await queue.run('loop', (spend) => spend(150));
    expect([queue.isFree('loop'), queue.isFree('person')]).toEqual([false, true]);
    const order: string[] = [];
    const late = queue.run('loop', () => order.push('loop'));
    await queue.run('person', () => order.push('person'));
    now = 2_000;
    expect(queue.isFree('loop')).toBe(true);
    await queue.run('person', () => order.push('person'));
    await late;
    expect(order).toEqual(['person', 'loop', 'person']);
  });

  it('goes on by itself when a budget is full enough again', async () => {
    const queue = new FairQueue({ perSecond: 1_000, burst: 1, atOnce: 1, atOnceOfOne: 1 });
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((n) => queue.run('loop', (spend) => spend(order.push(n) * 5))));
    expect(order).toEqual([1, 2, 3]);
  });

  it('goes on after a job that fails', async () => {
    const queue = new FairQueue({ ...UNLIMITED, atOnce: 1 });
    const failed = queue.run('a', () => Promise.reject(new Error('no')));
    const next = queue.run('a', () => 'next');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('next');
  });
});
