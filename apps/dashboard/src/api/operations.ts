import type { OperationsView } from '@burgee/contracts/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

/** While the page is visible. An answer takes about a second. */
const ASK_AGAIN_MILLISECONDS = 5_000;

/** What runs and how it is; 404 to whom INSTANCE_OWNERS does not name. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: ({ signal }) => call<OperationsView>('GET', '/api/operations', { signal }),
  refetchInterval: ASK_AGAIN_MILLISECONDS,
  retry: false,
});
