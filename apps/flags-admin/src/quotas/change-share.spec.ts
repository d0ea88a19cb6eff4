import { expect, it } from '@jest/globals';
import { addedChanges, type ChangeShares, spendChanges, takeChange } from './change-share.js';

const LIMITS = { perSecond: 10, burst: 100 };

/** A project whose accounts change something by turns. @returns what `change` lets pass */
function newProject() {
  let shares: ChangeShares = new Map();
  const change = (account: string, now: number, times = 1) => {
    let [passed, waitMs] = [0, 0];
    for (let i = 0; i < times; i++) {
      const taken = takeChange(shares, account, now, LIMITS);
      ({ shares, waitMs } = taken);
      if (waitMs === 0) passed++;
    }
    return { passed, waitMs };
  };
  return { change, accounts: () => shares.size };
}

it('one account has the whole of a project: the burst at once, then so many per second', () => {
  const { change } = newProject();
  expect(change('a', 0, 200).passed).toBe(100);
  expect(change('a', 0).waitMs).toBe(100);
  expect(change('a', 1_000, 200).passed).toBe(10);
});

it("an account's loop never refuses the switch of another", () => {
  const { change } = newProject();
  const switches: number[] = [];
  for (let now = 0; now < 60_000; now += 50) {
    change('loop', now, 10);
    if (now % 1_000 === 0) switches.push(change('person', now).passed);
  }
  expect(switches).toEqual(Array.from({ length: 60 }, () => 1));
});

it('accounts that loop at the same time have equal shares', () => {
  const { change } = newProject();
  const passed = { a: 0, b: 0 };
  for (let now = 0; now < 100_000; now += 50)
    for (const account of ['a', 'b'] as const) passed[account] += change(account, now, 10).passed;
  expect(Math.abs(passed.a - passed.b)).toBeLessThanOrEqual(60);
  expect(passed.a + passed.b).toBeLessThanOrEqual(10 * 100 + 2 * 100);
});

it('an account that makes no more changes is forgotten, and leaves its share to the others', () => {
  const { change, accounts } = newProject();
  for (const account of ['a', 'b', 'c', 'd']) change(account, 0);
  expect(accounts()).toBe(4);
  expect(change('a', 20_000, 200).passed).toBe(100);
  expect(accounts()).toBe(1);
});

it('of very many accounts each makes one change', () => {
  const { change } = newProject();
  for (let i = 0; i < 1_000; i++) expect(change(`account-${i}`, 0).passed).toBe(1);
});

it('a large change counts as several, and is paid for before the next one', () => {
  const shares = takeChange(new Map(), 'a', 0, LIMITS).shares;
  expect([0, 1_999, 2_000, 240_000].map(addedChanges)).toEqual([0, 0, 1, 120]);
  const spent = spendChanges(shares, 'a', 119);
  expect(takeChange(spent, 'a', 0, LIMITS).waitMs).toBe(2_100);
  expect(takeChange(spent, 'a', 2_100, LIMITS).waitMs).toBe(0);
  expect(takeChange(spent, 'b', 0, LIMITS).waitMs).toBe(0);
});
