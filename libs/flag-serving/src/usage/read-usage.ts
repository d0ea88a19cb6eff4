import {
  DomainError,
  isFlagCounts,
  isKeyCounts,
  isUsageName,
  isUsageWindowId,
  parsePosition,
  USAGE_LIMITS,
  USAGE_VARIANTS,
  type UsageReport,
  type UsageWindow,
} from '@burgee/contracts/wire';
import { hasMoreValues } from '../decisions/has-more-values.js';

/** Limit of a body: each key with a count per variant, and the fields of each report. */
const VALUES_AT_MOST = USAGE_LIMITS.keys * (1 + USAGE_VARIANTS.length) + USAGE_LIMITS.reports * 9;

const WINDOW_FIELDS = ['window', 'reports'];
const REPORT_FIELDS = ['app', 'sdk', 'sdk_version', 'instance', 'position', 'flags', 'unknown', 'bulk'];

const invalid = (pointer: string, detail: string) =>
  new DomainError('invalid_request', detail, { errors: [{ pointer, detail }] });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refuseOthers(value: Record<string, unknown>, fields: readonly string[], at: string): void {
  // An unexpected field may contain personal data, so it is refused instead of ignored.
  const other = Object.keys(value).find((name) => !fields.includes(name));
  if (other !== undefined) throw invalid(at, `Unknown field. Allowed: ${fields.join(', ')}.`);
}

function nameIn(report: Record<string, unknown>, field: string, at: string): string {
  const { [field]: name } = report;
  if (!isUsageName(name) || name === '')
    throw invalid(
      `${at}/${field}`,
      `${field} must have 1 to ${USAGE_LIMITS.nameCharacters} letters of any script, digits, spaces and _.@/:+()-`,
    );
  return name;
}

function positionIn({ position }: Record<string, unknown>, at: string): { position?: string } {
  if (position === undefined) return {};
  if (typeof position !== 'string' || !parsePosition(position))
    throw invalid(`${at}/position`, 'position must be the ETag of the flags without quotes, such as 3f9a1c07b2d4-42.');
  return { position };
}

function bulkIn({ bulk }: Record<string, unknown>, at: string): { bulk?: number } {
  if (bulk === undefined) return {};
  if (!isKeyCounts({ bulk })) throw invalid(`${at}/bulk`, `bulk must be a number from 1 to ${USAGE_LIMITS.count}.`);
  return { bulk: bulk as number };
}

function readReport(report: unknown, at: string): UsageReport {
  if (!isObject(report)) throw invalid(at, 'A report must be an object.');
  refuseOthers(report, REPORT_FIELDS, at);
  const { flags = {}, unknown = {}, instance } = report;
  const counts = `a count from 1 to ${USAGE_LIMITS.count}`;
  if (!isFlagCounts(flags))
    throw invalid(`${at}/flags`, `flags must map each flag key to ${counts} for ${USAGE_VARIANTS.join(', ')}.`);
  if (!isKeyCounts(unknown)) throw invalid(`${at}/unknown`, `unknown must map each key to ${counts}.`);
  return {
    app: nameIn(report, 'app', at),
    sdk: nameIn(report, 'sdk', at),
    sdk_version: nameIn(report, 'sdk_version', at),
    ...(instance !== undefined && { instance: nameIn(report, 'instance', at) }),
    ...positionIn(report, at),
    flags,
    unknown,
    ...bulkIn(report, at),
  };
}

function parse(body: Buffer): unknown {
  if (hasMoreValues(body, VALUES_AT_MOST)) throw invalid('', `A body has at most ${USAGE_LIMITS.keys} keys.`);
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new DomainError('malformed_json', 'The body is not valid JSON.');
  }
}

/** Parses the body of POST /api/v1/usage. @throws malformed_json, invalid_request */
export function readUsage(body: Buffer): UsageWindow {
  const parsed = parse(body);
  if (!isObject(parsed)) throw invalid('', 'The body must be a JSON object.');
  refuseOthers(parsed, WINDOW_FIELDS, '');
  const { window, reports } = parsed;
  if (!isUsageWindowId(window)) throw invalid('/window', 'window must be a UUID, a new one for each body.');
  if (!Array.isArray(reports) || reports.length === 0 || reports.length > USAGE_LIMITS.reports)
    throw invalid('/reports', `reports must be a list of 1 to ${USAGE_LIMITS.reports}.`);
  const read = reports.map((report, index) => readReport(report, `/reports/${index}`));
  const keys = read.reduce((sum, { flags, unknown }) => sum + keysOf(flags, unknown), 0);
  if (keys > USAGE_LIMITS.keys) throw invalid('/reports', `A body has at most ${USAGE_LIMITS.keys} keys.`);
  return { window: window.toLowerCase(), reports: read };
}

const keysOf = (...counts: object[]): number => counts.reduce((sum, one) => sum + Object.keys(one).length, 0);
