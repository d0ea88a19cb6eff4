import { USAGE_LIMITS } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { readUsage } from './read-usage.js';

const WINDOW = '5f0d3c1a-6b1e-4a53-9a7f-0d6f5c1e2b3a';
const REPORT = {
  app: 'checkout',
  sdk: '@burgee/sdk',
  sdk_version: '0.2.0',
  instance: 'c1f5',
  position: '3f9a1c07b2d4-42',
  flags: { 'new-checkout': { on: 12, off: 30, targeted: 1, error: 2 } },
  unknown: { 'new-chekcout': 1 },
  bulk: 3,
};
const read = (body: unknown) => readUsage(Buffer.from(JSON.stringify(body)));
const readOne = (report: object) => read({ window: WINDOW, reports: [{ ...REPORT, ...report }] });
const keys = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`flag-${index}`, value]));

describe('a usage report', () => {
  it('is read as it stands', () => {
    const body = { window: WINDOW, reports: [REPORT, { app: 'a', sdk: 'b', sdk_version: '1' }] };
    expect(read(body)).toEqual({
      window: WINDOW,
      reports: [REPORT, { app: 'a', sdk: 'b', sdk_version: '1', flags: {}, unknown: {} }],
    });
  });

  it.each([
    ['no object', []],
    ['without a window', { reports: [REPORT] }],
    ['with a window that is no UUID', { window: 'today', reports: [REPORT] }],
    ['without reports', { window: WINDOW }],
    ['with an empty list', { window: WINDOW, reports: [] }],
    ['with a report that is none', { window: WINDOW, reports: ['checkout'] }],
    ['with a field of its own', { window: WINDOW, reports: [REPORT], user: 'ada@example.com' }],
    ['with too many reports', { window: WINDOW, reports: keysOfReports(USAGE_LIMITS.reports + 1) }],
  ])('%s is refused', (_, body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it.each([
    ['app', undefined],
    ['app', ''],
    ['app', 'a'.repeat(101)],
    ['app', 'Ada\nLovelace'],
    ['app', '<script>'],
    ['sdk', 7],
    ['sdk_version', {}],
    ['instance', ''],
    ['position', 'now'],
    ['flags', []],
    ['flags', { 'ada@example.com': { on: 1 } }],
    ['flags', { flag: { on: 0 } }],
    ['flags', { flag: { on: 1.5 } }],
    ['flags', { flag: { on: USAGE_LIMITS.count + 1 } }],
    ['flags', { flag: { Ada: 1 } }],
    ['flags', { flag: 'on' }],
    ['unknown', { 'no key': 1 }],
    ['unknown', { key: '1' }],
    ['bulk', -1],
    ['context', { userId: 'ada' }],
  ])('with %s %j is refused, and says where', (field, value) => {
    const pointer = expect.stringMatching(field === 'context' ? /^\/reports\/0$/ : `^/reports/0/${field}$`);
    expect(() => readOne({ [field]: value })).toThrow(
      expect.objectContaining({ code: 'invalid_request', options: { errors: [expect.objectContaining({ pointer })] } }),
    );
  });

  it('has as many keys as a body may, and one more is refused', () => {
    const most = { flags: keys(USAGE_LIMITS.keys, { on: 1 }), unknown: {} };
    expect(Object.keys(readOne(most).reports[0]?.flags ?? {})).toHaveLength(USAGE_LIMITS.keys);
    expect(() => readOne({ ...most, unknown: { more: 1 } })).toThrow('at most 1000 keys');
    expect(() => readOne({ ...most, unknown: keys(100_000, 1) })).toThrow('at most 1000 keys');
  });

  it('that is no JSON is refused as such', () => {
    expect(() => readUsage(Buffer.from('{'))).toThrow(expect.objectContaining({ code: 'malformed_json' }));
  });
});

function keysOfReports(count: number): object[] {
  return Array.from({ length: count }, () => ({ app: 'a', sdk: 'b', sdk_version: '1' }));
}
