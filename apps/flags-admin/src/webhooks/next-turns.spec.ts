import { describe, expect, it } from '@jest/globals';
import type { AccountPlace } from './delivery-queue.js';
import { NextTurns } from './next-turns.js';
import { TURNS } from './share-turns.js';

const name = (n: number) => String(n).padStart(4, '0');

/** A queue in which something is due for each of so many webhooks of so many accounts, always. */
function aQueue(accounts: number, webhooks: number) {
  let rows = 0;
  const all = Array.from({ length: accounts }, (_, n) => name(n + 1));
  const of = (account: string) => Array.from({ length: webhooks }, (_, n) => `${account}/${name(n + 1)}`);
  const begin = (after: string, account: string) => (after.startsWith('0000') ? '' : after) || `${account}/`;
  const queue = {
    accounts: async (after: string, atMost: number) =>
      all.filter((one) => after.startsWith('0000') || one > after).slice(0, atMost),
    webhooks: async (places: readonly AccountPlace[], atMost: number) =>
      places.flatMap(({ account_id, after }) => {
        const found = of(account_id)
          .filter((one) => one > begin(after, account_id))
          .slice(0, atMost);
        rows += found.length;
        return found.map((webhook_id) => ({ account_id, webhook_id, is_failing: false, is_due: true }));
      }),
  };
  return { queue, rows: () => rows, all: all.flatMap(of) };
}

/** Looks again and again at endpoints that do not answer for so many looks. @returns whoever got a turn */
async function look({ queue }: ReturnType<typeof aQueue>, looks: number, lasting: number): Promise<Set<string>> {
  const turns = new NextTurns(queue);
  const ends = new Map<number, string[]>();
  const underWay = new Map<string, number>();
  const served = new Set<string>();
  let free: number = TURNS.ofAll;
  const add = (webhook: string, count: number) => {
    free -= count;
    for (const id of [webhook, webhook.slice(0, 4)]) {
      const sum = (underWay.get(id) ?? 0) + count;
      if (sum > 0) underWay.set(id, sum);
      else underWay.delete(id);
    }
  };
  for (let n = 0; n < looks; n++) {
    for (const webhook of ends.get(n) ?? []) add(webhook, -1);
    if (free <= 0) continue;
    for (const { webhook_id, count } of await turns.find(free, underWay, () => 0)) {
      served.add(webhook_id);
      add(webhook_id, count);
      // Not all at the same time, so that there are single turns to be had.
      const end = n + lasting + (served.size % 7);
      ends.set(end, [...(ends.get(end) ?? []), ...Array.from({ length: count }, () => webhook_id)]);
    }
  }
  return served;
}

describe('turns at webhooks', () => {
  it('S107 come to every webhook of an account, however many it has that do not answer', async () => {
    const one = aQueue(1, 300);
    const served = await look(one, 700, 8);
    expect(one.all.filter((id) => !served.has(id))).toEqual([]);
  });

  it('S107 come to every account, however many have webhooks that do not answer', async () => {
    const many = aQueue(700, 3);
    const served = await look(many, 600, 8);
    expect(many.all.filter((id) => !served.has(id))).toEqual([]);
  });

  it('S107 are found in a bounded number of rows, whatever is due', async () => {
    const crowd = aQueue(2_000, 100);
    await new NextTurns(crowd.queue).find(TURNS.ofAll, new Map(), () => 0);
    expect(crowd.rows()).toBeLessThanOrEqual(1_600);
  });
});
