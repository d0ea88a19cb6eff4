import { describe, expect, it } from '@jest/globals';
import type { Poller } from '../flags/pollers.js';
import { AppliedTally } from './applied-tally.js';

const WANTED = { epoch: 'e', revision: 7 };
const stream = (sent: number) => ({ sent, catchingUp: false, flushed: true, closed: false });
const poller = (tag: string, revision = 6, seenAt = 5): Poller => ({
  isNamed: true,
  seenAt,
  asked: 2,
  answered: { epoch: 'e', revision },
  tag,
});

function newTally(streams: ReturnType<typeof stream>[], pollers: Poller[] = [], asked = streams.slice(0, 0)) {
  let epoch: string | undefined = 'e';
  const tally = new AppliedTally(WANTED, { streams, asked, pollers, epochNow: () => epoch });
  return { tally, restore: () => void (epoch = 'other') };
}

describe('the tally of clients that have a position', () => {
  it('counts a stream once its socket has taken the position', () => {
    const streams = [stream(7), stream(6), { ...stream(7), flushed: false }, { ...stream(9), catchingUp: true }];
    const { tally } = newTally(streams);
    expect(tally.count()).toMatchObject({ clients: 4, delivered: 1, acknowledged: 0, notSeen: 0, streams: 3 });
    Object.assign(streams[1]!, { sent: 7 });
    streams[2]!.flushed = true;
    streams[3]!.catchingUp = false;
    expect(tally.count()).toMatchObject({ clients: 4, delivered: 4, notSeen: 0, streams: 0 });
  });

  it('counts a stream that closed early as not seen, unless it already had the position', () => {
    const streams = [stream(7), stream(6)];
    const { tally } = newTally(streams);
    tally.count();
    for (const one of streams) one.closed = true;
    expect(tally.count()).toMatchObject({ clients: 2, delivered: 1, notSeen: 1, streams: 0 });
  });

  it('counts a stream as not seen when its environment is restored during the wait', () => {
    const { tally, restore } = newTally([stream(6)]);
    restore();
    expect(tally.count()).toMatchObject({ clients: 1, delivered: 0, notSeen: 1, streams: 0 });
  });

  it('counts a poller as delivered with the response, and as acknowledged when it says so', () => {
    const [fast, slow] = [poller('"e-6"', 6, 20), poller('"e-6"', 6, 10)];
    const { tally } = newTally([], [fast, slow]);
    expect(tally.count()).toMatchObject({ clients: 2, delivered: 0, acknowledged: 0, pollers: 2, lastSeenAt: 10 });
    Object.assign(fast, { answered: WANTED });
    expect(tally.count()).toMatchObject({ delivered: 1, acknowledged: 0, pollers: 2 });
    Object.assign(fast, { tag: '"e-8-u1"' });
    expect(tally.count()).toMatchObject({ delivered: 1, acknowledged: 1, pollers: 1, lastSeenAt: 10 });
    Object.assign(slow, { tag: '"other-9"' });
    expect(tally.count()).toMatchObject({ delivered: 1, acknowledged: 1, pollers: 1 });
  });

  it('counts an acknowledgement once, and only from a stream that was asked', () => {
    const [silent, first, left, plain] = [stream(7), stream(7), stream(7), stream(7)];
    const { tally } = newTally([silent, first, left, plain], [], [silent, first, left]);
    expect(tally.count()).toMatchObject({ clients: 4, delivered: 4, acknowledged: 0, streams: 3 });
    for (const one of [first, first, plain]) tally.acknowledge(one);
    left.closed = true;
    expect(tally.count()).toMatchObject({ clients: 4, delivered: 4, acknowledged: 1, notSeen: 0, streams: 1 });
  });

  it('counts a client that acknowledges before its socket is seen to be empty', () => {
    const early = { ...stream(7), flushed: false };
    const { tally } = newTally([early], [], [early]);
    tally.acknowledge(early);
    expect(tally.count()).toMatchObject({ clients: 1, delivered: 1, acknowledged: 1, streams: 0 });
  });
});
