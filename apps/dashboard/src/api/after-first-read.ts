import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Waits for the first read of a query: until the query has data, invalidating it neither cancels nor repeats that
 * read.
 */
export async function afterFirstRead(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const query = queries.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.data === undefined) await query?.promise?.catch(() => undefined);
}
