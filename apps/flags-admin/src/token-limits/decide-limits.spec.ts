import { describe, expect, it } from '@jest/globals';
import type { TokenLimits } from '@burgee/contracts/wire';
import fc from 'fast-check';
import { beyondLimits, stepOf, type TaggedChange } from './decide-limits.js';

type ValueState = TaggedChange['before'];
const FRESH_VALUE: ValueState = {
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};

const UNLIMITED: TokenLimits = { flags: null, tag: null, step: null, without_step: [], changes: null, ask: false };
const ON_AT_10: ValueState = { ...FRESH_VALUE, is_enabled: true, rollout_percentage: 10 };

const change = (after: Partial<ValueState>, more: Partial<TaggedChange> = {}): TaggedChange => ({
  flagId: 'f',
  flagKey: 'checkout',
  environmentId: 'e',
  tags: [],
  before: ON_AT_10,
  ...more,
  after: { ...ON_AT_10, ...more.before, ...after },
});

describe('the step of a change', () => {
  const step = (after: Partial<ValueState>, without: ('switch' | 'edit')[] = [], before = ON_AT_10) =>
    stepOf(change(after, { before }), without);

  it('is the difference of the percentages', () => {
    expect([step({ rollout_percentage: 25 }), step({ rollout_percentage: 0 }), step({})]).toEqual([15, 10, 0]);
  });

  it('is 100 for a switch, for a rule, and for a flag that clients get for the first time', () => {
    expect(step({ is_enabled: false })).toBe(100);
    expect(step({ is_enabled: true }, [], FRESH_VALUE)).toBe(100);
    expect(step({ targeting_return_value: 'b' })).toBe(100);
    expect(step({ rollout_percentage: 11, served: true }, [], { ...ON_AT_10, served: false })).toBe(100);
  });

  it('leaves out what is granted without step', () => {
    expect(step({ is_enabled: false, rollout_percentage: 12 }, ['switch'])).toBe(2);
    expect(step({ is_enabled: false, targeting_value: 'x' }, ['edit'])).toBe(100);
    expect(step({ targeting_value: 'x', rollout_percentage: 90 }, ['edit'])).toBe(0);
  });
});

describe('a change within the limits of a token', () => {
  const beyond = (limits: Partial<TokenLimits>, changes: TaggedChange[], used = 0) =>
    beyondLimits({ ...UNLIMITED, ...limits }, used, changes);

  it('is of a flag with that key or tag', () => {
    const limits = { flags: ['checkout'], tag: 'ops' };
    const other = change({}, { flagKey: 'search' });
    expect(beyond(limits, [change({}), { ...other, tags: ['ops'] }])).toBeUndefined();
    expect(beyond(limits, [change({}), other])).toBe('may not change the flag search');
    expect(beyond({ flags: [] }, [change({})])).toContain('may not change');
  });

  it('is no larger than the step', () => {
    expect(beyond({ step: 5 }, [change({ rollout_percentage: 15 })])).toBeUndefined();
    expect(beyond({ step: 5 }, [change({ rollout_percentage: 16 })])).toContain('up to 5 percentage points');
  });

  it('leaves the count where it may be', () => {
    expect(beyond({ changes: 3 }, [change({}), change({})], 1)).toBeUndefined();
    expect(beyond({ changes: 3 }, [change({}), change({})], 2)).toContain('it has changed 2, and this is 2 more');
  });
});

/** Two tokens, a person and four values. Calls overlap, and each decides by the rows as they are when it has the locks. */
describe('100,000 calls in any order', () => {
  const KEYS = ['a', 'b', 'c', 'd'];
  const TAGS: Readonly<Record<string, string[]>> = { b: ['ops'], c: ['ops', 'x'] };
  const value = fc.record({
    is_enabled: fc.boolean(),
    rollout_percentage: fc.integer({ min: 0, max: 100 }),
    targeting_attribute: fc.constantFrom(null, 'plan'),
    targeting_value: fc.constantFrom(null, 'pro'),
    targeting_return_value: fc.constantFrom(null, 'x', 'y'),
  });
  const limits = fc.record({
    flags: fc.option(fc.subarray(KEYS)),
    tag: fc.option(fc.constant('ops')),
    step: fc.option(fc.integer({ min: 0, max: 100 })),
    without_step: fc.subarray(['switch', 'edit'] as ('switch' | 'edit')[]),
    changes: fc.option(fc.integer({ min: 0, max: 20 })),
    ask: fc.boolean(),
  });
  const patch = fc.oneof(
    value,
    fc.record({ rollout_percentage: fc.integer({ min: 0, max: 100 }) }),
    fc.record({ is_enabled: fc.boolean() }),
    // Back to the value at that time.
    fc.record({ undo: fc.nat(100) }),
  );
  const call = fc.record({
    by: fc.constantFrom('token', 'other', 'person'),
    patches: fc.dictionary(fc.constantFrom(...KEYS), patch, { minKeys: 1 }),
    isDry: fc.boolean(),
    /** How many calls that came later get the locks before it. */
    waits: fc.nat(5),
  });

  /** Says again, from the definition, what a step is. */
  function isSmall(
    { step, without_step: free }: Pick<TokenLimits, 'step' | 'without_step'>,
    from: ValueState,
    to: ValueState,
  ): boolean {
    if (step === null) return true;
    const rule = (one: ValueState) => [one.targeting_attribute, one.targeting_value, one.targeting_return_value].join();
    if (!free.includes('switch') && from.is_enabled !== to.is_enabled && step < 100) return false;
    if (free.includes('edit')) return true;
    return (
      (rule(from) === rule(to) || step === 100) && Math.abs(from.rollout_percentage - to.rollout_percentage) <= step
    );
  }

  interface Call {
    by: string;
    patches: Record<string, Partial<ValueState> & { undo?: number }>;
    isDry: boolean;
    waits: number;
  }

  /** The values after each call that had an effect, and what was beyond the limits. */
  class Installation {
    readonly beyond: string[] = [];
    private readonly history = [Object.fromEntries(KEYS.map((key) => [key, FRESH_VALUE]))];
    private readonly used: Record<string, number> = {};

    constructor(private readonly granted: Record<string, TokenLimits>) {}

    /** How many values tokens have changed. */
    get effects(): number {
      return (this.used.token ?? 0) + (this.used.other ?? 0);
    }

    call({ by, patches, isDry }: Call): void {
      const changes = Object.entries(patches).flatMap(([key, patched]) => this.changeOf(key, patched));
      const limited = this.granted[by];
      const used = this.used[by] ?? 0;
      if (isDry || (limited && beyondLimits(limited, used, changes) !== undefined)) return;
      const effects = changes.map(({ flagKey, after }) => [flagKey, after]);
      this.history.push({ ...this.history.at(-1), ...Object.fromEntries(effects) });
      this.used[by] = used + changes.length;
      if (limited) this.check(limited, this.used[by], changes);
    }

    private changeOf(key: string, { undo, ...patched }: Call['patches'][string]): TaggedChange[] {
      const before = this.history.at(-1)?.[key] as ValueState;
      const after =
        undo === undefined
          ? { ...before, ...patched }
          : (this.history[undo % this.history.length]?.[key] as ValueState);
      const isSame = JSON.stringify(before) === JSON.stringify(after);
      return isSame ? [] : [{ flagId: key, flagKey: key, environmentId: 'e', tags: TAGS[key] ?? [], before, after }];
    }

    private check({ flags, tag, changes: most, ...granted }: TokenLimits, used: number, changes: TaggedChange[]): void {
      const mayAny = flags === null && tag === null;
      for (const { flagKey, before, after } of changes) {
        const isNamed = flags?.includes(flagKey) || (tag !== null && TAGS[flagKey]?.includes(tag));
        if (!mayAny && !isNamed) this.beyond.push(`changed ${flagKey}`);
        if (!isSmall(granted, before, after)) this.beyond.push(`changed ${flagKey} by a larger step`);
      }
      if (most !== null && used > most) this.beyond.push(`changed ${used} values`);
    }
  }

  it('have no effect outside the limits', () => {
    let calls = 0;
    let effects = 0;
    const many = fc.array(call, { minLength: 200, maxLength: 200 });
    fc.assert(
      fc.property(fc.record({ token: limits, other: limits }), many, (granted, arriving) => {
        const installation = new Installation(granted);
        const turns = arriving.map((one, index) => ({ ...one, turn: index + one.waits }));
        for (const one of turns.toSorted((a, b) => a.turn - b.turn)) installation.call(one as Call);
        calls += arriving.length;
        effects += installation.effects;
        expect(installation.beyond).toEqual([]);
      }),
      { seed: 7, numRuns: 500 },
    );
    expect(calls).toBe(100_000);
    // Enough of them had an effect, with this seed.
    expect(effects).toBeGreaterThan(5_000);
  });
});
