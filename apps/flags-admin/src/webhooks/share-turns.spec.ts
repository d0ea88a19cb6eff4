import { describe, expect, it } from '@jest/globals';
import { Budgets } from '../quotas/budgets.js';
import { type DueWebhook, PROCESSOR_TIME, shareTurns, TURNS, withoutTurn, withTurnsLeft } from './share-turns.js';

const due = (account_id: string, webhook_id: string, is_failing = false): DueWebhook => ({
  account_id,
  webhook_id,
  is_failing,
});
const total = (turns: { count: number }[]) => turns.reduce((sum, { count }) => sum + count, 0);
const many = (account: string) => Array.from({ length: 50 }, (_, n) => due(account, `${account}-${n}`));

describe('turns of deliveries', () => {
  it('of one webhook and of one account are bounded, whatever is free', () => {
    expect(shareTurns([due('a', 'a-1')], TURNS.ofAll, new Map())).toEqual([
      { webhook_id: 'a-1', count: TURNS.ofWebhook },
    ]);
    expect(total(shareTurns(many('a'), TURNS.ofAll, new Map()))).toBe(TURNS.ofAccount);
  });

  it('count what is under way already', () => {
    expect(shareTurns([due('a', 'a-1')], TURNS.ofAll, new Map([['a-1', 4]]))).toEqual([]);
    expect(total(shareTurns(many('a'), TURNS.ofAll, new Map([['a', 7]])))).toBe(1);
    expect(shareTurns(many('a'), TURNS.ofAll, new Map([['a', 8]]))).toEqual([]);
  });

  it('an endpoint that fails is tried by one at a time', () => {
    expect(shareTurns([due('a', 'a-1', true)], TURNS.ofAll, new Map())).toEqual([{ webhook_id: 'a-1', count: 1 }]);
    expect(shareTurns([due('a', 'a-1', true)], TURNS.ofAll, new Map([['a-1', 1]]))).toEqual([]);
  });

  it('go to every account before one gets a second, whoever comes first', () => {
    const turns = shareTurns([...many('a'), ...many('b'), due('c', 'c-1')], 3, new Map([['a', 0]]));
    expect(turns.map(({ webhook_id }) => webhook_id.slice(0, 1)).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('go first to those that have fewer under way', () => {
    const turns = shareTurns([...many('a'), due('b', 'b-1')], TURNS.forFirst + 2, new Map([['a', 5]]));
    expect(turns).toEqual([{ webhook_id: 'b-1', count: 2 }]);
  });

  it('are kept for accounts that have none, half of all: a crowd whose endpoints are slow takes no more', () => {
    const crowd = Array.from({ length: 60 }, (_, n) => many(`c${n}`)).flat();
    const taken = shareTurns(crowd, TURNS.ofAll, new Map());
    expect(total(taken)).toBe(TURNS.ofAll - TURNS.forFirst);
    const underWay = new Map<string, number>();
    for (const { webhook_id, count } of taken)
      for (const id of [webhook_id, webhook_id.split('-')[0] ?? '']) underWay.set(id, (underWay.get(id) ?? 0) + count);
    const next = shareTurns([...crowd, due('b', 'b-1')], TURNS.forFirst, underWay);
    expect(next).toEqual([{ webhook_id: 'b-1', count: 1 }]);
  });

  it('are none where none is free', () => {
    expect(shareTurns(many('a'), 0, new Map())).toEqual([]);
  });

  it('are missed by those that would have taken one, not by those that have theirs under way', () => {
    const webhooks = [due('a', 'a-1'), due('a', 'a-2'), due('a', 'a-3', true)];
    const underWay = new Map([['a-3', 1]]);
    expect(withoutTurn(webhooks, [{ webhook_id: 'a-1', count: 1 }], underWay)).toEqual([due('a', 'a-2')]);
  });
});

describe('an account', () => {
  const none = () => 0;

  it('with all its turns under way is not looked at, and with any while a crowd has taken its half', () => {
    const underWay = new Map([
      ['a', TURNS.ofAccount],
      ['b', 1],
    ]);
    expect(withTurnsLeft(['a', 'b', 'c'], TURNS.ofAll, underWay, none)).toEqual(['b', 'c']);
    expect(withTurnsLeft(['a', 'b', 'c'], TURNS.forFirst, underWay, none)).toEqual(['c']);
  });

  it('S106 whose attempts kept the threads busy for long begins none until it has paid back, and holds up no other', () => {
    const budgets = new Budgets(PROCESSOR_TIME);
    const open = (now: number) =>
      withTurnsLeft(['a', 'b'], TURNS.ofAll, new Map(), (account) => budgets.waitOf(account, now));
    for (let attempt = 0; attempt < 5; attempt++) budgets.spend('a', 350, 0);
    expect(open(0)).toEqual(['a', 'b']);
    for (let attempt = 0; attempt < 3; attempt++) budgets.spend('a', 350, 0);
    expect(open(0)).toEqual(['b']);
    const wait = budgets.waitOf('a', 0);
    expect(wait).toBeGreaterThan(15_000);
    expect(open(wait - 10)).toEqual(['b']);
    expect(open(wait)).toEqual(['a', 'b']);
  });
});
