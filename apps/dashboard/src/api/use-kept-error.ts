import { useState } from 'react';

/** A part of a query's result. */
interface Read {
  error: Error | null;
  isPending: boolean;
  errorUpdateCount: number;
}

/**
 * The result of a query that keeps its error while a failed first read is repeated, which the library forgets then: the
 * words and their button stay where they are.
 */
export function useKeptError<R extends Read>(result: R): R {
  const { error, isPending, errorUpdateCount } = result;
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  return isPending && errorUpdateCount > 0 && last !== null ? { ...result, error: last, isPending: false } : result;
}
