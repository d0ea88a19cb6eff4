import { overloaded } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { type PeerCalls, type Channel, Peer } from './peer.js';

/** Two ends of a channel that copies messages, as between processes. */
function twoEnds(): [Channel, Channel] {
  const listeners: ((message: unknown) => void)[] = [];
  const end = (own: number): Channel => ({
    send: (message) => queueMicrotask(() => listeners[1 - own]?.(structuredClone(message))),
    onMessage: (listener) => (listeners[own] = listener),
  });
  return [end(0), end(1)];
}

/** A peer that responds with these functions, as seen from the other end. */
function peerOf<C extends PeerCalls>(theirs: C): Peer<C> {
  const [a, b] = twoEnds();
  const [peer] = [new Peer<C>(a, {}), new Peer(b, theirs)];
  return peer;
}

const failing = {
  overload: () => Promise.reject(overloaded('Too many.')),
  loop: () => {
    throw Object.assign(new Error('It follows itself.'), { fault: 'loop' });
  },
};

describe('another process', () => {
  it('is called, with bytes, and answers each call with its own result', async () => {
    const told: string[] = [];
    const theirs = {
      twice: async (n: number) => 2 * n,
      sizeOf: (bytes: Uint8Array) => bytes.length,
      note: (text: string) => void told.push(text),
    };
    const peer = peerOf(theirs);
    peer.send('note', 'first');
    expect(
      await Promise.all([peer.call('twice', 1), peer.call('twice', 2), peer.call('sizeOf', Buffer.alloc(7))]),
    ).toEqual([2, 4, 7]);
    expect(told).toEqual(['first']);
  });

  it('passes errors on, so that clients get the same one', async () => {
    const peer = peerOf(failing);
    await expect(peer.call('overload')).rejects.toMatchObject({
      name: 'DomainError',
      code: 'overloaded',
      message: expect.stringContaining('Too many.'),
      options: { retryAfterSeconds: expect.any(Number) },
    });
    await expect(peer.call('loop')).rejects.toMatchObject({ fault: 'loop', message: 'It follows itself.' });
  });

  it('rejects open calls when it ends', async () => {
    const [a] = twoEnds();
    const peer = new Peer<typeof failing>(a, {});
    const waits = peer.call('loop');
    peer.end();
    await expect(waits).rejects.toThrow('has ended');
  });
});
