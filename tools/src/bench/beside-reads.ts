import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { percentile } from '@burgee/testing';

/** @param reads a process of `reads-at-rate` @returns what `work` gives, and milliseconds that reads took meanwhile, p99 */
export async function besideReads<T>(reads: ChildProcess, work: () => Promise<T>): Promise<{ result: T; p99: number }> {
  reads.send('start');
  const result = await work();
  const answered = once(reads, 'message');
  reads.send('stop');
  const [taken] = (await answered) as [number[]];
  return {
    result,
    p99: percentile(
      taken.toSorted((a, b) => a - b),
      0.99,
    ),
  };
}
