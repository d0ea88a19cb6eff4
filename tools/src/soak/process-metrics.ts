import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessMetrics {
  /** Resident memory, bytes. */
  rss: number;
  /** Open file descriptors. */
  descriptors: number;
  /** Processor time used so far, milliseconds. */
  cpu: number;
  /** The same of its children that have ended, milliseconds. */
  endedChildrenCpu: number;
}

const PAGE_BYTES = 4_096;
const TICK_MILLISECONDS = 10;

/** What Linux reports of a process (proc(5)). */
export function readProcessMetrics(pid: number): ProcessMetrics {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = (first: number) => Number(fields[first]) + Number(fields[first + 1]);
  return {
    rss: pages * PAGE_BYTES,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    cpu: ticks(11) * TICK_MILLISECONDS,
    endedChildrenCpu: ticks(13) * TICK_MILLISECONDS,
  };
}

/** The soft limit of open files of this process and its children. */
export function descriptorLimit(): number {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return soft === undefined ? Infinity : Number(soft);
}
