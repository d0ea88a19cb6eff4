import type { AppliedView } from '@burgee/contracts/http';

export type NotWaited = AppliedView & { not_waited: string };

/** The answer to a request that cannot wait. @param unknown the number of clients with an unknown state */
export const notWaited = (position: string, not_waited: string, unknown = 0): NotWaited => ({
  position,
  clients: unknown,
  delivered: 0,
  applied: 0,
  unknown,
  at_edges: 0,
  estimated: false,
  sampled: false,
  complete: false,
  waiting: [],
  not_waited,
});
