import { overloaded } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { type PeerCalls, type Channel, Peer } from './peer.js';

/** Two ends of a way on which everything is copied, as between processes. */
function twoEnds(): [Channel, Channel] {
  const listeners: ((message: unknown) => void)[] = [];
  const end = (own: number): Channel => ({
    send: (message) => queueMicrotask(() => listeners[1 - own]?.(structuredClone(message))),
    onMessage: (listener) => (listeners[own] = listener),
  });
  return [end(0), end(1)];
}

/** What answers with these, as it is called from the other end. */
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

  it('says why not, so that callers can be told the same', async () => {
    const peer = peerOf(failing);
    await expect(peer.call('overload')).rejects.toMatchObject({
      name: 'DomainError',
      code: 'overloaded',
      message: expect.stringContaining('Too many.'),
      options: { retryAfterSeconds: expect.any(Number) },
    });
    await expect(peer.call('loop')).rejects.toMatchObject({ fault: 'loop', message: 'It follows itself.' });
  });

  it('that ends answers nothing: who waits is told', async () => {
    const [a] = twoEnds();
    const peer = new Peer<typeof failing>(a, {});
    const waits = peer.call('loop');
    peer.end();
    await expect(waits).rejects.toThrow('has ended');
  });
});
