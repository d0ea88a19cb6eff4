/**
 * Runs works, some at a time. @returns what they return, in order
 * @throws the first failure, when those under way have ended
 */
export async function inTurn<T>(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<T>,
  finished: (done: number) => void = () => undefined,
): Promise<T[]> {
  const results: T[] = [];
  let [next, done] = [0, 0];
  const worker = async () => {
    while (next < count) {
      const index = next++;
      try {
        results[index] = await work(index);
      } catch (error) {
        next = count;
        throw error;
      }
      finished(++done);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, count) }, worker));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return results;
}
