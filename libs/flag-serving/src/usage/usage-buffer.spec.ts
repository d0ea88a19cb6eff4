import { randomUUID } from 'node:crypto';
import { type KeyKind, USAGE_LIMITS, type UsageReport, type UsageWindow } from '@burgee/contracts/wire';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readUsage } from './read-usage.js';
import { UsageBuffer } from './usage-buffer.js';
import { UsageSums } from './usage-sums.js';

const OF = { app: 'checkout', sdk: '@burgee/sdk', sdk_version: '0.2.0' };
const reportOf = (report: Partial<UsageReport> = {}): UsageReport => ({ ...OF, flags: {}, unknown: {}, ...report });
const windowOf = (...reports: UsageReport[]): UsageWindow => ({ window: randomUUID(), reports });
const keys = <T>(count: number, value: T) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`a-flag-with-a-long-name-${index}`, value]));

let dropped = 0;
const drop = () => void dropped++;
beforeEach(() => {
  dropped = 0;
});

describe('a buffer of usage', () => {
  it('returns each window once, in groups', () => {
    const buffer = new UsageBuffer(drop);
    const windows = [1, 2, 3].map(() => windowOf(reportOf({ flags: keys(2, { on: 1 }) })));
    for (const window of windows) expect(buffer.add('e', window, 'sdk')).toBe(true);
    const groups = [...buffer.take(700)];
    expect(groups.map((group) => group.map(({ window }) => window))).toEqual([
      [windows[0]?.window, windows[1]?.window],
      [windows[2]?.window],
    ]);
    expect(groups[0]?.[0]).toMatchObject({ environmentId: 'e', reports: windows[0]?.reports });
    expect([...buffer.take(1_000)]).toEqual([]);
  });

  it('S85 returns groups up to a number of bytes, also for many nearly empty windows', () => {
    const buffer = new UsageBuffer(drop);
    const name = 'n'.repeat(USAGE_LIMITS.nameCharacters);
    const window = () => windowOf({ app: name, sdk: name, sdk_version: name, instance: name, flags: {}, unknown: {} });
    for (let n = 0; n < 1_800; n++) expect(buffer.add('e', window(), 'sdk')).toBe(true);
    const groups = [...buffer.take(300_000)];
    expect(groups.flat()).toHaveLength(1_800);
    for (const group of groups) expect(JSON.stringify(group).length).toBeLessThan(310_000);
    expect(groups.length).toBeLessThan(10);
  });

  it('S82 has room for others after one client reported all it could', () => {
    const buffer = new UsageBuffer(drop, 1_000);
    const fill = (environmentId: string) => {
      let taken = 0;
      while (buffer.add(environmentId, windowOf(reportOf({ flags: keys(9, { on: 1 }) })), 'sdk')) taken++;
      return taken;
    };
    expect([fill('loop'), fill('other')]).toEqual([20, 16]);
    expect(buffer.add('person', windowOf(reportOf({ flags: keys(9, { on: 1 }) })), 'sdk')).toBe(true);
  });

  it('S128 has room for reports with SDK keys after any number with client keys', () => {
    const buffer = new UsageBuffer(drop, 1_000);
    const fill = (keyKind: KeyKind) => {
      let taken = 0;
      while (buffer.add('e', windowOf(reportOf({ flags: keys(9, { on: 1 }) })), keyKind)) taken++;
      return taken;
    };
    expect([fill('client'), fill('sdk')]).toEqual([11, 18]);
  });

  it('drops reports when it is full, and accepts them again when emptied', () => {
    const buffer = new UsageBuffer(drop, 24);
    const window = () => windowOf(reportOf({ flags: keys(5, { on: 1 }) }));
    expect([buffer.add('e', window(), 'sdk'), buffer.add('e', window(), 'sdk')]).toEqual([true, false]);
    expect([...buffer.take(1_000)].flat()).toHaveLength(1);
    expect(buffer.add('e', window(), 'sdk')).toBe(true);
  });

  it('counts decisions made here by environment, protocol, flag and variant', () => {
    const buffer = new UsageBuffer(drop);
    for (const variant of ['on', 'on', 'off'] as const) buffer.evaluated('e', 'ofrep', 'theme', variant, 'sdk');
    buffer.evaluated('e', 'ofrep', 'thema', 'unknown', 'sdk');
    buffer.bulk('e', 'unleash-frontend', 'sdk');
    buffer.bulk('other', 'ofrep', 'sdk');
    const found = [...buffer.take(1_000)].flat().map(({ environmentId, reports }) => ({ environmentId, reports }));
    const of = (protocol: string) => ({ app: protocol, sdk: protocol, sdk_version: '-' });
    expect(found).toEqual([
      {
        environmentId: 'e',
        reports: [
          { ...of('ofrep'), flags: { theme: { on: 2, off: 1 } }, unknown: {} },
          { ...of('ofrep'), flags: {}, unknown: { thema: 1 } },
          { ...of('unleash-frontend'), flags: {}, unknown: {}, bulk: 1 },
        ],
      },
      { environmentId: 'other', reports: [{ ...of('ofrep'), flags: {}, unknown: {}, bulk: 1 }] },
    ]);
  });
});

describe('sums of usage', () => {
  it('are one report of an application, and name its instances', () => {
    const sums = new UsageSums(drop);
    for (const instance of ['a', 'b', 'b'])
      sums.add(
        'e',
        reportOf({ instance, position: 'x-1', flags: { theme: { on: 2 } }, unknown: { thema: 1 }, bulk: 1 }),
        'sdk',
      );
    const [[environmentId, { reports }] = ['', windowOf()]] = [...sums.take()];
    expect([environmentId, reports]).toEqual([
      'e',
      [
        reportOf({ flags: { theme: { on: 6 } } }),
        reportOf({ unknown: { thema: 3 } }),
        reportOf({ instance: 'a', position: 'x-1' }),
        reportOf({ instance: 'b', position: 'x-1' }),
        reportOf({ bulk: 3 }),
      ],
    ]);
  });

  it('come in windows that fit the receiver, for any contents', () => {
    const sums = new UsageSums(drop);
    const name = '注'.repeat(USAGE_LIMITS.nameCharacters);
    const most = USAGE_LIMITS.count;
    for (let index = 0; index < 300; index++) {
      const key = `${index}-`.padEnd(128, 'k');
      const flags = { [key]: { on: most, off: most, targeted: most, error: most } };
      const instance = `${index}`.padEnd(100, 'i');
      sums.add('e', { app: name, sdk: name, sdk_version: name, instance, flags, unknown: { [key]: most } }, 'sdk');
    }
    const windows = [...sums.take()].map(([, window]) => window);
    const taken = windows.map((window) => {
      const body = Buffer.from(JSON.stringify(window));
      expect(body.length).toBeLessThanOrEqual(USAGE_LIMITS.bodyBytes);
      return readUsage(body).reports;
    });
    expect(windows.length).toBeGreaterThan(1);
    expect(taken.flat().flatMap(({ flags }) => Object.keys(flags))).toHaveLength(300);
    expect(new Set(taken.flat().map(({ instance }) => instance)).size).toBe(301);
  });

  it('come in windows with as many keys as the receiver takes, however short', () => {
    const sums = new UsageSums(drop);
    const flags = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`f${index}`, { on: 1 }]));
    sums.add('e', { app: 'a', sdk: 's', sdk_version: '1', flags, unknown: {} }, 'sdk');
    const taken = [...sums.take()].flatMap(([, window]) => readUsage(Buffer.from(JSON.stringify(window))).reports);
    expect(taken.flatMap(({ flags }) => Object.keys(flags))).toHaveLength(3_000);
  });

  it('are bounded: new entries are dropped and counted, known ones go on', () => {
    const sums = new UsageSums(drop, 9);
    for (const key of ['theme', 'theme', 'other', 'theme']) sums.evaluated('e', 'ofrep', key, 'on', 'sdk');
    const [[, { reports }] = ['', windowOf()]] = [...sums.take()];
    expect([dropped, reports.map(({ flags }) => flags)]).toEqual([1, [{ theme: { on: 3 } }]]);
  });

  it('S82 have room for other environments when one has used up its share', () => {
    const sums = new UsageSums(drop, 1_000);
    const fill = (environmentId: string) => {
      for (let n = 0; n < 1_000; n++) sums.evaluated(environmentId, 'ofrep', `made-up-${n}`, 'unknown', 'sdk');
    };
    fill('loop');
    fill('other');
    for (const key of ['theme', 'thema']) sums.evaluated('person', 'ofrep', key, 'on', 'sdk');
    const ofPerson = [...sums.take()].filter(([environmentId]) => environmentId === 'person');
    expect(ofPerson.flatMap(([, { reports }]) => reports.flatMap(({ flags }) => Object.keys(flags)))).toEqual([
      'theme',
      'thema',
    ]);
    expect(dropped).toBeGreaterThan(1_000);
  });

  it('S128 have room for SDK keys after any number of reports with client keys', () => {
    const sums = new UsageSums(drop, 1_000);
    for (let n = 0; n < 1_000; n++) {
      sums.evaluated('e', 'ofrep', `made-up-${n}`, 'unknown', 'client');
      sums.add('e', reportOf({ unknown: { [`invented-${n}`]: 1 } }), 'client');
    }
    sums.add('e', reportOf({ flags: keys(150, { on: 1 }) }), 'sdk');
    const taken = [...sums.take()];
    const namesOf = (kind: KeyKind) =>
      taken
        .filter(([, , keyKind]) => keyKind === kind)
        .flatMap(([, { reports }]) => reports.flatMap(({ flags, unknown }) => Object.keys({ ...flags, ...unknown })));
    expect(namesOf('sdk')).toHaveLength(150);
    expect(namesOf('client').length).toBeLessThan(120);
  });

  it('S82 are built as they are taken, with other work in between, at a gateway too', () => {
    const buffer = new UsageBuffer(drop);
    for (let n = 0; n < 10_000; n++) buffer.evaluated('e', 'ofrep', `made-up-${n}`, 'unknown', 'sdk');
    const taken = buffer.take(30_000);
    const write = jest.spyOn(JSON, 'stringify');
    try {
      taken.next();
      expect(write.mock.calls.length).toBeLessThan(100);
      expect([...taken].length).toBeGreaterThan(4);
    } finally {
      write.mockRestore();
    }
  });
});
