import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { percentile } from '@burgee/testing';

interface BesideReads<T> {
  result: T;
  p50: number;
  p99: number;
}

/** @param reads a process of `reads-at-rate` @returns what `work` gives, and milliseconds that reads took meanwhile */
export async function besideReads<T>(reads: ChildProcess, work: () => Promise<T>): Promise<BesideReads<T>> {
  reads.send('start');
  const result = await work();
  const answered = once(reads, 'message');
  reads.send('stop');
  const [taken] = (await answered) as [number[]];
  const ascending = taken.toSorted((a, b) => a - b);
  return { result, p50: percentile(ascending, 0.5), p99: percentile(ascending, 0.99) };
}
