import { describe, expect, it } from '@jest/globals';
import { readReport } from './read-report.js';

const bulk = (values: number) =>
  Buffer.from(JSON.stringify({ applications: Array.from({ length: values }, () => 0), metrics: [] }));

describe('a report of an SDK of Unleash', () => {
  it('S78 has no more values than SDKs send', () => {
    expect(readReport('bulk', bulk(49_000))).toMatchObject({ metrics: [] });
    expect(() => readReport('bulk', bulk(51_000))).toThrow('50,000 values');
  });
});
