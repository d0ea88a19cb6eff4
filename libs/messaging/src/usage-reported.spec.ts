import { randomUUID } from 'node:crypto';
import { UsageReportedV1 } from '@burgee/contracts/messages';
import { isFlagCounts, isKeyCounts, isUsageWindowId } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { parsePayload } from './parse-payload.js';

const KEYS = ['constructor', 'toString', 'then', 'hasOwnProperty', 'length', 'prototype', 'get', 'size', 'valueOf'];

describe('a window of usage that a gateway accepts', () => {
  it.each([
    ...KEYS.map((key) => [`a flag named ${key}`, randomUUID(), { [key]: { on: 1 } }, {}] as const),
    ...KEYS.map((key) => [`an unknown key ${key}`, randomUUID(), {}, { [key]: 1 }] as const),
    ['a UUID of no version', '00000000-0000-0000-0000-000000000001', {}, {}] as const,
    ['a UUID of capitals', 'F'.repeat(8) + '-FFFF-FFFF-FFFF-'.concat('F'.repeat(12)), {}, {}] as const,
  ])('S85 with %s is also valid for the usage service', (_, window, flags, unknown) => {
    expect([isUsageWindowId(window), isFlagCounts(flags), isKeyCounts(unknown)]).toEqual([true, true, true]);
    const report = { app: 'a', sdk: 's', sdk_version: '1', flags, unknown };
    const windows = [{ environment_id: randomUUID(), window, reports: [report] }];
    const message = { v: 1, event_id: randomUUID(), occurred_at: new Date().toISOString(), windows };
    const read = parsePayload(UsageReportedV1, JSON.parse(JSON.stringify(message)));
    expect(JSON.parse(JSON.stringify(read))).toEqual(message);
  });
});
