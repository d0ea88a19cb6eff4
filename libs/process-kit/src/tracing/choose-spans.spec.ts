import { describe, expect, it } from '@jest/globals';
import { chooseSpans, rootShare } from './choose-spans.js';

describe('root traces', () => {
  it.each([
    [undefined, undefined, 1],
    ['always_on', undefined, 1],
    ['parentbased_always_off', '0.5', 0],
    ['parentbased_traceidratio', '0.01', 0.01],
    ['traceidratio', '0', 0],
    // OpenTelemetry then keeps all traces, with a warning.
    ['traceidratio', 'much', 1],
    ['parentbased_traceidratio', '2', 1],
    ['parentbased_traceidratio', undefined, 1],
    ['another', undefined, 1],
  ])('under %s %s are sampled at a rate of %s', (OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, share) => {
    expect(rootShare({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG })).toBe(share);
  });

  it.each([
    ['always_off', 0],
    ['always_on', 1_000],
  ])('are chosen by %s: %s of 1,000', (OTEL_TRACES_SAMPLER, count) => {
    const choose = chooseSpans({ OTEL_TRACES_SAMPLER });
    expect(Array.from({ length: 1_000 }, () => choose(null)).filter(Boolean)).toHaveLength(count);
  });
});

describe('a child span', () => {
  const [kept, left] = ['01', '00'].map((flags) => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}`) as [
    string,
    string,
  ];

  it('follows its parent, unless the sampler ignores parents', () => {
    for (const OTEL_TRACES_SAMPLER of [undefined, 'parentbased_traceidratio', 'parentbased_always_off']) {
      const choose = chooseSpans({ OTEL_TRACES_SAMPLER });
      expect([choose(kept), choose(left)]).toEqual([true, false]);
    }
    const alone = chooseSpans({ OTEL_TRACES_SAMPLER: 'always_on' });
    expect([alone(kept), alone(left)]).toEqual([true, true]);
  });
});
