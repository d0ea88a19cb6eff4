import { expect, it } from '@jest/globals';
import { tryMetrics } from '../observability/try-metrics.js';

it('passes the tests of the alert rules, and has numbers for every query of a rule or panel', async () => {
  expect(await tryMetrics(process.cwd(), { isDrawing: false })).toEqual([]);
});
