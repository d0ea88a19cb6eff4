import { describe, expect, it } from '@jest/globals';
import { shareOut } from './file-descriptors.js';
import { StreamLimits } from './stream-limits.js';

const SETTINGS = {
  total: 1_000,
  perKey: 1_000,
  perAddress: 1_000,
};

function limits(settings: Partial<typeof SETTINGS>, forStreams = Infinity): StreamLimits {
  return new StreamLimits({ ...SETTINGS, ...settings }, { forStreams }, { streamRefused: () => undefined });
}

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'taken';
  } catch (error) {
    const { code, options } = error as { code: string; options: { retryAfterSeconds: number } };
    return options.retryAfterSeconds >= 1 ? code : 'no time to wait';
  }
}

describe('how many streams there may be', () => {
  it.each([
    ['in all', { total: 2 }, 'streams_busy', 'streams_busy'],
    ['of a key', { perKey: 2 }, 'too_many_streams', 'taken'],
    ['from an address', { perAddress: 2 }, 'too_many_streams', 'taken'],
  ])('S39 %s', (_, settings, code, codeForOthers) => {
    const two = limits(settings);
    const slots = [two.take('k', 'a'), two.take('k', 'a')];
    expect(codeOf(() => two.take('k', 'a'))).toBe(code);
    expect(codeOf(() => two.take('other', 'other'))).toBe(codeForOthers);
    slots[0]?.release();
    slots[0]?.release();
    expect(codeOf(() => two.take('k', 'a'))).toBe('taken');
    expect(codeOf(() => two.take('k', 'a'))).toBe(code);
  });

  it('no more than there are file descriptors for', () => {
    const one = limits({}, 1);
    one.take('k', 'a');
    expect(codeOf(() => one.take('k', 'a'))).toBe('streams_busy');
  });

  it('none while the replica stops', () => {
    const none = limits({});
    none.close();
    expect(codeOf(() => none.take('k', 'a'))).toBe('streams_busy');
  });
});

describe('file descriptors', () => {
  it.each([
    [1_024, { connections: 960, streams: 864 }],
    [300, { connections: 236, streams: 204 }],
    [80, { connections: 16, streams: 0 }],
    [Infinity, { connections: Infinity, streams: Infinity }],
  ])('%p are shared out so that reads have some left', (descriptors, shares) => {
    expect(shareOut(descriptors)).toEqual(shares);
  });
});
