import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Estate } from './estate.js';
import { figures } from './figures.js';
import { planEstate } from './plan-estate.js';

const NOBODY: Estate = {
  services: 0,
  browsers: 0,
  environments: 1,
  flags: 100,
  readsPerSecond: 0,
  decisionsPerSecond: 0,
  pagesPerSecond: 0,
  changesPerHour: 0,
  edges: false,
};
const some = (max: number) => fc.integer({ min: 0, max });
const estates = fc.record<Estate>({
  services: some(50_000),
  browsers: some(5_000_000),
  environments: fc.integer({ min: 1, max: 1_000 }),
  flags: fc.integer({ min: 1, max: 5_000 }),
  readsPerSecond: some(100_000),
  decisionsPerSecond: some(100_000),
  pagesPerSecond: some(100_000),
  changesPerHour: some(10_000),
  edges: fc.boolean(),
});
const countOf = (estate: Estate, wanted: string) =>
  planEstate(estate, figures).replicas.find(({ name }) => name === wanted)?.count ?? 0;

it('plans two of each service without load, and no edge', () => {
  const { replicas, advice, postgres } = planEstate(NOBODY, figures);
  expect(replicas.map(({ name, count }) => [name, count])).toEqual(
    ['sdk-gateway', 'api-gateway', 'auth', 'flags-admin', 'audit', 'usage'].map((name) => [name, 2]),
  );
  expect(advice).toEqual([]);
  expect(postgres).toMatchObject({ connections: 90, cores: 0 });
});

it('plans edges for pages, and gateways with a stream per edge and environment', () => {
  const estate = { ...NOBODY, browsers: 500_000, environments: 20, edges: true };
  // 32 carry the streams, and one may fail.
  expect(countOf(estate, 'edge')).toBe(33);
  expect(countOf(estate, 'sdk-gateway')).toBe(2);
  expect(countOf({ ...estate, edges: false }, 'sdk-gateway')).toBe(33);
});

it('never plans fewer replicas for a higher load', () => {
  const numbers = ['services', 'browsers', 'flags', 'readsPerSecond', 'decisionsPerSecond', 'pagesPerSecond'] as const;
  fc.assert(
    fc.property(estates, fc.constantFrom(...numbers, 'changesPerHour' as const), (estate, name) => {
      const more = { ...estate, [name]: 2 * estate[name] + 1 };
      const [before, after] = [planEstate(estate, figures), planEstate(more, figures)];
      for (const [index, { count }] of before.replicas.entries())
        expect(after.replicas[index]?.count).toBeGreaterThanOrEqual(count);
      expect(after.postgres.cores).toBeGreaterThanOrEqual(before.postgres.cores);
    }),
  );
});

it('warns where a plan does not apply', () => {
  const polls = planEstate({ ...NOBODY, services: 100, readsPerSecond: 5_000_000 }, figures);
  expect(polls.advice.join(' ')).toMatch(/edges.*Postgres.*PgBouncer/s);
});
