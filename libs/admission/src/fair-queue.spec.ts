import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairQueue, type Flow } from './fair-queue.js';

const FLOWS: Flow[] = [['a'], ['b'], ['c', 'one'], ['c', 'two'], ['d', 'x', 'y']];

/** Serves turns one after the other, each at the cost of its item, while items wait. */
function serve(queue: FairQueue<{ flow: Flow; cost: number }>, times: number): Map<string, number> {
  const served = new Map<string, number>();
  for (let i = 0; i < times; i++) {
    const turn = queue.takeNext();
    if (!turn) break;
    const { flow, cost } = turn.item;
    const name = flow.join('/');
    served.set(name, (served.get(name) ?? 0) + cost);
    queue.end(turn, cost);
  }
  return served;
}

describe('the next turn', () => {
  it('goes to the oldest item within a flow', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), (items) => {
        const queue = new FairQueue<{ item: number }>();
        for (const item of items) queue.add(['a'], { item });
        const taken = items.map(() => queue.takeNext()?.item.item);
        expect(taken).toEqual(items);
      }),
    );
  });

  it('comes once to each added item, for any interleaving of add, remove and take', () => {
    const step = fc.record({
      flow: fc.constantFrom(...FLOWS),
      act: fc.constantFrom('add', 'add', 'take', 'remove', 'surplus'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queue = new FairQueue<{ flow: Flow }>();
        const waiting = new Set<{ flow: Flow }>();
        for (const { flow, act } of steps) {
          const item = { flow };
          const [first] = waiting;
          const turn = act === 'take' ? queue.takeNext() : undefined;
          if (turn) queue.end(turn, 1);
          if (act === 'add') queue.add(flow, item);
          if (act === 'add') waiting.add(item);
          const left = act === 'surplus' ? queue.takeSurplus()?.item : turn?.item;
          const isLeft = left !== undefined && waiting.delete(left);
          expect(isLeft).toBe(act === 'take' || act === 'surplus' ? first !== undefined : false);
          const isRemoved = act === 'remove' && first !== undefined && queue.remove(first.flow, first);
          expect(isRemoved).toBe(act === 'remove' && first !== undefined && waiting.delete(first));
          expect(queue.size).toBe(waiting.size);
        }
        expect(queue.running).toBe(0);
        expect(new Set(queue.takeAll())).toEqual(waiting);
      }),
    );
  });

  it("is shared by service time: one flow's load does not change another's share", () => {
    const cost = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(cost, cost, fc.integer({ min: 1, max: 5 }), (costly, cheap, times) => {
        const queue = new FairQueue<{ flow: Flow; cost: number }>();
        const [most, turns] = [Math.max(costly, cheap), 500];
        for (let i = 0; i < turns; i++) {
          for (let j = 0; j < times; j++) queue.add(['costly'], { flow: ['costly'], cost: costly });
          queue.add(['cheap'], { flow: ['cheap'], cost: cheap });
        }
        const served = serve(queue, turns);
        const [ofCostly = 0, ofCheap = 0] = [served.get('costly'), served.get('cheap')];
        // Up to the granularity of turns, whose cost is not known ahead.
        expect(Math.abs(ofCostly - ofCheap)).toBeLessThan(10 * most);
      }),
      { numRuns: 30 },
    );
  });

  it('is shared in the same way within a flow', () => {
    const queue = new FairQueue<{ flow: Flow; cost: number }>();
    const [loop, page, other]: [Flow, Flow, Flow] = [['env', 'loop'], ['env', 'page'], ['other']];
    for (let i = 0; i < 1_000; i++)
      for (const flow of [loop, loop, loop, page, other]) queue.add(flow, { flow, cost: 1 });
    const served = serve(queue, 400);
    expect(served.get('other')).toBeGreaterThan(195);
    expect(served.get('env/loop')).toBeGreaterThan(95);
    expect(served.get('env/page')).toBeGreaterThan(95);
  });

  it('comes to a waiting flow, however many new ones arrive', () => {
    const queue = new FairQueue<{ flow: Flow; cost: number }>();
    for (let i = 0; i < 50; i++) queue.add(['old'], { flow: ['old'], cost: 10 });
    serve(queue, 49);
    let turns = 0;
    for (let isServed = false; !isServed; turns++) {
      queue.add([`new ${turns}`], { flow: [`new ${turns}`], cost: 10 });
      queue.add([`newer ${turns}`], { flow: [`newer ${turns}`], cost: 10 });
      isServed = serve(queue, 1).has('old');
      expect(turns).toBeLessThan(10);
    }
  });

  it('is not saved up while idle', () => {
    const queue = new FairQueue<{ flow: Flow; cost: number }>();
    for (let i = 0; i < 2_000; i++) queue.add(['steady'], { flow: ['steady'], cost: 1 });
    queue.add(['late'], { flow: ['late'], cost: 1 });
    serve(queue, 1_000);
    for (let i = 0; i < 1_000; i++) queue.add(['late'], { flow: ['late'], cost: 1 });
    const served = serve(queue, 100);
    expect(served.get('steady')).toBeGreaterThan(45);
  });

  it('is not saved up by a flow that is never quite idle', () => {
    const queue = new FairQueue<{ flow: Flow; cost: number }>();
    const add = (name: string, cost: number) => queue.add([name], { flow: [name], cost });
    // Of two loops, each starts a turn before the other one has ended.
    const loops = ['loop 1', 'loop 2'];
    for (const name of loops) add(name, 10);
    let running = loops.map(() => queue.takeNext());
    for (let i = 0; i < 1_000; i++) {
      for (const name of loops) add(name, 10);
      const next = loops.map(() => queue.takeNext());
      for (const turn of running) if (turn) queue.end(turn, 10);
      running = next;
    }
    for (const turn of running) if (turn) queue.end(turn, 10);
    for (let i = 0; i < 100; i++) for (const name of [...loops, 'person']) add(name, 10);
    expect(serve(queue, 30).get('person')).toBeGreaterThan(70);
  });

  it('gives a flow that recently used more than others fewer seats, while others are there', () => {
    const queue = new FairQueue<{ flow: Flow; cost: number }>();
    const loop = { flow: ['loop'], cost: 100 };
    for (let i = 0; i < 10; i++) queue.add(loop.flow, loop);
    queue.add(['person'], { flow: ['person'], cost: 1 });
    serve(queue, 5);
    expect([queue.takeNext(3, 1)?.item, queue.takeNext(3, 1)]).toEqual([loop, undefined]);
  });

  it('gives a flow that is alone its maximum of seats, after any use', () => {
    const queue = new FairQueue<{ flow: Flow; cost: number }>();
    for (let i = 0; i < 10; i++) queue.add(['loop'], { flow: ['loop'], cost: 100 });
    serve(queue, 5);
    for (let i = 0; i < 3; i++) expect(queue.takeNext(3, 1)).toBeDefined();
  });

  it('skips a flow at its maximum of seats', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.add(['a', item], item);
    queue.add(['b'], 'b1');
    const taken = [1, 2, 3, 4].map(() => queue.takeNext(2)?.item);
    expect(taken.toSorted()).toEqual(['a1', 'a2', 'b1', undefined]);
    expect(queue.size).toBe(1);
  });

  it('is taken from the longest flow', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.add(['a'], item);
    queue.add(['b'], 'b1');
    expect(queue.isCrowded(['a'])).toBe(true);
    expect(queue.isCrowded(['b'])).toBe(false);
    expect(queue.takeSurplus()).toEqual({ item: 'a3', isCrowded: true });
  });
});
