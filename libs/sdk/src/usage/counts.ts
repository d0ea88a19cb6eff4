import type { EvaluationDetails } from '@burgee/evaluation';

/** How often each variant was the answer, by key. */
interface Counts {
  flags: Record<string, Record<string, number>>;
  /** Keys that do not exist. */
  unknown: Record<string, number>;
}

/** The keys that Burgee accepts. Other text is not a key, and might contain personal data. */
const KEY = /^[a-z\d][\w.-]{0,127}$/i;
/** The most entries of one report, which keeps it below Burgee's limit and the browser's for a closing page. */
const KEYS_OF_REPORT = 250;
const KEYS_AT_MOST = 1_000;

/** Counts evaluations by key and variant, and stores nothing else. */
export interface UsageCounter {
  count(key: string, details: EvaluationDetails<unknown>): void;
  /** The counts since the last call, each for a report of its own. */
  take(): Counts[];
}

/** Counts by name, of which any may be one of Object's own, such as `constructor`. */
const noCounts = <T>(): Record<string, T> => Object.create(null);

export function usageCounter(): UsageCounter {
  let parts: Counts[] = [];
  let partOf = new Map<string, Counts>();
  function add(key: string): Counts {
    if (partOf.size % KEYS_OF_REPORT === 0) parts.push({ flags: noCounts(), unknown: noCounts() });
    const part = parts[parts.length - 1] as Counts;
    partOf.set(key, part);
    return part;
  }
  return {
    count(key, { variant = 'error', errorCode }) {
      if (!KEY.test(key) || (!partOf.has(key) && partOf.size >= KEYS_AT_MOST)) return;
      const { flags, unknown } = partOf.get(key) || add(key);
      const isUnknown = errorCode === 'FLAG_NOT_FOUND';
      const of = isUnknown ? unknown : (flags[key] = flags[key] || noCounts());
      const name = isUnknown ? key : variant;
      of[name] = (of[name] || 0) + 1;
    },
    take() {
      const taken = parts;
      parts = [];
      partOf = new Map();
      return taken;
    },
  };
}
