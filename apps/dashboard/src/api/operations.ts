import type { OperationsView } from '@burgee/contracts/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

/** The interval while the page is visible. An answer takes about a second. */
const ASK_AGAIN_MILLISECONDS = 5_000;

/** The state of the instance; 404 for accounts that INSTANCE_OWNERS does not name. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: ({ signal }) => call<OperationsView>('GET', '/api/operations', { signal }),
  refetchInterval: ASK_AGAIN_MILLISECONDS,
  retry: false,
});
