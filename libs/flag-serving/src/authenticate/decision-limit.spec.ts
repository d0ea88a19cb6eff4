import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { ADDRESSES_OF_NETWORK, DecisionLimit, pointsOf } from './decision-limit.js';

const PER_SECOND = 10;
/** Their address is where the networks of one are looked for. */
const callerIn = (...networks: string[]) => ({ url: networks.join() }) as IncomingMessage;
const [FIRST, SECOND] = [callerIn('192.0.2.1'), callerIn('192.0.2.2')];
const REFUSED = { code: 'too_many_requests', options: { retryAfterSeconds: 1 } };
const SMALL = { bytes: 100, flags: 1 };

function counterOf(perSecond: number) {
  const used = new Map<string, number>();
  const consume = async (name: string, points: number) => {
    used.set(name, (used.get(name) ?? 0) + points);
    if (used.get(name)! > perSecond) throw new Error('used up');
  };
  return { consume };
}

/** A limit in one second that does not pass. */
const newLimit = (): DecisionLimit =>
  new DecisionLimit(
    { ofAddress: counterOf(PER_SECOND), ofNetwork: counterOf(ADDRESSES_OF_NETWORK * PER_SECOND) },
    PER_SECOND,
    (request) => `${request.url}`.split(','),
  );

const times = (count: number, take: (index: number) => Promise<void>) =>
  Promise.all(Array.from({ length: count }, (_, index) => take(index)));

describe('decisions by client key', () => {
  it('S67 are limited by address: one does not use up what others have', async () => {
    const limit = newLimit();
    await times(PER_SECOND, () => limit.takeRequest('client', FIRST));
    await expect(limit.takeRequest('client', FIRST)).rejects.toMatchObject(REFUSED);
    await expect(limit.takeRequest('client', SECOND)).resolves.toBeUndefined();
  });

  it.each([
    ['/56', (index: number) => callerIn('/32', '/48', '/56', `/64 ${index}`)],
    ['/48', (index: number) => callerIn('/32', '/48', `/56 ${index}`, `/64 ${index}`)],
    ['/24', (index: number) => callerIn('/24', `${index}`)],
  ])('S67 are limited by network too, %s, however many addresses it has', async (_, caller) => {
    const limit = newLimit();
    await times(ADDRESSES_OF_NETWORK * PER_SECOND, (index) => limit.takeRequest('client', caller(index)));
    await expect(limit.takeRequest('client', caller(1_000))).rejects.toMatchObject(REFUSED);
  });

  it('are not limited by provider: the customers of one are no neighbours', async () => {
    const limit = newLimit();
    const caller = (index: number) => callerIn('/32', `/48 ${index}`, `/56 ${index}`, `/64 ${index}`);
    const asked = times(100 * PER_SECOND, (index) => limit.takeRequest('client', caller(index)));
    await expect(asked).resolves.toHaveLength(100 * PER_SECOND);
  });

  it('of an address that has used up its own take nothing of its neighbours', async () => {
    const limit = newLimit();
    const asked = times(100 * PER_SECOND, () => limit.takeRequest('client', callerIn('/24', 'loop')));
    await expect(asked).rejects.toMatchObject(REFUSED);
    await expect(limit.takeRequest('client', callerIn('/24', 'person'))).resolves.toBeUndefined();
  });

  it('S67 count by how many flags they are about', async () => {
    const limit = newLimit();
    await limit.takeRequest('client', FIRST);
    await limit.takeFlags('client', FIRST, { ...SMALL, flags: 900 });
    await limit.takeFlags('client', FIRST, { ...SMALL, flags: 100 });
    await limit.takeRequest('client', FIRST);
    await expect(limit.takeRequest('client', FIRST)).rejects.toMatchObject(REFUSED);
    await expect(limit.takeFlags('client', FIRST, { ...SMALL, flags: 101 })).rejects.toMatchObject(REFUSED);
  });

  it('S67 count by the bytes of their bodies', async () => {
    const limit = newLimit();
    await limit.takeRequest('client', FIRST);
    await limit.takeBody('client', FIRST, 9 * 4_096);
    await limit.takeBody('client', FIRST, 4_096);
    await limit.takeRequest('client', FIRST);
    await expect(limit.takeBody('client', FIRST, 4_097)).rejects.toMatchObject(REFUSED);
  });

  it('S67 about ever so many flags, in ever so many bytes, are answered to whoever asks for nothing else', async () => {
    const limit = newLimit();
    const asked = { bytes: 30_000, flags: 100_000 };
    await limit.takeRequest('client', FIRST);
    await limit.takeBody('client', FIRST, asked.bytes);
    await expect(limit.takeFlags('client', FIRST, asked)).resolves.toBeUndefined();
  });

  it.each([
    [0, 0, 1],
    [4_096, 100, 1],
    [4_097, 0, 2],
    [0, 101, 2],
    [8_193, 301, 6],
    [65_536, 0, PER_SECOND],
    [0, 5_000, PER_SECOND],
  ])('with %i bytes about %i flags cost %i', (bytes, flags, points) => {
    expect(pointsOf({ bytes, flags }, PER_SECOND)).toBe(points);
  });
});

describe('decisions by SDK key', () => {
  it('are not limited by address: many servers may have one', async () => {
    const limit = newLimit();
    await expect(times(5 * PER_SECOND, () => limit.takeRequest('sdk', FIRST))).resolves.toHaveLength(50);
    await limit.takeBody('sdk', FIRST, 65_536);
    await limit.takeFlags('sdk', FIRST, { bytes: 65_536, flags: 5_000 });
  });
});
