import type { ServerResponse } from 'node:http';
import type { ChangeRow } from '@burgee/contracts/wire';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { StreamConnection } from '../connection/stream-connection.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { REFETCH_EVENTS } from '../ofrep/refetch-events.js';
import { type ChannelContext, EnvironmentChannel } from './environment-channel.js';
import { createEventMemory, type EventMemory, RecentEvents } from './recent-events.js';
import { SnapshotPacer } from './snapshot-pacer.js';
import { FLAG_EVENTS } from './stream-events.js';

const change = (revision: number): ChangeRow => ({
  environment_id: 'env',
  revision,
  kind: 'flag_deleted',
  data: { flag_id: 'f', key: `k${revision}` },
  epoch: 'e',
  occurred_at: new Date(),
  traceparent: null,
});

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

const MEMORY_BYTES = 1_000_000;

/** The queued sends, one job per connection. A test runs them step by step. */
let jobs: Iterator<unknown>[];
let rows: ChangeRow[];
let channel: EnvironmentChannel;
let eventMemory: EventMemory;

/** Runs so many steps of each job, and waits for promises before and after. */
async function turns(count: number): Promise<void> {
  await settled();
  for (let turn = 0; turn < count; turn++) {
    for (const job of jobs.splice(0)) if (!job.next().done) jobs.push(job);
    await settled();
  }
}

beforeEach(() => {
  jobs = [];
  rows = [];
  eventMemory = createEventMemory(MEMORY_BYTES);
  const version = () => ({ environmentId: 'env', epoch: 'e', revision: rows.length });
  const context: ChannelContext = {
    changesAfter: async (_, revision) => ({ rows: rows.filter((row) => row.revision > revision), asOf: 0 }),
    latestVersion: async () => version(),
    flagSet: () => new RenderedFlagSet({ ...version(), body: Buffer.from('[]') }),
    load: (_, read) => read(),
    send: (_, steps) =>
      new Promise((resolve) => {
        const next = () => {
          const step = steps.next();
          if (step.done) resolve();
          return step;
        };
        jobs.push({ next });
      }),
    pacer: new SnapshotPacer(),
    failed: () => undefined,
    changed: () => undefined,
    eventMemory,
    sent: () => undefined,
  };
  channel = new EnvironmentChannel('env', 'e', 0, context);
});

/** Makes so many changes, which the channel has in memory. */
async function changed(count: number): Promise<void> {
  for (let one = 0; one < count; one++) rows.push(change(rows.length + 1));
  channel.notify();
  await settled();
  await turns(channel.connections.size + 1);
}

/** A stream, and what its socket receives; one write is one piece. */
function open(sent: number, format = FLAG_EVENTS) {
  const written: string[] = [];
  let isCorked = false;
  let drain = () => {};
  const write = (bytes: Buffer) => {
    if (isCorked) written[written.length - 1] += bytes.toString();
    else written.push(bytes.toString());
  };
  const cork = () => {
    isCorked = true;
    written.push('');
  };
  const socket = {
    write,
    cork,
    uncork: () => (isCorked = false),
    once: (_: string, drained: () => void) => (drain = drained),
  };
  const response = { writeHead: () => ({ flushHeaders: () => {} }), socket, writableLength: 0 };
  const listener = {
    drained: (one: StreamConnection) => void channel.catchUp(one),
    eventSent: () => undefined,
    delivered: () => undefined,
  };
  const connection = new StreamConnection(response as unknown as ServerResponse, 'key', Infinity, listener, { format });
  connection.begin({});
  connection.sent = sent;
  channel.connections.add(connection);
  /** Makes the client stop reading. */
  const block = () => (response.writableLength = 1e9);
  const read = () => {
    response.writableLength = 0;
    drain();
  };
  const revisions = () => [...written.join('').matchAll(/id: e-(\d+)\n/g)].map(([, revision]) => Number(revision));
  return { connection, written, revisions, block, read };
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

describe('a stream that catches up', () => {
  it('S112 gets all missed events in one write, each with its id, in order', async () => {
    await changed(250);
    const stream = open(0);
    void channel.catchUp(stream.connection);
    await turns(1);
    expect([stream.written.length, stream.revisions()]).toEqual([1, from(1, 250)]);
    const resumed = open(10);
    const events = channel.recentAfter(10) ?? [];
    void channel.start(resumed.connection, { events });
    await turns(1);
    expect([resumed.written.length, resumed.revisions()]).toEqual([1, from(11, 250)]);
    expect(resumed.written[0]).toBe(events.map(({ frame }) => frame.plain.toString()).join(''));
  });

  it.each([
    ['from memory', false],
    ['from the past, which is read for them together', true],
  ])('S112 %s, with many others, is sent to in a step of its own', async (_, isPast) => {
    await changed(200);
    if (isPast) await restarted();
    const streams = from(1, 10).map(() => open(0));
    for (const { connection } of streams) void channel.catchUp(connection);
    await settled();
    for (const done of from(0, 10)) {
      expect(streams.filter(({ written }) => written.length > 0)).toHaveLength(done);
      await turns(1);
    }
    for (const { revisions } of streams) expect(revisions()).toEqual(from(1, 200));
    expect(streams.every(({ connection }) => !connection.catchingUp && !connection.busy)).toBe(true);
  });

  it('S112 is sent to in its own step when its client reads again, as when a thousand do at once', async () => {
    const streams = from(1, 10).map(() => open(0));
    for (const { connection } of streams) await channel.catchUp(connection);
    for (const { block } of streams) block();
    await changed(1);
    await changed(50);
    expect(streams.every(({ written }) => written.length === 1)).toBe(true);
    for (const { read } of streams) read();
    await turns(1);
    expect(streams.filter(({ written }) => written.length > 1)).toHaveLength(1);
    await turns(10);
    for (const { revisions } of streams) expect(revisions()).toEqual(from(1, 51));
  });

  it('gets at its turn the events that came since, and joins the broadcast from then on', async () => {
    await changed(3);
    const stream = open(1);
    void channel.catchUp(stream.connection);
    await settled();
    for (const revision of [4, 5]) rows.push(change(revision));
    channel.notify();
    await turns(1);
    expect([stream.written.length, stream.revisions()]).toEqual([1, from(2, 5)]);
    await changed(1);
    expect([stream.written.length, stream.revisions()]).toEqual([2, from(2, 6)]);
  });

  it('S127 misses no event when memory drops its pending events, and reads them from the source later', async () => {
    await changed(3);
    const stream = open(0);
    void channel.catchUp(stream.connection);
    await settled();
    eventMemory.set('another', new RecentEvents('another', eventMemory), { size: MEMORY_BYTES });
    eventMemory.delete('another');
    expect(channel.recentAfter(0)).toBeUndefined();
    for (const revision of [4, 5]) rows.push(change(revision));
    channel.notify();
    await turns(3);
    expect(stream.revisions()).toEqual(from(1, 5));
    const late = open(1);
    void channel.catchUp(late.connection);
    await turns(1);
    expect([channel.recentAfter(1), late.revisions()]).toEqual([undefined, from(2, 5)]);
  });

  it('opens at its turn, right before its first event', async () => {
    const stream = open(0);
    const opened: string[] = [];
    const begin = () => void opened.push(`${stream.written.length} written`);
    await changed(2);
    stream.written.splice(0);
    stream.connection.sent = 0;
    const started = channel.start(stream.connection, { events: channel.recentAfter(0) ?? [] }, undefined, begin);
    await settled();
    expect(opened).toEqual([]);
    await turns(1);
    await started;
    expect([opened, stream.revisions()]).toEqual([['0 written'], [1, 2]]);
    const refuse = () => {
      throw new Error('restored');
    };
    const refused = channel
      .start(open(0).connection, { events: [] }, undefined, refuse)
      .catch((error: unknown) => error);
    await turns(1);
    expect(await refused).toEqual(new Error('restored'));
  });

  it('S112 of OFREP gets only the last event, since each says the same', async () => {
    await changed(250);
    const stream = open(10, REFETCH_EVENTS);
    void channel.start(stream.connection, { events: channel.recentAfter(10) ?? [] });
    await turns(1);
    expect([stream.revisions(), stream.connection.sent]).toEqual([[250], 250]);
    await changed(1);
    expect(stream.revisions()).toEqual([250, 251]);
  });
});

/** Simulates a process that started after the changes. */
async function restarted(): Promise<void> {
  const { context } = channel as unknown as { context: ChannelContext };
  channel = new EnvironmentChannel('env', 'e', rows.length, context);
}
