import { describe, expect, it } from '@jest/globals';
import { shareOut } from './file-descriptors.js';
import { type StreamHolder, StreamLimits } from './stream-limits.js';

const SETTINGS = {
  total: 1_000,
  perKey: 1_000,
  perAddress: 1_000,
};

function limits(settings: Partial<typeof SETTINGS>, forStreams = Infinity): StreamLimits {
  return new StreamLimits({ ...SETTINGS, ...settings }, { forStreams }, { streamRefused: () => undefined });
}

const from = (account: string, keyHash: string, address: string, networks = [address]): StreamHolder => ({
  account,
  keyHash,
  address,
  networks,
});
const ONE = from('one', 'k', 'a');
const OTHER = from('other', 'other', 'other');

/** @returns how many streams are taken before one is refused */
function fill(taken: StreamLimits, holder: (stream: number) => StreamHolder): number {
  let count = 0;
  while (codeOf(() => taken.take(holder(count))) === 'taken') count++;
  return count;
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
    ['of a key', { perKey: 2 }, 'too_many_streams', 'taken'],
    ['from an address', { perAddress: 2 }, 'too_many_streams', 'taken'],
  ])('S39 %s', (_, settings, code, codeForOthers) => {
    const two = limits(settings);
    const slots = [two.take(ONE), two.take(ONE)];
    expect(codeOf(() => two.take(ONE))).toBe(code);
    expect(codeOf(() => two.take(OTHER))).toBe(codeForOthers);
    slots[0]?.release();
    slots[0]?.release();
    expect(codeOf(() => two.take(ONE))).toBe('taken');
    expect(codeOf(() => two.take(ONE))).toBe(code);
  });

  it.each([
    ['in all', limits({ total: 2 })],
    ['for which there are file descriptors', limits({}, 2)],
  ])('S39 %s', (_, two) => {
    const slots = [two.take(ONE), two.take(OTHER)];
    expect(codeOf(() => two.take(from('third', 'third', 'third')))).toBe('streams_busy');
    slots[0]?.release();
    expect(codeOf(() => two.take(from('third', 'third', 'third')))).toBe('taken');
  });

  it('S39 of an account and from a network as many as are left', () => {
    const replica = limits({});
    const account = fill(replica, (stream) => from('loop', `key ${stream}`, `address ${stream}`));
    expect([account, codeOf(() => replica.take(from('loop', 'k', 'a')))]).toEqual([501, 'streams_busy']);
    const network = fill(replica, (stream) => from(`account ${stream}`, `other ${stream}`, `b ${stream}`, ['wide']));
    expect(network).toBe(250);
    expect(codeOf(() => replica.take(OTHER))).toBe('taken');
  });

  it('S39 with one key, and from one network, as many as are left of the share of an account', () => {
    const withPublicKey = (stream: number) => from('one', 'public', `${stream}`);
    const fromOneNetwork = (stream: number) => from('one', `${stream}`, `${stream}`, ['wide']);
    for (const stranger of [withPublicKey, fromOneNetwork]) {
      const replica = limits({});
      expect(fill(replica, stranger)).toBe(334);
      expect(codeOf(() => replica.take(stranger(0)))).toBe('streams_busy');
      expect(codeOf(() => replica.take(from('one', 'of a server', 'server')))).toBe('taken');
      expect(codeOf(() => replica.take(from('one', 'of another visitor', 'visitor')))).toBe('taken');
    }
  });

  it('S39 of a key and from an address fewer where there are fewer file descriptors', () => {
    expect(fill(limits({}, 100), (stream) => from('one', 'k', `${stream}`))).toBe(34);
    expect(fill(limits({ perAddress: 100 }, 500), (stream) => from('one', `${stream}`, 'a'))).toBe(50);
  });

  it('none while the replica stops', () => {
    const none = limits({});
    none.close();
    expect(codeOf(() => none.take(ONE))).toBe('streams_busy');
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
