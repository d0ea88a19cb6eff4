import { randomUUID } from 'node:crypto';
import type { UsageReport, UsageWindow } from '@burgee/contracts/wire';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { UpstreamError } from '../upstream/upstream-error.js';
import { EdgeUsage } from './edge-usage.js';
import { UsageForwarder } from './usage-forwarder.js';

const OF = { app: 'checkout', sdk: '@burgee/sdk', sdk_version: '0.2.0' };
const reportOf = (instance: string): UsageReport => ({ ...OF, instance, flags: { theme: { on: 1 } }, unknown: {} });

let sent: [key: string, window: UsageWindow][] = [];
let dropped = 0;
let fails: UpstreamError | undefined;
let keyOf: (environmentId: string) => string | undefined;
let usage: EdgeUsage;
let forwarder: UsageForwarder;

beforeEach(() => {
  sent = [];
  dropped = 0;
  fails = undefined;
  keyOf = (environmentId) => `key of ${environmentId}`;
  const noted = new Set<string>();
  usage = new EdgeUsage(
    async (window) => !noted.has(window) && Boolean(noted.add(window)),
    () => void dropped++,
  );
  forwarder = new UsageForwarder({
    send: async (key, window) => {
      sent.push([key, window]);
      if (fails) throw fails;
    },
    keyOf: (environmentId) => keyOf(environmentId),
    dropped: () => void dropped++,
    logger: { debug: () => undefined },
  });
});

const forward = async () => {
  // By now it is known whether the windows are new.
  await Promise.resolve().then(() => undefined);
  forwarder.add([...usage.take()]);
  return forwarder.forward();
};
const flagsSent = () => sent.flatMap(([, { reports }]) => reports).map(({ flags }) => flags.theme?.on ?? 0);

describe('usage at an edge', () => {
  it('of many instances is one report upstream, with a key of their environment', async () => {
    for (let index = 0; index < 50; index++)
      usage.add('e', { window: randomUUID(), reports: [reportOf(`i-${index}`)] }, 'sdk');
    await forward();
    expect(sent.map(([key]) => key)).toEqual(['key of e']);
    expect(flagsSent().toSorted()).toEqual([...Array(50).fill(0), 50]);
    await forward();
    expect(sent).toHaveLength(1);
  });

  it('counts once when a window comes again', async () => {
    const window = { window: randomUUID(), reports: [reportOf('i')] };
    usage.add('e', window, 'sdk');
    await forward();
    usage.add('e', window, 'sdk');
    await forward();
    expect(sent).toHaveLength(1);
  });

  it('that the upstream did not take is sent again as the same window', async () => {
    usage.add('e', { window: randomUUID(), reports: [reportOf('i')] }, 'sdk');
    fails = new UpstreamError('unreachable', 'silent');
    await forward();
    fails = undefined;
    await forward();
    await forward();
    expect([sent.length, new Set(sent.map(([, { window }]) => window)).size, dropped]).toEqual([2, 1, 0]);
  });

  it.each(['refused', 'unsupported', 'loop'] as const)(
    'that the upstream takes as %s is dropped and counted',
    async (fault) => {
      usage.add('e', { window: randomUUID(), reports: [reportOf('i')] }, 'sdk');
      fails = new UpstreamError(fault, 'no');
      await forward();
      await forward();
      expect([sent.length, dropped]).toEqual([1, 1]);
    },
  );

  it('of an environment without a key is dropped and counted', async () => {
    keyOf = () => undefined;
    usage.add('e', { window: randomUUID(), reports: [reportOf('i')] }, 'sdk');
    await forward();
    expect([sent.length, dropped]).toEqual([0, 1]);
  });

  it('S82 of one environment takes no room from others while the upstream is silent', async () => {
    fails = new UpstreamError('unreachable', 'silent');
    usage.add('person', { window: randomUUID(), reports: [reportOf('i')] }, 'sdk');
    await forward();
    for (let round = 0; round < 5; round++) {
      const many = (index: number): UsageReport => ({ ...reportOf('i'), app: `${round}-${index}`.padEnd(1_000, 'a') });
      for (let index = 0; index < 1_000; index++)
        usage.add('loop', { window: randomUUID(), reports: [many(index)] }, 'sdk');
      await forward();
    }
    sent = [];
    await forward();
    expect([sent.length, sent.some(([key]) => key === 'key of person')]).toEqual([200, true]);
  });

  it('S128 with client keys takes no room from what processes with SDK keys of their environment report', async () => {
    for (let part = 0; part < 60; part++) {
      const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`invented-${part}-${n}`, 1]));
      usage.add('e', { window: randomUUID(), reports: [{ ...OF, flags: {}, unknown }] }, 'client');
    }
    usage.add('e', { window: randomUUID(), reports: [reportOf('i')] }, 'sdk');
    await forward();
    expect(flagsSent().filter((on) => on > 0)).toEqual([1]);
    const invented = sent.flatMap(([, { reports }]) => reports.flatMap(({ unknown }) => Object.keys(unknown)));
    expect(invented.length).toBeLessThan(6_000);
  });

  it('is bounded while the upstream is silent: the oldest make room', async () => {
    fails = new UpstreamError('unreachable', 'silent');
    for (let index = 0; index < 201; index++)
      usage.add(`e${index}`, { window: randomUUID(), reports: [reportOf('i')] }, 'sdk');
    await forward();
    expect([sent.length, dropped, sent[0]?.[0]]).toEqual([200, 1, 'key of e1']);
  });
});
