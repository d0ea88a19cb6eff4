import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

interface Stat {
  parent: number;
  /** As in ps(1): R running, S sleeping, T stopped, Z zombie, … */
  state: string;
}

const HAS_PROC = existsSync('/proc/self/stat');

function statOf(pid: number): Stat | undefined {
  if (!HAS_PROC) return askPs().get(pid);
  try {
    // The name in parentheses may contain anything; the text after the last one may not.
    const [state = '', parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { parent: Number(parent), state };
  } catch {
    return undefined;
  }
}

/** Parses the output of `ps -A -o pid=,ppid=,stat=`. */
export function parsePs(printed: string): Map<number, Stat> {
  const rows = printed.matchAll(/^\s*(\d+)\s+(\d+)\s+(\S)/gm);
  return new Map([...rows].map(([, pid, parent, state = '']) => [Number(pid), { parent: Number(parent), state }]));
}

function askPs(): Map<number, Stat> {
  try {
    return parsePs(execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }));
  } catch {
    return new Map();
  }
}

function parents(): Map<number, number | undefined> {
  if (!HAS_PROC) return new Map([...askPs()].map(([pid, { parent }]) => [pid, parent]));
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return new Map(all.map((pid) => [pid, statOf(pid)?.parent]));
}

/** A process and all its descendants, parents first. */
export function treeOf(root: number): number[] {
  const all = [...parents()];
  const tree = [root];
  for (const pid of tree) tree.push(...all.filter(([, parent]) => parent === pid).map(([other]) => other));
  return tree;
}

/** The command line of a process, with its working directory if known; '' when it is gone. */
export function describeProcess(pid: number): string {
  try {
    if (HAS_PROC) return `${readFileSync(`/proc/${pid}/cmdline`, 'utf8')} ${readlinkSync(`/proc/${pid}/cwd`)}`;
    return execFileSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * Sends a signal to a process and all its descendants: Postgres' workers keep running when only their parent is
 * stopped. A second round catches children that were forked during the first.
 * @returns the pids it was sent to
 */
export function signalTree(root: number, signal: NodeJS.Signals): number[] {
  const reached = new Set<number>();
  for (let round = 0; round < 2; round++) {
    for (const pid of treeOf(root)) {
      if (reached.has(pid)) continue;
      reached.add(pid);
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
  }
  return [...reached];
}

/** Whether a process has ended, even if it was not reaped yet. */
export function isGone(pid: number): boolean {
  return (statOf(pid)?.state ?? 'Z') === 'Z';
}

/** Whether a process is stopped (SIGSTOP). */
export function isPaused(pid: number): boolean {
  return statOf(pid)?.state === 'T';
}
