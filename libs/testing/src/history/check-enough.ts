/** How much was seen in a run. */
export interface Seen {
  acknowledgedWrites: number;
  reads: number;
  freshReads: number;
  /** Reads without a reason to be stale. */
  readsFreshByDuty: number;
  faults: number;
  streamEvents: number;
}

/** The minimum per minute for a meaningful run. An idle machine reaches twenty times as much. */
const IN_A_MINUTE: Seen = {
  acknowledgedWrites: 100,
  reads: 300,
  freshReads: 200,
  readsFreshByDuty: 60,
  faults: 8,
  streamEvents: 100,
};

/** In less, one fault of Postgres and the time after it may excuse every stale read. */
const LONG_ENOUGH_SECONDS = 30;

/**
 * A history without writes, reads or faults breaks no promise, and says nothing.
 * @param least in a minute, where a run is of another kind
 * @returns a line for each count that is too low for that time
 */
export function checkEnough(seen: Partial<Seen>, seconds: number, least: Partial<Seen> = {}): string[] {
  const inAMinute = { ...IN_A_MINUTE, ...least };
  const isShort = seconds < LONG_ENOUGH_SECONDS;
  return (Object.entries(seen) as [keyof Seen, number][]).flatMap(([what, count]) => {
    const due = isShort && what === 'readsFreshByDuty' ? 0 : Math.floor((inAMinute[what] * seconds) / 60);
    return count >= due ? [] : [`too little was seen: ${count} ${what} of ${due} in ${seconds} s`];
  });
}
