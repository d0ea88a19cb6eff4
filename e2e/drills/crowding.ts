import { readFileSync } from 'node:fs';

const LOOK_EVERY_MILLISECONDS = 200;

/** The name of this process among those that are watched. */
export const CALLER = 'caller';
/** What the host of this machine takes of it keeps everybody from their work. */
const HOST = 'host';

/** Of the 0.3 s in which Postgres has to answer a gateway; the wire between them goes through the caller. */
const CROWDED_MILLISECONDS = 150;
/** After an answer that came too late, a gateway does without Postgres for about that long. */
const WITHOUT_POSTGRES_MILLISECONDS = 1_000;
/** proc(5): of a second, whatever the machine. */
const MILLISECONDS_A_TICK = 10;

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

interface Span {
  replica: string;
  begin: number;
  end: number;
}

/** How long the main thread of a process has waited for a core since it began, ms (proc(5), schedstat). Linux only. */
function waitOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1_000_000;
  } catch {
    return undefined;
  }
}

/** How long each core was kept from this machine by its host since it began, ms (proc(5), stat). Linux only. */
function stolen(): number[] {
  try {
    const lines = readFileSync('/proc/stat', 'utf8').matchAll(/^cpu\d+ (.+)$/gm);
    return [...lines].map(([, times = '']) => Number(times.split(' ')[7]) * MILLISECONDS_A_TICK);
  } catch {
    return [];
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
  private lastStolen = stolen();
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
    return this.around(begin, end, names).reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  }

  /** Whether Postgres may have seemed dead to a replica, at that span, because the machine did other things. */
  excuses({ replica, begin, end }: Span): boolean {
    return this.wasBusy({ replica, begin: begin - WITHOUT_POSTGRES_MILLISECONDS, end });
  }

  /** Whether a replica or its caller was kept from its work at that span for as long as Postgres may take to answer, or about. */
  wasBusy({ replica, begin, end }: Span): boolean {
    return this.around(begin, end, [replica, CALLER, HOST]).some((wait) => wait.milliseconds > CROWDED_MILLISECONDS);
  }

  private around(begin: number, end: number, names: readonly string[]): Wait[] {
    return this.waits.filter((wait) => names.includes(wait.name) && wait.begin < end && wait.end > begin);
  }

  /** Notes what happened since the last look, which is not long ago. */
  look(): void {
    const [begin, end] = [this.lastLook, performance.now()];
    this.lastLook = end;
    const now = stolen();
    const taken = Math.max(
      0,
      ...now.map((milliseconds, core) => milliseconds - (this.lastStolen[core] ?? milliseconds)),
    );
    this.lastStolen = now;
    if (taken > 0) this.waits.push({ name: HOST, begin, end, milliseconds: taken });
    for (const { name, pid } of this.watched()) {
      const sum = pid > 0 ? waitOf(pid) : undefined;
      if (sum === undefined) continue;
      const waited = sum - (this.last.get(pid) ?? sum);
      // The wires to the engines go through this process: what keeps it from its work keeps all answers from coming.
      const stalled = name === CALLER ? end - begin - LOOK_EVERY_MILLISECONDS : 0;
      const milliseconds = Math.max(waited, stalled);
      this.last.set(pid, sum);
      if (milliseconds > 0) this.waits.push({ name, begin, end, milliseconds });
    }
  }
}
