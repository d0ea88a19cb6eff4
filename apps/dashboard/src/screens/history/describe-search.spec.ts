import { expect, it } from '@jest/globals';
import { describeSearch } from './describe-search.js';

const NAMES = { flag: 'new-checkout', person: 'Ada', environment: undefined };
const TUESDAY = '2026-11-24';

it.each([
  [{}, []],
  [{ q: 'rollout', action: 'flag_switch' }, ['“rollout”', 'Flag switched']],
  [{ flag: 'f', environment: 'e', actor: 'a' }, ['new-checkout', 'A deleted environment', 'Ada']],
  [{ action: 'flag_delete', from: TUESDAY, to: TUESDAY }, ['Flag deleted', 'Tuesday, 24 November 2026']],
  [{ from: TUESDAY }, ['since Tuesday, 24 November 2026']],
  [{ to: TUESDAY }, ['through Tuesday, 24 November 2026']],
] as const)('%j in words', (search, expected) =>
  // Intl writes "Tuesday 24 November" or "Tuesday, 24 November", by its version.
  expect(describeSearch(search, NAMES, 'en-GB').map((one) => one.replace('Tuesday 24', 'Tuesday, 24'))).toEqual(
    expected,
  ),
);
