const LONGEST_MILLISECONDS = 60_000;
const DEFAULT_MILLISECONDS = 5_000;
const WAITS = /^[^?]*\?(?:.*&)?wait=applied(?:&|$)/;
const TIMEOUT = /[?&]timeout=(\d{1,5})(ms|s)(?:&|$)/;

/** How much longer a change may take whose caller waits until clients have it, in milliseconds. */
export function waitOf(url: string): number {
  if (!WAITS.test(url)) return 0;
  const [, number, unit] = TIMEOUT.exec(url) ?? [];
  if (number === undefined) return DEFAULT_MILLISECONDS;
  return Math.min(Number(number) * (unit === 's' ? 1_000 : 1), LONGEST_MILLISECONDS);
}
