import { readFileSync } from 'node:fs';

const LOOK_EVERY_MILLISECONDS = 200;

/** The name of this process among those that are watched. */
export const CALLER = 'caller';

/** A process whose main thread is watched; 0 = it does not run now. */
export interface Watched {
  name: string;
  pid: number;
}

interface Wait {
  name: string;
  begin: number;
  end: number;
  milliseconds: number;
}

/** How long the main thread of a process has waited for a core since it began, ms (proc(5), schedstat). Linux only. */
function waitOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1_000_000;
  } catch {
    return undefined;
  }
}

/**
 * Who waited for a core when. A machine that does other things as well makes answers late that nothing in Burgee
 * made late: that time is taken off.
 */
export class Crowding {
  readonly waits: Wait[] = [];
  private readonly last = new Map<number, number>();
  private lastLook = performance.now();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly watched: () => Watched[]) {}

  start(): void {
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MILLISECONDS);
  }

  stop(): void {
    clearInterval(this.timer);
    this.look();
  }

  /** How long these processes, together, waited for a core around that span, ms. */
  during(begin: number, end: number, ...names: string[]): number {
    return this.waits
      .filter((wait) => names.includes(wait.name) && wait.begin < end && wait.end > begin)
      .reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  }

  /** The longest that one of these processes waited for a core, or was kept from its work, in one look at that span, ms. */
  worst(begin: number, end: number, ...names: string[]): number {
    return this.waits
      .filter((wait) => names.includes(wait.name) && wait.begin < end && wait.end > begin)
      .reduce((worst, { milliseconds }) => Math.max(worst, milliseconds), 0);
  }

  private look(): void {
    const [begin, end] = [this.lastLook, performance.now()];
    this.lastLook = end;
    for (const { name, pid } of this.watched()) {
      const now = pid > 0 ? waitOf(pid) : undefined;
      if (now === undefined) continue;
      const waited = now - (this.last.get(pid) ?? now);
      // The wires to the engines go through this process: what keeps it from its work keeps all answers from coming.
      const stalled = name === CALLER ? end - begin - LOOK_EVERY_MILLISECONDS : 0;
      const milliseconds = Math.max(waited, stalled);
      this.last.set(pid, now);
      if (milliseconds > 0) this.waits.push({ name, begin, end, milliseconds });
    }
  }
}
