import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DecidableFlagSet } from '../decisions/decidable-flag-set.js';
import { WorkTurns } from '../decisions/work-turns.js';
import { DerivedFlagSets } from '../flag-set/derived-flag-sets.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { InTurn } from '../source/tenant-queue.js';
import { FeatureSet } from './feature-set.js';
import { unleashEvents } from './unleash-events.js';

const FLAG = { name: 'A', type: 'boolean', is_enabled: true, rollout_percentage: 100 };
const NO_RULE = { targeting_attribute: null, targeting_value: null, targeting_return_value: null };

const setOf = (count: number) => {
  const flags = Array.from({ length: count }, (_, n) => ({ flag_id: `f-${n}`, key: `k-${n}`, ...FLAG, ...NO_RULE }));
  const body = Buffer.from(JSON.stringify(flags));
  return new RenderedFlagSet({ environmentId: 'e', epoch: 'x', revision: 1, body });
};

/** Turns that come when `next` is called. */
function newTurns() {
  const waiting: (() => void)[] = [];
  const spent: [turns: string, amount: number][] = [];
  const turns =
    (name: string): InTurn =>
    async (_request, _environmentId, job) => {
      await new Promise<void>((begin) => waiting.push(begin));
      return job((amount) => spent.push([name, amount]));
    };
  return { work: new WorkTurns({ large: turns('large'), short: turns('short') }), waiting, spent };
}

const paid = (spent: readonly (readonly [string, number])[], turns: string) =>
  spent.reduce((sum, [name, amount]) => sum + (name === turns ? amount : 0), 0);

let now = 0;
// Each look at the clock takes a tenth of a millisecond.
beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => (now += 0.1)));
afterEach(() => void jest.restoreAllMocks());

/** How many steps are made in each turn of the event loop. */
class CountedSteps {
  readonly inTurn: number[] = [];
  private next = setImmediate(() => this.tick());

  *of<T>(steps: Generator<undefined, T>): Generator<undefined, T> {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      this.inTurn.push((this.inTurn.pop() ?? 0) + 1);
      yield;
    }
  }

  stop(): void {
    clearImmediate(this.next);
  }

  private tick(): void {
    this.inTurn.push(0);
    this.next = setImmediate(() => this.tick());
  }
}

describe('what is made of a flag set', () => {
  it.each<[string, (one: RenderedFlagSet) => Generator<undefined, object>]>([
    ['features', (one) => FeatureSet.make(one)],
    ['decisions', (one) => DecidableFlagSet.make(one)],
  ])('S75 %s: a large one in slices, in the turns of its tenant, which pays for the time', async (_, make) => {
    const { work, waiting, spent } = newTurns();
    const steps = new CountedSteps();
    const sets = new DerivedFlagSets(10_000, (one) => steps.of(make(one)));
    const made = work.derive(sets, {} as IncomingMessage, setOf(1_000));
    await new Promise(setImmediate);
    expect([waiting.length, spent]).toEqual([1, []]);
    waiting[0]?.();
    expect(await made).toBeDefined();
    steps.stop();
    // Each looks at the clock once.
    expect(Math.max(...steps.inTurn)).toBeLessThanOrEqual(25);
    // Of a hundred milliseconds.
    expect(paid(spent, 'large')).toBeGreaterThan(100 * 250_000);
  });

  it.each([
    ['for one who opens a stream', {} as IncomingMessage],
    ['for all who follow', undefined],
  ])('S75 the first event of a stream of Unleash is made so too, %s', async (_, request) => {
    const { work, waiting, spent } = newTurns();
    // Has no room for it.
    const sets = new DerivedFlagSets(10_000, FeatureSet.make, 4);
    const events = unleashEvents((rendered, of) => work.derive(sets, of, rendered));
    const made = Promise.resolve(events.snapshot(setOf(1_000), request));
    await new Promise(setImmediate);
    expect(waiting).toHaveLength(1);
    waiting[0]?.();
    expect((await made).plain.toString()).toContain('event: unleash-connected');
    expect(paid(spent, 'large')).toBeGreaterThan(0);
  });

  it('S75 features of 50 flags wait for a turn, those of 10 for none', async () => {
    const { work, waiting } = newTurns();
    const sets = new DerivedFlagSets(1_000_000, FeatureSet.make, 4);
    expect(work.derive(sets, undefined, setOf(10))).toBeInstanceOf(FeatureSet);
    void work.derive(sets, undefined, setOf(50));
    await new Promise(setImmediate);
    expect(waiting).toHaveLength(1);
  });
});
