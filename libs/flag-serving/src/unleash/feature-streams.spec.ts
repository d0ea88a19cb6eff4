import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DecidableFlagSet } from '../decisions/decidable-flag-set.js';
import { DerivedFlagSets } from '../flag-set/derived-flag-sets.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { createServingAdmission } from '../source/admission.js';
import { FeatureSet } from './feature-set.js';
import { unleashEvents } from './unleash-events.js';

const FLAG = { name: 'A', type: 'boolean', is_enabled: true, rollout_percentage: 100 };
const ADMISSION = createServingAdmission((environmentId) => [environmentId]);
const NO_RULE = { targeting_attribute: null, targeting_value: null, targeting_return_value: null };

const setOf = (count: number) => {
  const flags = Array.from({ length: count }, (_, n) => ({ flag_id: `f-${n}`, key: `k-${n}`, ...FLAG, ...NO_RULE }));
  const body = Buffer.from(JSON.stringify(flags));
  return new RenderedFlagSet({ environmentId: 'e', epoch: 'x', revision: 1, body });
};

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
  ])('S75 %s: in slices', async (_, make) => {
    const steps = new CountedSteps();
    const sets = new DerivedFlagSets(10_000, (one) => steps.of(make(one)), ADMISSION);
    expect(await sets.of(setOf(1_000))).toBeDefined();
    steps.stop();
    // Each looks at the clock once.
    expect(Math.max(...steps.inTurn)).toBeLessThanOrEqual(25);
  });

  it('S75 the first event of a stream of Unleash is made so too', async () => {
    const steps = new CountedSteps();
    const sets = new DerivedFlagSets(1_000_000, (one) => steps.of(FeatureSet.make(one)), ADMISSION);
    const events = unleashEvents((rendered) => sets.of(rendered));
    const made = await events.snapshot(setOf(1_000));
    steps.stop();
    expect(made.plain.toString()).toContain('event: unleash-connected');
    expect(Math.max(...steps.inTurn)).toBeLessThanOrEqual(25);
  });
});
