import { FRESH_READ_MUTANTS } from './list/p1-fresh-reads.js';
import { LOST_WRITE_MUTANTS } from './list/p2-no-lost-write.js';
import { LAST_KNOWN_GOOD_MUTANTS } from './list/p3-serve-last-known-good.js';
import { GAP_MUTANTS } from './list/p4-no-gap.js';
import { REVOKED_MUTANTS } from './list/p5-revoked.js';
import { FAIL_FAST_MUTANTS } from './list/p6-fail-fast.js';
import { ROLE_MUTANTS } from './list/roles.js';
import { SIGNATURE_MUTANTS } from './list/signatures.js';
import { TENANCY_MUTANTS } from './list/tenancy.js';
import type { Mutant } from './mutant.js';

/** Ways to break a promise, one at a time. What survives here is a test that is missing. */
export const MUTANTS: Mutant[] = [
  ...FRESH_READ_MUTANTS,
  ...LOST_WRITE_MUTANTS,
  ...LAST_KNOWN_GOOD_MUTANTS,
  ...GAP_MUTANTS,
  ...REVOKED_MUTANTS,
  ...FAIL_FAST_MUTANTS,
  ...ROLE_MUTANTS,
  ...TENANCY_MUTANTS,
  ...SIGNATURE_MUTANTS,
];
