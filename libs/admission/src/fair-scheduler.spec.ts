import { setImmediate as nextTurn } from 'node:timers/promises';
import { unavailable } from '@burgee/contracts/wire';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { FairScheduler, type Seat } from './fair-scheduler.js';
import { type Level, refusal } from './level.js';
import { ServiceClock } from './service-time.js';

const READ: Level = { seats: 2, seatsOfFlow: 2, waitingAtMost: 100, waitAtMostMs: 9_000 };

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

const newScheduler = (level: Partial<Level> = {}) => new FairScheduler({ read: { ...READ, ...level } });

/** A seat that is free at once. */
function atOnce(entered: Seat | Promise<Seat>): Seat {
  expect(entered).not.toBeInstanceOf(Promise);
  return entered as Seat;
}
/** The outcome of a waiting request, or 'waits'. */
async function outcomeOf(entered: Seat | Promise<Seat>): Promise<unknown> {
  let outcome: unknown = 'waits';
  Promise.resolve(entered).then(
    () => (outcome = 'admitted'),
    (error: unknown) => (outcome = (error as { code?: string }).code ?? error),
  );
  await nextTurn();
  return outcome;
}

describe('a seat', () => {
  it('is there at once while one is free', () => {
    const scheduler = newScheduler();
    expect(atOnce(scheduler.enter(['a'], 'read')).waitedMs).toBe(0);
  });

  it('goes to the next request when it is released, even twice', async () => {
    const scheduler = newScheduler({ seats: 1 });
    const first = atOnce(scheduler.enter(['a'], 'read'));
    const [second, third] = [scheduler.enter(['a'], 'read'), scheduler.enter(['a'], 'read')];
    jest.advanceTimersByTime(30);
    first.leave();
    first.leave();
    expect((await second).waitedMs).toBe(30);
    expect(await outcomeOf(third)).toBe('waits');
  });

  it('is released by work that fails', async () => {
    const scheduler = newScheduler({ seats: 1 });
    const fails = () => Promise.reject(new Error('fails'));
    await expect(scheduler.run(['a'], 'read', fails)).rejects.toThrow('fails');
    atOnce(scheduler.enter(['a'], 'read'));
  });

  it('is never lost or doubled, for any order of arrivals and departures', async () => {
    const step = fc.record({
      flow: fc.constantFrom('a', 'b', 'c'),
      act: fc.constantFrom('enter', 'enter', 'leave', 'give up'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const scheduler = newScheduler({ seats: 3, seatsOfFlow: 2 });
        const seats = new Set<Seat>();
        const waiting = new Set<AbortController>();
        const enter = (flow: string) => {
          const gone = new AbortController();
          waiting.add(gone);
          const keep = (seat: Seat) => {
            waiting.delete(gone);
            seats.add(seat);
          };
          Promise.resolve(scheduler.enter([flow], 'read', gone.signal)).then(keep, () => waiting.delete(gone));
        };
        for (const { flow, act } of steps) {
          if (act === 'enter') enter(flow);
          const [seat] = act === 'leave' ? seats : [];
          seat?.leave();
          if (seat) seats.delete(seat);
          if (act === 'give up') [...waiting].at(-1)?.abort(new Error('gone'));
          await nextTurn();
          expect(seats.size).toBeLessThanOrEqual(3);
        }
        for (let left = steps.length; left > 0 && waiting.size > 0; left--) {
          for (const seat of seats) seat.leave();
          seats.clear();
          await nextTurn();
        }
        expect(waiting.size).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('is limited per flow, and other flows overtake the waiting ones', async () => {
    const scheduler = newScheduler({ seats: 3, seatsOfFlow: 2 });
    atOnce(scheduler.enter(['loop'], 'read'));
    atOnce(scheduler.enter(['loop'], 'read'));
    expect(await outcomeOf(scheduler.enter(['loop'], 'read'))).toBe('waits');
    atOnce(scheduler.enter(['person'], 'read'));
  });

  it('comes sooner to a flow that has used less service time', async () => {
    const scheduler = newScheduler({ seats: 1 });
    const order: string[] = [];
    const work = (name: string, ms: number) => async () => {
      order.push(name);
      jest.advanceTimersByTime(ms);
    };
    const all = [];
    for (let i = 0; i < 3; i++) all.push(scheduler.run(['loop'], 'read', work('loop', 500)));
    for (let i = 0; i < 3; i++) all.push(scheduler.run(['person'], 'read', work('person', 5)));
    await Promise.all(all);
    expect(order).toEqual(['loop', 'person', 'person', 'person', 'loop', 'loop']);
  });
});

describe('a waiting request', () => {
  it('leaves the queue when its client leaves', async () => {
    const scheduler = newScheduler({ seats: 1 });
    const seat = atOnce(scheduler.enter(['a'], 'read'));
    const gone = new AbortController();
    const left = scheduler.enter(['a'], 'read', gone.signal);
    const next = scheduler.enter(['a'], 'read');
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    seat.leave();
    expect(await outcomeOf(next)).toBe('admitted');
  });

  it('watches its client only while it waits', async () => {
    const scheduler = newScheduler({ seats: 1 });
    const gone = new AbortController();
    const watch = jest.fn(() => gone.signal);
    const seat = atOnce(scheduler.enter(['a'], 'read', watch));
    expect(watch).not.toHaveBeenCalled();
    const left = scheduler.enter(['a'], 'read', watch);
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(scheduler.enter(['a'], 'read', watch)).rejects.toThrow('gone');
    seat.leave();
    atOnce(scheduler.enter(['a'], 'read'));
  });

  it('behind its own flow for too long gets a 429', async () => {
    const scheduler = newScheduler({ seats: 1 });
    atOnce(scheduler.enter(['a'], 'read'));
    const waits = outcomeOf(scheduler.enter(['a'], 'read'));
    jest.advanceTimersByTime(9_000);
    expect(await waits).toBe('too_many_requests');
  });

  it('that is the only one of its flow gets no 429', async () => {
    const scheduler = newScheduler({ seats: 1 });
    atOnce(scheduler.enter(['other'], 'read'));
    const waits = outcomeOf(scheduler.enter(['a'], 'read'));
    jest.advanceTimersByTime(9_000);
    expect(await waits).toBe('overloaded');
  });

  it('behind others for too long gets a 503', async () => {
    const scheduler = newScheduler({ seats: 1 });
    atOnce(scheduler.enter(['loop'], 'read'));
    for (let i = 0; i < 5; i++) void outcomeOf(scheduler.enter(['loop'], 'read'));
    jest.advanceTimersByTime(1);
    const waits = outcomeOf(scheduler.enter(['person'], 'read'));
    jest.advanceTimersByTime(8_999);
    for (let i = 0; i < 5; i++) void outcomeOf(scheduler.enter(['loop'], 'read'));
    jest.advanceTimersByTime(1);
    expect(await waits).toBe('overloaded');
  });

  it('of the longest flow is refused, latest first, when too many wait', async () => {
    const scheduler = newScheduler({ seats: 1, waitingAtMost: 3 });
    atOnce(scheduler.enter(['loop'], 'read'));
    const loop = [1, 2, 3].map(() => outcomeOf(scheduler.enter(['loop'], 'read')));
    const person = outcomeOf(scheduler.enter(['person'], 'read'));
    expect(await Promise.all(loop)).toEqual(['waits', 'waits', 'too_many_requests']);
    expect(await person).toBe('waits');
  });

  it('for a failed dependency is refused at once, and the next one tries', async () => {
    const scheduler = newScheduler({ seats: 1 });
    const seat = atOnce(scheduler.enter(['a'], 'read'));
    const waits = [1, 2].map(() => outcomeOf(scheduler.enter(['a'], 'read')));
    scheduler.refuseWaiting(unavailable());
    expect(await Promise.all(waits)).toEqual(['unavailable', 'unavailable']);
    seat.leave();
    atOnce(scheduler.enter(['a'], 'read'));
  });
});

describe('service time', () => {
  it('is the time that passes, divided by how many run', () => {
    let now = 0;
    const clock = new ServiceClock(() => now);
    const endFirst = clock.start();
    now += 10;
    const endSecond = clock.start();
    now += 10;
    expect(endFirst()).toBe(15);
    now += 10;
    expect(endSecond()).toBe(15);
    now += 1_000;
    const endThird = clock.start();
    now += 4;
    expect(endThird()).toBe(4);
  });

  it('sums up to the elapsed time', () => {
    const step = fc.record({ ms: fc.nat(1_000), starts: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        let now = 0;
        const clock = new ServiceClock(() => now);
        const running: (() => number)[] = [];
        let measured = 0;
        for (const { ms, starts } of steps) {
          now += ms;
          if (starts) running.push(clock.start());
          else measured += running.shift()?.() ?? 0;
        }
        for (const end of running) measured += end();
        expect(measured).toBeLessThanOrEqual(now + 1e-6);
      }),
    );
  });

  it('of work that waits for others is the reported one', async () => {
    const level = { ...READ, seats: 1, isIdle: true };
    const scheduler = new FairScheduler({ wait: level });
    const seat = atOnce(scheduler.enter(['costly'], 'wait'));
    const costly = outcomeOf(scheduler.enter(['costly'], 'wait'));
    const cheap = [1, 2].map(() => scheduler.enter(['cheap'], 'wait'));
    jest.advanceTimersByTime(5_000);
    seat.leave(100);
    ((await cheap[0]) as Seat).leave(1);
    await cheap[1];
    expect(await costly).toBe('waits');
  });
});

describe('work on the event loop', () => {
  const DECIDE: Level = { ...READ, seats: 1, seatsOfFlow: 1, sliceMs: 2 };
  const work = (ms: number) => () => void jest.advanceTimersByTime(ms);

  it('yields to other work after a slice', async () => {
    const scheduler = new FairScheduler({ decide: DECIDE });
    await scheduler.run(['a'], 'decide', work(1));
    await scheduler.run(['a'], 'decide', work(1));
    let isDone = false;
    const next = scheduler.run(['a'], 'decide', () => (isDone = true));
    await Promise.resolve();
    expect(isDone).toBe(false);
    await next;
  });

  it('in steps is shared by flows, slice by slice', async () => {
    const scheduler = new FairScheduler({ decide: DECIDE });
    const order: string[] = [];
    const steps = function* (name: string, count: number) {
      for (let i = 0; i < count; i++) {
        work(1)();
        order.push(name);
        yield;
      }
    };
    const loop = scheduler.runInSlices(['loop'], 'decide', steps('loop', 6));
    await scheduler.runInSlices(['person'], 'decide', steps('person', 2));
    expect(order.slice(0, 4)).toEqual(['loop', 'loop', 'person', 'person']);
    await loop;
    expect(order).toHaveLength(8);
  });
});

it('a refusal has the status of its cause, and a retry time', () => {
  expect(refusal(true, () => 0.5)).toMatchObject({ code: 'too_many_requests', options: { retryAfterSeconds: 3 } });
  expect(refusal(false)).toMatchObject({ code: 'overloaded', options: { retryAfterSeconds: expect.any(Number) } });
});
