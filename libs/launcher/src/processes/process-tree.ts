import { readdirSync, readFileSync } from 'node:fs';

interface Stat {
  parent: number;
  /** As in proc(5): R running, S sleeping, T stopped, Z zombie, … */
  state: string;
}

function statOf(pid: number): Stat | undefined {
  try {
    // The name in parentheses may hold anything; what follows the last one may not.
    const [state = '', parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { parent: Number(parent), state };
  } catch {
    return undefined;
  }
}

/** A process and all that descend from it, parents first. Linux only. */
export function treeOf(root: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const parents = new Map(all.map((pid) => [pid, statOf(pid)?.parent]));
  const tree = [root];
  for (const pid of tree) tree.push(...all.filter((other) => parents.get(other) === pid));
  return tree;
}

/**
 * Sends a signal to a process and all its descendants: Postgres' workers go on when only their parent is stopped. A
 * child born meanwhile is caught in a second round.
 * @returns those it was sent to
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

/** Whether a process has ended; one that nobody has reaped yet has, too. */
export function isGone(pid: number): boolean {
  return (statOf(pid)?.state ?? 'Z') === 'Z';
}

/** Whether a process is stopped (SIGSTOP). */
export function isPaused(pid: number): boolean {
  return statOf(pid)?.state === 'T';
}
