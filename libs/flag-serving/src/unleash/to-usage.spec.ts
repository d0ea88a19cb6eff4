import { USAGE_LIMITS, type UsageReport } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { readUsage } from '../usage/read-usage.js';
import { toUsage } from './to-usage.js';

const SDK = { 'unleash-sdk': 'unleash-client-node:6.12.0' };
const OF = { app: 'shop', sdk: 'unleash-client-node', sdk_version: '6.12.0' };
const metrics = (toggles: object, more: object = {}) => ({ appName: 'shop', bucket: { toggles }, ...more });

const reportsIn = (
  kind: 'metrics' | 'register' | 'bulk',
  said: Record<string, unknown>,
  headers: Record<string, string> = SDK,
) => toUsage(kind, said, headers).flatMap(({ reports }) => reports);
const keysIn = (reports: readonly UsageReport[]) => reports.flatMap(({ flags }) => Object.keys(flags));

describe('a report of an SDK of Unleash', () => {
  it('counts on, off, and on by a rule', () => {
    const toggles = {
      plain: { yes: 3, no: 2, variants: {} },
      theme: { yes: 5, no: 1, variants: { targeted: 2, on: 3, disabled: 1 } },
      'typed-wrong': { yes: 0, no: 4, variants: { disabled: 4 } },
    };
    expect(reportsIn('metrics', metrics(toggles, { instanceId: 'i-1' }))).toEqual([
      {
        ...OF,
        instance: 'i-1',
        flags: { plain: { on: 3, off: 2 }, theme: { on: 3, off: 1, targeted: 2 }, 'typed-wrong': { off: 4 } },
        unknown: {},
      },
    ]);
  });

  it('names the SDK in its body, in a header, or not at all', () => {
    const sdkOf = (body: object, headers: Record<string, string>) => {
      const [{ sdk = '', sdk_version = '' } = {}] = reportsIn('register', { appName: 'a', ...body }, headers);
      return [sdk, sdk_version];
    };
    expect(sdkOf({ sdkVersion: 'unleash-client-python:6.9.0' }, SDK)).toEqual(['unleash-client-python', '6.9.0']);
    expect(sdkOf({}, SDK)).toEqual(['unleash-client-node', '6.12.0']);
    expect(sdkOf({}, { 'x-unleash-sdk': 'unleash-js@3.7.8' })).toEqual(['unleash-js', '3.7.8']);
    expect(sdkOf({}, {})).toEqual(['unleash', '-']);
  });

  it.each([
    ['Büro', 'Büro'],
    ['注文', '注文'],
    ['दुकान 2', 'दुकान 2'],
    ['a<b>\n😀', 'a_b___'],
    [`${'a'.repeat(99)}𠮷`, `${'a'.repeat(99)}_`],
  ])('names its application in any script: %j', (appName, app) => {
    const [window] = toUsage('register', { appName }, SDK);
    expect(window?.reports[0]?.app).toBe(app);
    expect(() => readUsage(Buffer.from(JSON.stringify(window)))).not.toThrow();
  });

  it('S78 is read up to the limit, however much it lists', () => {
    let looks = 0;
    const many = (fields: string[]) =>
      Array.from({ length: 20_000 }, () =>
        Object.defineProperties({}, Object.fromEntries(fields.map((field) => [field, { get: () => (looks++, 'a') }]))),
      );
    const body = { applications: many(['appName', 'instanceId', 'sdkVersion']), metrics: many(['featureName']) };
    expect(reportsIn('bulk', body)).toHaveLength(100 + 1);
    expect(looks).toBeLessThanOrEqual(3 * 100 + 10_000);
    const toggles = Object.fromEntries(Array.from({ length: 11_000 }, (_, n) => [`k-${n}`, { yes: 1 }]));
    expect(keysIn(reportsIn('metrics', metrics(toggles)))).toHaveLength(10_000);
  });

  it('counts 5,000 flags with long names, in windows that the usage service takes', () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => `${'k'.repeat(120)}-${index}`);
    const windows = toUsage('metrics', metrics(Object.fromEntries(keys.map((key) => [key, { yes: 1, no: 1 }]))), SDK);
    for (const window of windows)
      expect(JSON.stringify(readUsage(Buffer.from(JSON.stringify(window)))).length).toBeLessThan(
        USAGE_LIMITS.bodyBytes,
      );
    expect(keysIn(windows.flatMap(({ reports }) => reports))).toEqual(keys);
  });

  it('S78 takes the SDK from the start of the header', () => {
    const [report] = reportsIn('register', { appName: 'a' }, { 'unleash-sdk': `${'a:'.repeat(8_000)}1` });
    expect(report?.sdk.length).toBeLessThanOrEqual(100);
    const long = reportsIn('register', { appName: 'a' }, { 'unleash-sdk': `${'a'.repeat(300)}:1` });
    expect(long).toMatchObject([{ sdk: 'a'.repeat(100), sdk_version: '-' }]);
  });

  it('in bulk becomes one report per application', () => {
    const body = {
      applications: [{ appName: 'shop', instanceId: 'i-1' }],
      metrics: [
        { appName: 'shop', featureName: 'theme', yes: 1, no: 2 },
        { appName: 'desk', featureName: 'theme', yes: 4, no: 0 },
      ],
    };
    expect(reportsIn('bulk', body)).toEqual([
      { ...OF, instance: 'i-1', flags: {}, unknown: {} },
      { ...OF, flags: { theme: { on: 1, off: 2 } }, unknown: {} },
      { ...OF, app: 'desk', flags: { theme: { on: 4 } }, unknown: {} },
    ]);
  });

  it.each([
    [
      'metrics',
      metrics({ 'ada@example.com': { yes: 1 }, [`${'a'.repeat(129)}`]: { yes: 1 }, ok: { yes: -1, no: 'x' } }),
    ],
    ['metrics', metrics({ ok: null }, { appName: 'Ada\u0000 <b>'.repeat(50), instanceId: 'ä' })],
    ['register', { appName: 'shop', instanceId: 7, sdkVersion: ['x'] }],
    ['bulk', { applications: [null, 7], metrics: [{}, { featureName: '__proto__' }, 'x'] }],
    ['metrics', metrics(Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`f${index}`, { yes: 1 }])))],
  ] as const)('of the kind %s becomes a valid report for any contents', (kind, body) => {
    const windows = toUsage(kind, body, {});
    for (const window of windows) expect(() => readUsage(Buffer.from(JSON.stringify(window)))).not.toThrow();
    expect(JSON.stringify(windows)).not.toMatch(/@example|<b>/);
  });
});
