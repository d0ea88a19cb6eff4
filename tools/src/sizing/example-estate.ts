import type { Estate } from '@burgee/sizing';

/** The estate that docs/operate/sizing.md works through. */
export const EXAMPLE_ESTATE: Estate = {
  services: 2_000,
  browsers: 500_000,
  environments: 20,
  flags: 300,
  readsPerSecond: 500,
  decisionsPerSecond: 200,
  pagesPerSecond: 1_000,
  changesPerHour: 60,
  edges: true,
};
