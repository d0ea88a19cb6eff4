/** Where applications report which flags they evaluate. */
export const USAGE_PATH = '/api/v1/usage';

/** How an evaluation ended. `error`: the flag had no value, and the default in the code was returned. */
export const USAGE_VARIANTS = ['on', 'off', 'targeted', 'error'] as const;
export type UsageVariant = (typeof USAGE_VARIANTS)[number];

/** Evaluations of one flag, by how they ended. */
export type UsageCounts = Partial<Record<UsageVariant, number>>;

/** What one application evaluated. It names no context, no user and no value. */
export interface UsageReport {
  /** The application; '' where its protocol names none. */
  app: string;
  sdk: string;
  sdk_version: string;
  /** One process or page of it. Left out where the report is of several. */
  instance?: string | undefined;
  /** `<epoch>-<revision>` of the flags that the instance holds. */
  position?: string | undefined;
  flags: Record<string, UsageCounts>;
  /** Keys that the application evaluated and that its environment does not have. */
  unknown: Record<string, number>;
  /** How often all flags were evaluated at once: which of them the application used is unknown. */
  bulk?: number | undefined;
}

/** Reports that count once, however often they arrive: the body of POST /api/v1/usage. */
export interface UsageWindow {
  /** A UUID, new for each window. */
  window: string;
  reports: UsageReport[];
}

/** What a report may hold. A test of the client library holds it to these. */
export const USAGE_LIMITS = {
  bodyBytes: 64 * 1_024,
  reports: 100,
  /** Flags and unknown keys, of all reports together. */
  keys: 1_000,
  nameCharacters: 100,
  count: 1_000_000_000,
} as const;

const FLAG_KEY = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$/;
const NAME = /^[\p{L}\p{M}\p{N}_ .@/:+()-]*$/u;
/** Of any version: what names a window is its client's to choose. */
const WINDOW = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= USAGE_LIMITS.count;

/** Whether a value may name a window. */
export const isUsageWindowId = (value: unknown): value is string => typeof value === 'string' && WINDOW.test(value);

/** Whether text may be a key: what is none may be anything, such as the name of a person. */
export const isUsageKey = (text: string): boolean => FLAG_KEY.test(text);

/** Whether text may name an application, an SDK, a version or an instance. */
export const isUsageName = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= USAGE_LIMITS.nameCharacters && NAME.test(text);

/** Whether a value is a count by key. */
export const isKeyCounts = (value: unknown): value is Record<string, number> =>
  isRecord(value) && Object.entries(value).every(([key, count]) => isUsageKey(key) && isCount(count));

const isVariantCounts = (value: unknown): value is UsageCounts =>
  isRecord(value) &&
  Object.entries(value).every(([variant, count]) => USAGE_VARIANTS.includes(variant as UsageVariant) && isCount(count));

/** Whether a value is the flags of a report. */
export const isFlagCounts = (value: unknown): value is UsageReport['flags'] =>
  isRecord(value) && Object.entries(value).every(([key, counts]) => isUsageKey(key) && isVariantCounts(counts));
