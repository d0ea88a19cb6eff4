import { randomUUID } from 'node:crypto';
import type { EdgeApplied } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { readEdgeApplied } from './read-edge-applied.js';

const REPORT = {
  edge: randomUUID(),
  clients: 5,
  delivered: 3,
  applied: 2,
  unknown: 1,
  streams: 0,
  pollers: 1,
  last_seen_at: '2026-03-01T09:29:12.000Z',
  estimated: false,
  edges: [randomUUID()],
};
const BODY: EdgeApplied = { wait_id: randomUUID(), reports: [REPORT] };
const read = (body: unknown) => readEdgeApplied(Buffer.from(JSON.stringify(body)));
const withReport = (changes: object) => ({ ...BODY, reports: [{ ...REPORT, ...changes }] });

describe('the report of an edge on its clients', () => {
  it('is read as sent, without unknown fields', () => {
    expect(read(BODY)).toEqual(BODY);
    expect(read(withReport({ address: '192.0.2.1' }))).toEqual(BODY);
  });

  it.each([
    ['', []],
    ['/wait_id', { ...BODY, wait_id: 'mine' }],
    ['/reports', { ...BODY, reports: [] }],
    ['/reports', { ...BODY, reports: Array.from({ length: 11 }, () => REPORT) }],
    ['/reports/0', { ...BODY, reports: [null] }],
    ['/reports/0/edge', withReport({ edge: 'gateway:8081' })],
    ['/reports/0/clients', withReport({ clients: -1 })],
    ['/reports/0/pollers', withReport({ pollers: undefined })],
    ['/reports/0', withReport({ delivered: 5 })],
    ['/reports/0', withReport({ applied: 4 })],
    ['/reports/0/last_seen_at', withReport({ last_seen_at: '2026-99-01T09:29:12Z' })],
    ['/reports/0/estimated', withReport({ estimated: 1 })],
    ['/reports/0/sampled', withReport({ sampled: 'no' })],
    ['/reports/0/edges', withReport({ edges: ['a'] })],
    ['/reports/0/edges', withReport({ edges: Array.from({ length: 101 }, () => REPORT.edge) })],
  ])('is refused with what is wrong at %p', (pointer, body) =>
    expect(() => read(body)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        options: expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }),
      }),
    ),
  );

  it('is refused before it is parsed when it has more values than it may', () => {
    expect(() => readEdgeApplied(Buffer.from(`{"a":[${'0,'.repeat(2_000)}0]}`))).toThrow('too many values');
    expect(() => readEdgeApplied(Buffer.from('{'))).toThrow(expect.objectContaining({ code: 'malformed_json' }));
  });
});
