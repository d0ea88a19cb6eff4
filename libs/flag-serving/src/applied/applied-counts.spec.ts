import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { FLAG_AND_ACCESS_EVENTS, FLAG_EVENTS } from '../channel/stream-events.js';
import type { StreamRegistry } from '../channel/stream-registry.js';
import type { SubscriberOptions } from '../channel/subscriber.js';
import { chooseFormat } from '../connection/stream-handler.js';
import { AppliedCounts } from './applied-counts.js';

const WANTED = { wait_id: randomUUID(), position: 'e-7', within_ms: 5_000 };

function stream({ format, edge, ack }: SubscriberOptions) {
  const written: string[] = [];
  const write = ({ plain }: { plain: Buffer }) => written.push(plain.toString());
  return {
    format,
    edge,
    ack,
    written,
    write,
    sent: 7,
    catchingUp: false,
    flushed: true,
    closed: false,
    writable: true,
  };
}

const atOnce = (_: string, steps: Iterator<unknown>) => {
  while (!steps.next().done);
};

function countsOf(streams: ReturnType<typeof stream>[], inSlices = atOnce) {
  const channelOf = () => ({ epoch: 'e', connections: new Set(streams) });
  return new AppliedCounts({ channelOf, inSlices } as unknown as StreamRegistry, { of: () => [], isFull: false });
}

const anEdge = (edge: string) => stream(chooseFormat({ access: true, edge, ack: false }));
const acknowledging = () => stream(chooseFormat({ access: false, edge: undefined, ack: true }));

describe('counting the clients that have a position', () => {
  it('asks each edge that can report, once, and does not count it as a client', () => {
    const [first, second] = [randomUUID(), randomUUID()];
    // The second edge has opened another stream, and its old one is not closed yet.
    const edges = [anEdge(first), anEdge(second), anEdge(second)];
    const clients = [FLAG_EVENTS, FLAG_AND_ACCESS_EVENTS].map((format) => stream({ format }));
    const counts = countsOf([...edges, ...clients]);
    const counted = { clients: 2, delivered: 2, edges: [first, second], estimated: false, sampled: false };
    expect(counts.count('env', WANTED)).toMatchObject(counted);
    expect(counts.count('env', WANTED)).toMatchObject(counted);
    const asked = `event: applied_wanted\ndata: ${JSON.stringify(WANTED)}\n\n`;
    expect(edges.map(({ written }) => written)).toEqual([[asked], [asked], [asked]]);
    counts.end(WANTED.wait_id);
    expect(edges[0]!.written.at(-1)).toBe(asked.replace('5000', '0'));
    expect(clients.map(({ written }) => written)).toEqual([[], []]);
  });

  it('asks up to a hundred edges and counts each further edge as one client', () => {
    const counts = countsOf(Array.from({ length: 103 }, () => anEdge(randomUUID())));
    const { edges, ...counted } = counts.count('env', WANTED)!;
    expect([edges.length, counted.clients, counted.delivered]).toEqual([100, 3, 3]);
  });

  it('asks clients that acknowledge, each with its own token', () => {
    const [one, other, plain] = [acknowledging(), acknowledging(), stream({ format: FLAG_EVENTS })];
    const counts = countsOf([one, other, plain]);
    expect(counts.count('env', WANTED)).toMatchObject({ clients: 3, delivered: 3, acknowledged: 0, streams: 2 });
    const asked = `event: applied_wanted\ndata: ${JSON.stringify({ ...WANTED, spread_ms: 2 })}\n\n`;
    expect([one.written, other.written, plain.written]).toEqual([[asked], [asked], []]);
    const { wait_id } = WANTED;
    const ack = one.ack as string;
    expect(ack).not.toBe(other.ack);
    expect(counts.acknowledge('another', { wait_id, ack })).toBe(false);
    expect(counts.acknowledge('env', { wait_id: randomUUID(), ack })).toBe(false);
    expect(counts.acknowledge('env', { wait_id, ack: 'a'.repeat(22) })).toBe(true);
    expect(counts.count('env', WANTED)).toMatchObject({ acknowledged: 0 });
    expect(counts.acknowledge('env', { wait_id, ack })).toBe(false);
    expect(counts.count('env', WANTED)).toMatchObject({ acknowledged: 1, streams: 1 });
  });

  it('S111 asks one client per step, and none after the wait ends', () => {
    const streams = [anEdge(randomUUID()), acknowledging(), acknowledging(), acknowledging()];
    const turns: Iterator<unknown>[] = [];
    const counts = countsOf(streams, (_, steps) => void turns.push(steps));
    const asked = () => streams.map(({ written }) => written.length);
    expect(counts.count('env', WANTED)).toMatchObject({ clients: 3, delivered: 3, streams: 3 });
    expect(asked()).toEqual([0, 0, 0, 0]);
    for (let n = 0; n < 2; n++) turns[0]!.next();
    expect(asked()).toEqual([1, 1, 0, 0]);
    // A stream whose socket is not writable at its turn is skipped.
    streams[2]!.writable = false;
    turns[0]!.next();
    expect([asked(), counts.count('env', WANTED)]).toMatchObject([[1, 1, 0, 0], { streams: 2 }]);
    counts.end(WANTED.wait_id);
    for (const steps of turns) while (!steps.next().done);
    expect(asked()).toEqual([2, 1, 0, 0]);
  });

  it('asks up to a thousand clients, reports the sample, and skips sockets that are not writable', () => {
    const streams = Array.from({ length: 1_500 }, acknowledging);
    const counted = countsOf(streams).count('env', WANTED);
    expect(counted).toMatchObject({ clients: 1_500, delivered: 1_500, sampled: true, streams: 1_000 });
    const asked = streams.filter(({ written }) => written.length > 0);
    expect([asked.length, asked[0]?.written[0]]).toEqual([1_000, expect.stringContaining('"spread_ms":1000')]);
    const blocked = Object.assign(acknowledging(), { writable: false });
    expect(countsOf([blocked]).count('env', WANTED)).toMatchObject({ sampled: false, streams: 0 });
  });
});
