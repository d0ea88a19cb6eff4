/**
 * Waits for all, which have begun together. A transaction ends only after its statements have.
 * @throws the first failure in the order given, not in time: what follows a statement that failed fails as well
 */
export async function allSettled<T extends readonly unknown[]>(
  works: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const results = await Promise.allSettled(works);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }) as unknown as T;
}
